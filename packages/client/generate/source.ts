import type { Contract, JsonValue, Operation, SecurityScheme } from "@workflow-api/contract";
import { type Argument, designClient, literal, propertyName } from "../src/calls.ts";
import { type Asking, type Declarations, union } from "./narrowing.ts";
import { requirementsOf, rowOf, usualAccept } from "./rows.ts";
import { settingRule } from "./setting-rule.ts";

// The source text of the generated modules, part by part, as it stands in them.

const head =
  "// Generated from the contract by `npm run generate`. Do not edit: edit openapi/openapi.yaml.";

/** What parts of a module may use, and where it comes from. */
const imports = {
  basic: 'import { basic } from "../basic.ts";',
  put: 'import * as put from "../places.ts";',
  Scheme: 'import type { Scheme } from "../operation.ts";',
  Row: 'import type { Row } from "../operation.ts";',
  Data: 'import type { Data } from "../types.ts";',
  If: 'import type { If } from "../types.ts";',
  Login: 'import type { Login } from "../types.ts";',
  Schemas: 'import type { Schemas } from "../types.ts";',
  Secret: 'import type { Secret } from "../types.ts";',
  included: 'import type * as included from "./included.ts";',
  types: 'import type { operations as types } from "./openapi.ts";',
} as const;

/** A module of these parts, which imports what it uses. */
export function moduleText(...parts: readonly string[]): string {
  const text = parts.join("\n");
  const code = text.replaceAll(/\/\*\*.*?\*\/|"(\\.|[^"])*"/gs, "");
  const used = Object.entries(imports).filter(([name]) => new RegExp(`\\b${name}\\b`).test(code));
  return `${[head, ...used.map(([, line]) => line)].join("\n")}\n${text}`;
}

/** The operations under their names as a namespace. */
export const importOperations = `import * as own from "./operations.ts";
`;

export function settings(contract: Contract): string {
  const members = designClient(contract).settings.map(({ option, parameter }) => {
    const rule = [parameter.name.toLowerCase(), ...settingRule(contract, parameter)];
    return `${comment(parameter.description)}${propertyName(option)}: ${literal(rule)},`;
  });
  return `/** The headers of most requests: name, pattern, and what to say of others. */
export const settings = {
${indented(members)}} as const;
`;
}

export function addresses(contract: Contract): string {
  const design = designClient(contract);
  const all = contract.operations.map((operation) => design.addressOf(operation));
  const byOption = new Map(all.toReversed().map((address) => [address.option, address]));
  byOption.delete("baseUrl");
  const members = [...byOption.values()]
    .toReversed()
    .map(
      ({ option, description, otherwise = "" }) =>
        `${comment(description)}${propertyName(option)}: ${literal(otherwise)},`,
    );
  return `/** Further options that hold a base URL, and what they are without. */
export const addresses = {
${indented(members)}} as const;
`;
}

const prefixes = { apiKey: "", bearer: "Bearer ", basic: "Basic " } as const;

export function schemes(contract: Contract): string {
  const members = schemesOf(contract).map(({ name, description, header, type }) => {
    const how = { header: header.toLowerCase(), prefix: prefixes[type] };
    const encoding = type === "basic" ? ", encoding: basic" : "";
    return `${comment(description)}${propertyName(name)}: ${literal(how).replace(/ }$/, `${encoding} }`)},`;
  });
  return `/** How each credential travels. */
export const schemes: Readonly<Record<string, Scheme>> = {
${indented(members)}};
`;
}

/** The schemes that operations use. */
function schemesOf({ operations, securitySchemes }: Contract): SecurityScheme[] {
  const used = operations.flatMap(({ security }) => security.flat().map(({ name }) => name));
  return securitySchemes.filter(({ name }) => used.includes(name));
}

export function places(contract: Contract): string {
  const takes = contract.operations.flatMap((operation) =>
    Object.values(rowOf(contract, operation, "").takes ?? {}),
  );
  const members = [...new Set(takes.map((take) => take.in))].map((name) => `${name}: put.${name},`);
  return `/** What puts arguments in their places. */
export const places: Readonly<Record<string, put.Place>> = {
${indented(members)}};
`;
}

export function accept(contract: Contract): string {
  return `/** The media types that most operations accept. */
export const accept: string = ${literal(usualAccept(contract))};
`;
}

export function allOperations(
  { operations }: Contract,
  names: ReadonlyMap<Operation, string>,
): string {
  const members = operations.map(
    (operation) => `${propertyName(operation.operationId)}: own.${names.get(operation)},`,
  );
  return `/** All operations. */
export const operations: { readonly [Id in keyof Parts]: Row<Id> } = {
${indented(members)}};
`;
}

export function successes({ operations }: Contract): string {
  const codes = operations.flatMap(({ responses }) => responses.map(({ code }) => code));
  const found = [...new Set(codes.filter((code) => code.startsWith("2")))].sort();
  return `/** The statuses of success. */
export type Success = ${found.join(" | ") || "never"};
`;
}

export function parts(contract: Contract, askings: readonly Asking[]): string {
  const members = contract.operations.map((operation) => {
    const { argument } = askings.find((asking) => asking.operation === operation) ?? {};
    const own = argumentsOf(contract, operation, argument);
    const key = propertyName(operation.operationId);
    return `${comment(textOf(operation))}${key}: {\n${indented(own)}};`;
  });
  return `/** The arguments of operations, except those that ask for more. */
export interface Parts {
${indented(members)}}
`;
}

/** The arguments of a method, except the one that asks for more, as members of a type. */
function argumentsOf(
  contract: Contract,
  operation: Operation,
  asking: Argument | undefined,
): string[] {
  const own = `types[${literal(operation.operationId)}]`;
  const member = (name: string, type: string, isRequired: boolean): string =>
    `readonly ${propertyName(name)}${isRequired ? `: ${type}` : `?: ${type} | undefined`};`;
  const members = designClient(contract)
    .argumentsOf(operation)
    .filter(({ parameter }) => parameter !== asking?.parameter)
    .map(({ name, parameter: { in: place, name: sent, required } }) => {
      const held = `${own}["parameters"]["${place}"]`;
      const type = `${required ? held : `NonNullable<${held}>`}[${literal(sent)}]`;
      return member(name, type, required);
    });
  const { content: [media] = [], required = false } = operation.requestBody ?? {};
  if (media === undefined) return members;
  const type = `NonNullable<${own}["requestBody"]>["content"][${literal(media.mediaType)}]`;
  return [...members, member("body", type, required)];
}

export function askings(all: readonly Asking[]): string {
  const members = all.map(
    ({ operation, argument, values }) =>
      `${propertyName(operation.operationId)}: { ${propertyName(argument.name)}: ${union(values)} };`,
  );
  return `/** Those that ask for more, and what they can ask for. */
export interface Askings {
${indented(members)}}
`;
}

export function narrowings(all: readonly Asking[]): string {
  const members = all.map(
    ({ operation, data }) => `${propertyName(operation.operationId)}: ${data};`,
  );
  return `/** What operations return if this is asked for. */
export interface Narrowed<Asked> {
${indented(members)}}
`;
}

export function ways(contract: Contract): string {
  const all = contract.operations.map((operation) => ({
    operationId: operation.operationId,
    ways: requirementsOf(contract, operation),
  }));
  const members = [...new Map(all.flatMap((one) => one.ways.map((way) => [String(way), way])))].map(
    ([key, way]) => {
      const credentials = schemesOf(contract).map(({ name, type }) => {
        const secret = type === "basic" ? ": Secret<Login>" : ": Secret";
        return `readonly ${propertyName(name)}${way.includes(name) ? secret : "?: undefined"};`;
      });
      const opens = all
        .filter((one) => one.ways.some((each) => each.length === 0 || String(each) === key))
        .map(({ operationId }) => operationId);
      return `${literal(way.join(" and "))}: [\n${indented([`{\n${indented(credentials)}},`, `${union(opens)},`])}];`;
    },
  );
  return `/** The credentials that are sent together, and the operations that they open. */
export interface Ways {
${indented(members)}}
`;
}

export function operations(contract: Contract, names: ReadonlyMap<Operation, string>): string {
  const usual = usualAccept(contract);
  return contract.operations
    .map((operation) => {
      const row = literal({ ...rowOf(contract, operation, usual) } as unknown as JsonValue);
      const type = `Row<${literal(operation.operationId)}>`;
      return `\n${comment(textOf(operation))}export const ${names.get(operation)}: ${type} = ${row};\n`;
    })
    .join("");
}

export function included(declarations: Declarations): string {
  const types = [...declarations].map(
    ([name, text]) => `
/** The schema, with what is asked for and without the rest. */
export type ${name}<Asked> = ${text};
`,
  );
  return types.join("") || "export {};\n";
}

const keywords = `await break case catch class const continue debugger default delete do else enum
export extends false finally for function if implements import in instanceof interface let new null
package private protected public return static super switch this throw true try typeof var void
while with yield eval arguments undefined createClient`;

/** The names under which operations are exported: their own, made identifiers. */
export function exportNames({ operations }: Contract): Map<Operation, string> {
  const taken = new Set(keywords.split(/\s/));
  return new Map(
    operations.map((operation) => {
      let name = operation.operationId.replaceAll(/[^\w$]/g, "_").replace(/^(?=\d)/, "_");
      while (taken.has(name)) name = `${name}_`;
      taken.add(name);
      return [operation, name];
    }),
  );
}

function textOf({ summary, description }: Operation): string {
  return [summary, description].filter((text) => text !== "").join("\n\n");
}

/** A text of the contract as a comment above something. */
function comment(text: string): string {
  if (text.trim() === "") return "";
  const lines = text.trim().replaceAll("*/", "*\\/").split("\n");
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */\n`;
}

/** Members, one below the other and two columns deeper. */
function indented(members: readonly string[]): string {
  return members.map((member) => `${member.replaceAll(/^(?=.)/gm, "  ")}\n`).join("");
}
