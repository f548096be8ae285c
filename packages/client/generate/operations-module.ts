import type { Contract, Operation, Parameter } from "@workflow-api/contract";
import { uniqueName } from "@workflow-api/contract";
import { BANNER } from "@workflow-api/types/generate";
import { Code, designClient, literal, type SourceValue } from "../src/calls.ts";
import { requirementsOf } from "./contract-module.ts";
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
  const isUsed = text.includes(": serializers.");
  return `${BANNER}
${isUsed ? `import * as serializers from "${core}/serializers.ts";\n` : ""}\
import type * as client from "${core}/operation.ts";

${text}`;
}

function operationOf(contract: Contract, operation: Operation, taken: Set<string>): string {
  const { method, operationId, path, responses } = operation;
  const design = designClient(contract);
  const { option, suffix, url } = design.baseUrlOf(operation);
  const described = responses.flatMap(({ content }) => content);
  const media = described.length > 0 ? described : responses.flatMap((each) => each.undescribed);
  const mediaTypes = media.map(({ mediaType }) => mediaType.toLowerCase());
  const settings = design.settings.filter(({ parameter }) =>
    operation.parameters.some(({ key }) => key === parameter.key),
  );
  const text = literal({
    operationId,
    method,
    path,
    server: {
      option,
      ...(url && { url }),
      ...(suffix && { suffix: new URL(suffix, "http://host").pathname }),
    },
    security: [...requirementsOf(operation).keys()],
    settings: settings.map(({ option }) => option),
    accept: [...new Set(mediaTypes)].join(", ") || "*/*",
    parameters: design.argumentsOf(operation).map(({ name, parameter }) => ({
      argument: name,
      in: parameter.in,
      name: parameter.name,
      ...(parameter.required && { required: true }),
      ...(parameter.isList && { isList: true }),
      ...styleOf(parameter),
      ...includesOf(operation, parameter),
    })),
    ...writersOf(operation),
    ...bodyOf(operation),
    bodies: bodiesOf(operation),
  });
  const name = uniqueName(operationId.replaceAll(/[^\w$]/g, "_"), taken);
  // Some operations are called as words that can be exported, but not declared.
  return `${comment(textOf(operation))}\
const _${name}: client.Operation<${literal(operationId)}> = ${text};
export { _${name} as ${name} };
`;
}

/**
 * How openapi-fetch writes arrays and objects into a query, where that is not its default: a pair
 * for each item, and `deepObject`.
 */
function styleOf({ explode, forms, in: location, style }: Parameter): { style?: SourceValue } {
  const isDefault = { list: style === "form" && explode, object: style === "deepObject" };
  const options = {
    ...(forms.includes("list") && !isDefault.list && { array: { style, explode } }),
    ...(forms.includes("object") && !isDefault.object && { object: { style, explode } }),
  };
  return location === "query" && Object.keys(options).length > 0 ? { style: options } : {};
}

/** The writers of what the operation has: bundlers drop the others. */
function writersOf({ parameters }: Operation): { readonly [location: string]: SourceValue } {
  const used = ["query", "cookie"].filter((location) =>
    parameters.some((parameter) => parameter.in === location),
  );
  return Object.fromEntries(used.map((name) => [name, new Code(`serializers.${name}`)]));
}

function bodyOf({ requestBody }: Operation): { body?: SourceValue } {
  if (requestBody === undefined) return {};
  const { content, required, undescribed } = requestBody;
  const [{ mediaType } = { mediaType: "application/octet-stream" }] = [...content, ...undescribed];
  const write = new Code(`serializers.${content.length > 0 ? "json" : "raw"}`);
  return { body: { required, mediaType, write } };
}
