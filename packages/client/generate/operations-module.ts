import type { Contract, Operation, Parameter } from "@workflow-api/contract";
import { uniqueName } from "@workflow-api/contract";
import { BANNER } from "@workflow-api/types/generate";
import { Code, designClient, literal, type SourceValue } from "../src/calls.ts";
import { bodiesOf, includesOf } from "./expected.ts";
import { comment, textOf } from "./writer.ts";

/**
 * The module of how operations are sent: a constant for each, so that bundlers drop those that
 * nobody chooses.
 *
 * @param core - The path to the source of the client.
 */
export function operationsModule(contract: Contract, core: string): string {
  // What the package or the language exports by these names is something else.
  const taken = new Set(["createClient", "createFetch", "default"]);
  const texts = contract.operations.map((operation) => operationOf(contract, operation, taken));
  const text = texts.join("\n");
  // An import that nothing uses is a compile error.
  const isUsed = /: serializers\./.test(text);
  return `${BANNER}
${isUsed ? `import * as serializers from "${core}/serializers.ts";\n` : ""}\
import type * as client from "${core}/types/operation.ts";

${text}`;
}

function operationOf(contract: Contract, operation: Operation, taken: Set<string>): string {
  const { method, operationId, path } = operation;
  const design = designClient(contract);
  const { option, suffix } = design.baseUrlOf(operation);
  const args = design.argumentsOf(operation);
  const body = operation.requestBody;
  const required = args
    .filter(({ parameter }) => parameter.required && parameter.in !== "path")
    .map(({ name }) => name);
  if (body?.required) required.push("body");
  const [includes] = args
    .map(({ name, parameter }) => ({ argument: name, adds: includesOf(operation, parameter) }))
    .filter(({ adds }) => Object.keys(adds).length > 0);
  const text = literal({
    operationId,
    method,
    path,
    ...(option !== "baseUrl" && { server: option }),
    ...(suffix && { suffix: new URL(suffix, "http://host").pathname }),
    fields: fieldNamesOf(contract, operation),
    accept: acceptOf(operation),
    parameters: {
      ...Object.fromEntries(
        args.map(({ name, parameter: { in: location, name: sent } }) => [
          name,
          name === sent ? location : `${location}.${sent}`,
        ]),
      ),
      ...(body && { body: "body" }),
    },
    ...(required.length > 0 && { required }),
    ...queryOf(operation),
    ...writerOf(operation),
    ...(includes && { includes }),
    bodies: bodiesOf(operation),
  });
  const name = uniqueName(operationId.replaceAll(/[^\w$]/g, "_"), taken);
  // Some operations are called as words that can be exported, but not declared.
  return `${comment(textOf(operation))}\
const _${name}: client.Operation<${literal(operationId)}> = ${text};
export { _${name} as ${name} };
`;
}

/** The options that the requests of an operation carry. */
function fieldNamesOf(contract: Contract, { parameters, security }: Operation): string[] {
  const settings = designClient(contract).settings.filter(({ parameter }) =>
    parameters.some(({ key }) => key === parameter.key),
  );
  const schemes = security.flat().map(({ name }) => `auth.${name}`);
  return [...settings.map(({ option }) => option), ...new Set(schemes)];
}

function acceptOf({ responses }: Operation): string {
  const described = responses.flatMap(({ content }) => content);
  const media = described.length > 0 ? described : responses.flatMap((each) => each.undescribed);
  return [...new Set(media.map(({ mediaType }) => mediaType.toLowerCase()))].join(", ") || "*/*";
}

/** How the query is written, where openapi-fetch does otherwise: by one style, or by name. */
function queryOf({ parameters }: Operation): { query?: SourceValue } {
  const styled = parameters
    .filter(({ forms, in: location }) => location === "query" && forms.some(isComposed))
    .map((parameter) => [parameter.name, styleOf(parameter)] as const);
  const [[, style = {}] = []] = styled;
  if (styled.every(([, each]) => JSON.stringify(each) === JSON.stringify(style)))
    return Object.keys(style).length > 0 ? { query: style } : {};
  return { query: new Code(`serializers.query(${literal(Object.fromEntries(styled), "  ")})`) };
}

function isComposed(form: string): boolean {
  return form === "list" || form === "object";
}

/**
 * The style of arrays and objects of a parameter, where it is not that of openapi-fetch: a pair for
 * each item, and `deepObject`.
 */
function styleOf({ explode, forms, style }: Parameter): Record<string, SourceValue> {
  const isDefault = { list: style === "form" && explode, object: style === "deepObject" };
  return {
    ...(forms.includes("list") && !isDefault.list && { array: { style, explode } }),
    ...(forms.includes("object") && !isDefault.object && { object: { style, explode } }),
  };
}

/** What writes the body and the cookies. */
function writerOf({ parameters, requestBody }: Operation): { write?: Code } {
  const { content = [], undescribed = [] } = requestBody ?? {};
  const [{ mediaType } = { mediaType: "application/octet-stream" }] = [...content, ...undescribed];
  const isJson = content.length > 0;
  // openapi-fetch writes `application/json` itself.
  const isNeeded = requestBody !== undefined && !(isJson && mediaType === "application/json");
  const writer = `serializers.${isJson ? "json" : "raw"}(${literal(mediaType)})`;
  const body = isNeeded ? writer : "";
  const hasCookies = parameters.some((parameter) => parameter.in === "cookie");
  const text = hasCookies ? `serializers.cookies(${body})` : body;
  return text === "" ? {} : { write: new Code(text) };
}
