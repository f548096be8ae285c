import type { Contract, MediaType, Operation, Parameter } from "@workflow-api/contract";
import { isSuccess } from "@workflow-api/contract/http";
import type { JsonValue } from "@workflow-api/contract/json";
import {
  type BaseUrl,
  type ClientDesign,
  designClient,
  literal,
  type Setting,
} from "../src/calls.ts";
import type { Expected } from "../src/operation.ts";
import { bodyOf, expectedBody, expectedInclude } from "./expected.ts";
import { requirementsOf, usedSchemes } from "./requirements.ts";
import { settingRule } from "./setting-rule.ts";
import { block, comment, createIdentifiers, indented, textOf, withImports } from "./writer.ts";

/**
 * The module of how operations are sent: a constant for each, which names the constants of what it
 * shares with others. So bundlers drop what no chosen operation names.
 *
 * @param core - The path to the source of the client.
 */
export function operationsModule(contract: Contract, core: string): string {
  const { operations } = contract;
  const names = nameParts(contract);
  const text = `\
// Where operations are served.
${lines(names.servers, (url) => literal(serverOf(url)), "client.Server")}
// The headers that are options of the client.
${lines(names.settings, settingText, "client.Setting")}
// How credentials are sent.
${lines(names.schemes, schemeText, "client.SecurityScheme")}
// Which credentials are sent together.
${lines(names.security, (security) => securityText(security, names), 'client.Operation["security"]')}
${operations.map((operation) => operationText(contract, operation, names)).join("")}`;
  const imports = {
    credentials: `import * as credentials from "${core}/credentials.ts";`,
    client: `import type * as client from "${core}/operation.ts";`,
    serializers: `import * as serializers from "${core}/serializers.ts";`,
  };
  return withImports(imports, text);
}

/** The names of constants, and what they hold, by a key. */
type Named<Part> = ReadonlyMap<string, { readonly name: string; readonly part: Part }>;

interface PartNames {
  readonly operations: Named<Operation>;
  readonly servers: Named<BaseUrl>;
  readonly settings: Named<Setting>;
  readonly schemes: Named<Contract["securitySchemes"][number]>;
  readonly security: Named<readonly (readonly string[])[]>;
}

function nameParts(contract: Contract): PartNames {
  const { operations } = contract;
  const design = designClient(contract);
  const identifier = createIdentifiers();
  const named = <Part>(parts: readonly (readonly [key: string, part: Part])[], suffix: string) =>
    new Map(
      [...new Map(parts)].map(([key, part]) => [key, { name: identifier(key + suffix), part }]),
    );
  // Operations are exported: they have their own names, and the others what is left.
  return {
    operations: named(
      operations.map((each) => [each.operationId, each]),
      "",
    ),
    servers: named(
      operations.map((each) => serverEntry(design.baseUrlOf(each))),
      "Server",
    ),
    settings: named(
      design.settings.map((each) => [each.option, each]),
      "Setting",
    ),
    schemes: named(
      usedSchemes(contract).map((each) => [each.name, each]),
      "Scheme",
    ),
    security: named(
      operations.map((each) => securityEntry(contract, each)),
      "Security",
    ),
  };
}

function serverEntry(url: BaseUrl): [string, BaseUrl] {
  return [`${url.option}${url.suffix}`, url];
}

function securityEntry(contract: Contract, operation: Operation): [string, string[][]] {
  const requirements = requirementsOf(contract, operation);
  return [requirements.map((each) => each.join("_and_") || "none").join("_or_"), requirements];
}

/** A constant for each part. */
function lines<Part>(parts: Named<Part>, write: (part: Part) => string, type: string): string {
  return [...parts.values()]
    .map(({ name, part }) => `const ${name}: ${type} = ${write(part)};\n`)
    .join("");
}

function serverOf({ option, otherwise, suffix }: BaseUrl) {
  const path = suffix === "" ? "" : new URL(suffix, "http://host").pathname;
  return { option, url: otherwise ?? "", suffix: path };
}

function settingText({ option, parameter }: Setting): string {
  const { pattern, problem } = settingRule(parameter);
  return `{
  option: ${literal(option)},
  header: ${literal(parameter.name.toLowerCase())},
  pattern: ${pattern},
  problem: ${literal(problem)},
}`;
}

function schemeText({ header, name, type }: Contract["securitySchemes"][number]): string {
  return `{
  name: ${literal(name)},
  header: ${literal(header.toLowerCase())},
  encoding: credentials.${type},
}`;
}

function securityText(requirements: readonly (readonly string[])[], names: PartNames): string {
  const texts = requirements.map(
    (schemes) => `[${schemes.map((scheme) => names.schemes.get(scheme)?.name).join(", ")}]`,
  );
  return `[${texts.join(", ")}]`;
}

function operationText(contract: Contract, operation: Operation, names: PartNames): string {
  const { method, operationId, path, responses } = operation;
  const design = designClient(contract);
  const [server] = serverEntry(design.baseUrlOf(operation));
  const [security] = securityEntry(contract, operation);
  const settings = design.settings
    .filter(({ parameter }) => operation.parameters.some(({ key }) => key === parameter.key))
    .map(({ option }) => names.settings.get(option)?.name);
  const bodies = responses.flatMap(({ code, content }) =>
    rangesOf(code, responses).map((range) => [range, responseBody(content)]),
  );
  return `
${comment(textOf(operation))}\
export const ${names.operations.get(operationId)?.name}: client.Operation<${literal(operationId)}> = {
  operationId: ${literal(operationId)},
  method: ${literal(method)},
  path: ${literal(path)},
  server: ${names.servers.get(server)?.name},
  security: ${names.security.get(security)?.name},
  settings: [${settings.join(", ")}],
  accept: ${literal(acceptOf(operation))},
  parameters: ${listOf(parameterTexts(operation, design))},
  bodies: ${literal(Object.fromEntries(bodies), "  ")},
};
`;
}

/** An array in an object, a line for each item. */
function listOf(texts: readonly string[]): string {
  if (texts.length === 0) return "[]";
  return `[${indented(indented(texts.map((text) => `\n${text},`).join("")))}\n  ]`;
}

/** The media types of the responses of an operation, as an `Accept` header. */
function acceptOf({ responses }: Operation): string {
  const media = responses.flatMap(({ content }) =>
    content.map(({ mediaType }) => mediaType.toLowerCase()),
  );
  return [...new Set(media)].join(", ") || "*/*";
}

/** The parameters and the body, except path parameters that are strings. */
function parameterTexts(operation: Operation, design: ClientDesign): string[] {
  const texts = design
    .argumentsOf(operation)
    .filter(({ parameter }) => parameter.in !== "path" || parameter.shape.types.join() !== "string")
    .map(({ name, parameter }) => {
      const { explode, in: location, isList, required } = parameter;
      const separator = location === "query" && explode ? "&" : ",";
      return parameterText({
        argument: name,
        location,
        name: parameter.name,
        separator: isList ? separator : "",
        required,
        includes: includesOf(operation, parameter),
      });
    });
  const { content: [media] = [], required } = operation.requestBody ?? {};
  if (media === undefined) return texts;
  const body = { argument: "body", location: "body", name: media.mediaType, separator: "" };
  return [...texts, parameterText({ ...body, required: required === true, includes: null })];
}

function parameterText({ argument, includes, location, name, ...rest }: ParameterText): string {
  return block([
    ["argument", `${literal(argument)},`],
    ["serializer", `serializers.${location},`],
    ["name", `${literal(name)},`],
    ["separator", `${literal(rest.separator)},`],
    ["required", `${rest.required},`],
    ["includes", `${literal(includes as JsonValue)},`],
  ]);
}

interface ParameterText extends Readonly<Record<"argument" | "location" | "name", string>> {
  readonly separator: string;
  readonly required: boolean;
  readonly includes: Readonly<Record<string, Expected>> | null;
}

/** What each value of a parameter adds to the body of the response. Null: nothing. */
function includesOf(operation: Operation, parameter: Parameter): Record<string, Expected> | null {
  const body = bodyOf(operation);
  const includes = operation.includes
    .filter((include) => include.parameter === parameter)
    .map(({ value, adds }) => [value, body !== undefined && expectedInclude(body, adds)]);
  return includes.length === 0 ? null : Object.fromEntries(includes);
}

/** A code as statuses or ranges: `default` covers errors, and success if nothing else does. */
function rangesOf(code: string, responses: Operation["responses"]): string[] {
  if (code !== "default") return [code];
  const all = responses.map((response) => response.code);
  const coversSuccess = !all.some((each) => isSuccess(Number(each)));
  return [...(coversSuccess ? ["2XX"] : []), "4XX", "5XX"].filter((range) => !all.includes(range));
}

/** What the body of a response holds; nothing is known if it has several media types. */
function responseBody([media, ...others]: readonly MediaType[]): Expected | null {
  if (media === undefined) return null;
  return others.length === 0 && expectedBody(media.shape);
}
