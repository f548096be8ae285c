import {
  type Contract,
  type Operation,
  type Parameter,
  type SecurityScheme,
  uniqueName,
} from "@workflow-api/contract";
import { BANNER } from "@workflow-api/types/generate";
import { Code, designClient, literal, type Setting, type SourceValue } from "../src/calls.ts";
import { bodiesOf, includesOf } from "./expected.ts";
import { comment, textOf } from "./writer.ts";

/**
 * The module of how operations are sent: a constant for each, which names the constants of the
 * settings and of the security schemes that it shares with others. So bundlers drop what no chosen
 * operation names.
 *
 * @param core - The path to the source of the client.
 */
export function operationsModule(contract: Contract, core: string): string {
  const { operations } = contract;
  const { settings } = designClient(contract);
  // A constant that nothing uses is a compile error, and so is an import.
  const used = new Set(
    operations.flatMap(({ security }) => security.flat()).map(({ name }) => name),
  );
  const schemes = contract.securitySchemes.filter(({ name }) => used.has(name));
  const names: ConstantNames = {
    settings: constantsOf(
      settings.map(({ option }) => option),
      "setting_",
    ),
    schemes: constantsOf(
      schemes.map(({ name }) => name),
      "scheme_",
    ),
  };
  // What the package or the language exports by these names is something else.
  const taken = new Set(["createClient", "default"]);
  const text = `
// The headers that are options of the client.
${settings.map((setting) => settingOf(setting, names)).join("")}
// How credentials are sent.
${schemes.map((scheme) => schemeOf(scheme, names)).join("")}
${operations.map((operation) => operationOf(contract, operation, names, taken)).join("\n")}`;
  const modules = ["credentials", "serializers"].filter((name) => text.includes(`: ${name}.`));
  return `${BANNER}
${modules.map((name) => `import * as ${name} from "${core}/${name}.ts";\n`).join("")}\
import type * as client from "${core}/operation.ts";
${text}`;
}

/** The names of constants, by the name of what they hold. */
interface ConstantNames {
  readonly settings: ReadonlyMap<string, string>;
  readonly schemes: ReadonlyMap<string, string>;
}

function constantsOf(names: readonly string[], prefix: string): Map<string, string> {
  const taken = new Set<string>();
  return new Map(names.map((name) => [name, uniqueName(prefix + identifierOf(name), taken)]));
}

/** A name in the characters that an identifier may have. */
function identifierOf(name: string): string {
  return name.replaceAll(/[^\w$]/g, "_");
}

function settingOf({ option, parameter }: Setting, { settings }: ConstantNames): string {
  const { name, shape } = parameter;
  const pattern = String(shape.keyword("pattern") ?? "^[!-~]([ -~]*[!-~])?$");
  const setting = {
    option,
    header: name.toLowerCase(),
    pattern: new Code(regularExpression(pattern)),
  };
  return `const ${settings.get(option)}: client.Setting = ${literal(setting)};\n`;
}

function regularExpression(pattern: string): string {
  try {
    return String(new RegExp(pattern, "u"));
  } catch {
    // Some escapes are valid without the flag only.
    return String(new RegExp(pattern));
  }
}

function schemeOf({ header, name, type }: SecurityScheme, { schemes }: ConstantNames): string {
  const encoding = new Code(`credentials.${type}`);
  const scheme = { name, header: header.toLowerCase(), encoding };
  return `const ${schemes.get(name)}: client.SecurityScheme = ${literal(scheme)};\n`;
}

function operationOf(
  contract: Contract,
  operation: Operation,
  names: ConstantNames,
  taken: Set<string>,
): string {
  const { method, operationId, path, responses, security } = operation;
  const design = designClient(contract);
  const { option, suffix, url } = design.baseUrlOf(operation);
  const requirements = security.length === 0 ? [[]] : security;
  const mediaTypes = responses.flatMap(({ content }) =>
    content.map(({ mediaType }) => mediaType.toLowerCase()),
  );
  const settings = design.settings.filter(({ parameter }) =>
    operation.parameters.some(({ key }) => key === parameter.key),
  );
  const text = literal({
    operationId,
    method,
    path,
    server: { option, url, suffix: suffix && new URL(suffix, "http://host").pathname },
    security: requirements.map((schemes) =>
      schemes.map(({ name }) => new Code(String(names.schemes.get(name)))),
    ),
    settings: settings.map((setting) => new Code(String(names.settings.get(setting.option)))),
    accept: [...new Set(mediaTypes)].join(", ") || "*/*",
    parameters: [
      ...design.argumentsOf(operation).map(({ name, parameter }) => ({
        argument: name,
        serializer: new Code(`serializers.${parameter.in}`),
        name: parameter.name,
        separator: separatorOf(parameter),
        required: parameter.required,
        includes: includesOf(operation, parameter),
      })),
      ...bodyParameter(operation),
    ],
    bodies: bodiesOf(operation),
  });
  const name = uniqueName(identifierOf(operationId), taken);
  // Some operations are called as words that can be exported, but not declared.
  return `${comment(textOf(operation))}\
const _${name}: client.Operation<${literal(operationId)}> = ${text};
export { _${name} as ${name} };
`;
}

function separatorOf({ explode, in: location, isList }: Parameter): string {
  if (!isList) return "";
  return location === "query" && explode ? "&" : ",";
}

function bodyParameter({ requestBody }: Operation): SourceValue[] {
  const { content: [media] = [], required = false } = requestBody ?? {};
  if (media === undefined) return [];
  const serializer = new Code("serializers.body");
  const { mediaType: name } = media;
  return [{ argument: "body", serializer, name, separator: "", required, includes: null }];
}
