import {
  type Contract,
  type Operation,
  type Parameter,
  type SecurityScheme,
  uniqueName,
} from "@workflow-api/contract";
import { Code, designClient, literal, type Setting, type SourceValue } from "../src/calls.ts";
import { bodiesOf, includesOf } from "./expected.ts";
import { BANNER, comment, textOf } from "./writer.ts";

/**
 * The module of how operations are sent: a constant for each, which names the constants of the
 * settings and of the security schemes that it shares with others. So bundlers drop what no chosen
 * operation names.
 *
 * @param core - The path to the source of the client.
 */
export function operationsModule(contract: Contract, core: string): string {
  const { operations, securitySchemes } = contract;
  const { settings } = designClient(contract);
  const names = nameConstants(contract);
  const text = `
// The headers that are options of the client.
${settings
  .map((each) => `const ${names.settings.get(each.option)}: client.Setting = ${settingOf(each)};\n`)
  .join("")}
// How credentials are sent.
${securitySchemes
  .map(
    (each) => `const ${names.schemes.get(each.name)}: client.SecurityScheme = ${schemeOf(each)};\n`,
  )
  .join("")}
${operations
  .map(
    (each) => `${comment(textOf(each))}\
export const ${names.operations.get(each.operationId)}: client.Operation<${literal(each.operationId)}> = \
${operationOf(contract, each, names)};
`,
  )
  .join("\n")}`;
  // An import that nothing uses is a compile error.
  const modules = ["credentials", "serializers"].filter((name) => text.includes(`: ${name}.`));
  return `${BANNER}
${modules.map((name) => `import * as ${name} from "${core}/${name}.ts";\n`).join("")}\
import type * as client from "${core}/operation.ts";
${text}`;
}

/** The names of constants, by the name of what they hold. */
interface ConstantNames {
  readonly operations: ReadonlyMap<string, string>;
  readonly settings: ReadonlyMap<string, string>;
  readonly schemes: ReadonlyMap<string, string>;
}

/** What no constant can be called: words of TypeScript, and what the module declares besides. */
const RESERVED = `await break case catch class const continue debugger default delete do else enum
export extends false finally for function if implements import in instanceof interface let new null
package private protected public return static super switch this throw true try typeof var void
while with yield eval arguments undefined createClient client credentials serializers`;

function nameConstants(contract: Contract): ConstantNames {
  const taken = new Set(RESERVED.split(/\s/));
  const named = (names: readonly string[], suffix: string): Map<string, string> =>
    new Map(
      names.map((name) => {
        const identifier = `${name}${suffix}`.replaceAll(/[^\w$]/g, "_").replace(/^(?=\d)/, "_");
        return [name, uniqueName(identifier, taken)];
      }),
    );
  // Operations are exported: they come first, so that they keep their names.
  return {
    operations: named(
      contract.operations.map(({ operationId }) => operationId),
      "",
    ),
    settings: named(
      designClient(contract).settings.map(({ option }) => option),
      "Setting",
    ),
    schemes: named(
      contract.securitySchemes.map(({ name }) => name),
      "Scheme",
    ),
  };
}

function settingOf({ option, parameter }: Setting): string {
  const { description, name, shape } = parameter;
  const [about = ""] = description.trim().split(/\n|\.(?:\s|$)/);
  return literal({
    option,
    header: name.toLowerCase(),
    pattern: new Code(
      regularExpression(String(shape.keyword("pattern") ?? "^[!-~]([ -~]*[!-~])?$")),
    ),
    problem: `must be as the contract says: ${about || "printable ASCII"}`,
  });
}

function regularExpression(pattern: string): string {
  try {
    return String(new RegExp(pattern, "u"));
  } catch {
    // Some escapes are valid without the flag only.
    return String(new RegExp(pattern));
  }
}

function schemeOf({ header, name, type }: SecurityScheme): string {
  return literal({
    name,
    header: header.toLowerCase(),
    encoding: new Code(`credentials.${type}`),
  });
}

function operationOf(contract: Contract, operation: Operation, names: ConstantNames): string {
  const { method, operationId, path, responses, security } = operation;
  const design = designClient(contract);
  const { option, otherwise, suffix } = design.baseUrlOf(operation);
  const requirements = security.length === 0 ? [[]] : security;
  const mediaTypes = responses.flatMap(({ content }) =>
    content.map(({ mediaType }) => mediaType.toLowerCase()),
  );
  const settings = design.settings.filter(({ parameter }) =>
    operation.parameters.some(({ key }) => key === parameter.key),
  );
  const constant = (name: string | undefined): Code => new Code(String(name));
  return literal({
    operationId,
    method,
    path,
    server: {
      option,
      url: otherwise ?? "",
      suffix: suffix && new URL(suffix, "http://host").pathname,
    },
    security: requirements.map((schemes) =>
      schemes.map((scheme) => constant(names.schemes.get(scheme.name))),
    ),
    settings: settings.map((setting) => constant(names.settings.get(setting.option))),
    accept: [...new Set(mediaTypes)].join(", ") || "*/*",
    parameters: [
      ...design
        .argumentsOf(operation)
        .filter(({ parameter }) => !isPlainSegment(parameter))
        .map(({ name, parameter }) => ({
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
}

/** Whether a parameter is a segment of the path that is a string, which needs no description. */
function isPlainSegment({ in: location, shape }: Parameter): boolean {
  return location === "path" && shape.types.join() === "string";
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
