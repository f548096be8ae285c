import {
  type Contract,
  credentialPrefix,
  type JsonValue,
  type Operation,
} from "@workflow-api/contract";
import { type Argument, designClient, literal, propertyName } from "../src/calls.ts";
import { type Declarations, type Narrowing, union } from "./narrowing.ts";
import { requirementsOf, rowOf } from "./rows.ts";
import { settingRule } from "./setting-rule.ts";

// The generated modules as source text. Each template looks like the module that it generates.

const head =
  "// Generated from the contract by `npm run generate`. Do not edit: edit openapi/openapi.yaml.";

/** The names that a module may use, and the modules that export them. */
const imports = {
  credentials: 'import * as credentials from "../basic.ts";',
  serialize: 'import * as serialize from "../serializers.ts";',
  row: 'import type * as row from "../operation.ts";',
  client: 'import type * as client from "../types.ts";',
  openapi: 'import type * as openapi from "./openapi.ts";',
  own: 'import * as own from "./operations.ts";',
} as const;

/** A module, which imports what it uses. */
function moduleText(text: string): string {
  const code = text.replaceAll(/\/\*\*.*?\*\/|"(\\.|[^"])*"/gs, "");
  const used = Object.entries(imports).filter(([name]) => new RegExp(`\\b${name}\\.`).test(code));
  return `${[head, ...used.map(([, line]) => line)].join("\n")}\n\n${text}`;
}

/** What every client needs, and the types of all. */
export function contractModule(contract: Contract, narrowings: readonly Narrowing[]): string {
  const { operations } = contract;
  const design = designClient(contract);
  const names = exportNames(contract);
  const rows = operations.map((operation) => rowOf(contract, operation));
  const serializers = new Set(
    rows.flatMap(({ takes }) => Object.values(takes).map((one) => one.in)),
  );
  const codes = operations.flatMap(({ responses }) => responses.map(({ code }) => code));
  const successes = new Set(codes.filter((code) => code.startsWith("2")).sort());
  const baseUrls = operations
    .map((operation) => design.baseUrlOf(operation))
    .filter(({ option }) => option !== "baseUrl");
  const optionOf = new Map(baseUrls.toReversed().map((one) => [one.option, one]));
  return moduleText(`\
/** The headers of most requests: name, pattern, and what to say of others. */
export const settings = ${block(
    design.settings.map(({ option, parameter }) => {
      const rule = [parameter.name.toLowerCase(), ...settingRule(parameter)];
      return [propertyName(option), `${literal(rule)},`, parameter.description];
    }),
  )} as const;

/** Further options that hold a base URL, and what they are without. */
export const urlOptions = ${block(
    [...optionOf.values()]
      .toReversed()
      .map(({ option, description, otherwise = "" }) => [
        propertyName(option),
        `${literal(otherwise)},`,
        description,
      ]),
  )} as const;

/** How each credential travels. */
export const schemes: Readonly<Record<string, row.Scheme>> = ${block(
    usedSchemes(contract).map(({ name, description, header, type }) => {
      const prefix = literal(credentialPrefix[type]);
      const encoding = type === "basic" ? ", encoding: credentials.basic" : "";
      const scheme = `{ header: ${literal(header.toLowerCase())}, prefix: ${prefix}${encoding} },`;
      return [propertyName(name), scheme, description];
    }),
  )};

/** What writes an argument into a request, by where it travels. */
export const serializers: Readonly<Record<string, serialize.Serializer>> = ${block(
    [...serializers].map((name) => [name, `serialize.${name},`]),
  )};

/** All operations. A function: bundlers drop what only this names where nothing calls it. */
export const operations = (): { readonly [Id in keyof Parts]: row.Row<Id> } => (${block(
    operations.map((one) => [propertyName(one.operationId), `own.${names.get(one)},`]),
  )});

/** The statuses of success. */
export type Success = ${[...successes].join(" | ") || "never"};

/** The arguments of operations, except what they can include. */
export interface Parts ${block(
    operations.map((operation) => {
      const narrowing = narrowings.find((each) => each.operation === operation);
      const own = argumentsOf(contract, operation, narrowing?.argument);
      return [propertyName(operation.operationId), `${block(own)};`, textOf(operation)];
    }),
  )}

/** The operations that can include more, and what. */
export interface Includes ${block(
    narrowings.map(({ operation, argument, values }) => [
      propertyName(operation.operationId),
      `{ ${propertyName(argument.name)}: ${union(values)} };`,
    ]),
  )}

/** The credentials that are sent together, and the operations that they open. */
export interface Requirements ${block(requirementMembers(contract))}
`);
}

/** The arguments of a method, except the one that says what to include, as members of a type. */
function argumentsOf(
  contract: Contract,
  operation: Operation,
  include: Argument | undefined,
): Member[] {
  const own = `openapi.operations[${literal(operation.operationId)}]`;
  const member = (name: string, isRequired: boolean, type: string): Member => {
    const key = `readonly ${propertyName(name)}`;
    return isRequired ? [key, `${type};`] : [`${key}?`, `${type} | undefined;`];
  };
  const members = designClient(contract)
    .argumentsOf(operation)
    .filter(({ parameter }) => parameter !== include?.parameter)
    .map(({ name, parameter: { in: place, name: sent, required } }) => {
      const held = `${own}["parameters"]["${place}"]`;
      const type = `${required ? held : `NonNullable<${held}>`}[${literal(sent)}]`;
      return member(name, required, type);
    });
  const { content: [media] = [], required = false } = operation.requestBody ?? {};
  if (media === undefined) return members;
  const type = `NonNullable<${own}["requestBody"]>["content"][${literal(media.mediaType)}]`;
  return [...members, member("body", required, type)];
}

/** The schemes that operations use. */
function usedSchemes({ operations, securitySchemes }: Contract): Contract["securitySchemes"] {
  const used = operations.flatMap(({ security }) => security.flat().map(({ name }) => name));
  return securitySchemes.filter(({ name }) => used.includes(name));
}

function requirementMembers(contract: Contract): Member[] {
  const all = contract.operations.map((operation) => ({
    operationId: operation.operationId,
    requirements: requirementsOf(contract, operation),
  }));
  const requirements = new Map(
    all.flatMap((one) => one.requirements.map((requirement) => [String(requirement), requirement])),
  );
  return [...requirements].map(([key, requirement]) => {
    const credentials = usedSchemes(contract).map(({ name, type }): Member => {
      const secret = type === "basic" ? "client.Secret<client.Login>;" : "client.Secret;";
      const member = `readonly ${propertyName(name)}`;
      return requirement.includes(name) ? [member, secret] : [`${member}?`, "undefined;"];
    });
    const opens = all
      .filter((one) => one.requirements.some((each) => each.length === 0 || String(each) === key))
      .map(({ operationId }) => operationId);
    return [
      literal(requirement.join(" and ")),
      `[\n  ${indented(block(credentials))},\n  ${union(opens)},\n];`,
    ];
  });
}

/** The operations, each by itself. */
export function operationsModule(contract: Contract): string {
  const texts = [...exportNames(contract)].map(([operation, name]) => {
    const row = literal({ ...rowOf(contract, operation) } as unknown as JsonValue);
    const type = `row.Row<${literal(operation.operationId)}>`;
    return `${comment(textOf(operation))}export const ${name}: ${type} = ${row};\n`;
  });
  return moduleText(texts.join("\n"));
}

/** The types of what operations return with what they include. */
export function includedModule(
  narrowings: readonly Narrowing[],
  declarations: Declarations,
): string {
  const types = [...declarations].map(
    ([name, text]) => `
/** The schema, with what is asked for and without the rest. */
export type ${name}<Asked> = ${text};
`,
  );
  // TypeScript reports a parameter that nothing uses, unless its name begins with an underscore.
  const asked = narrowings.length > 0 ? "Asked" : "_Asked";
  return moduleText(`\
/** What operations return if a call asks for this. */
export interface Narrowed<${asked}> ${block(
    narrowings.map(({ operation, data }) => [propertyName(operation.operationId), `${data};`]),
  )}
${types.join("")}`);
}

const keywords = `await break case catch class const continue debugger default delete do else enum
export extends false finally for function if implements import in instanceof interface let new null
package private protected public return static super switch this throw true try typeof var void
while with yield eval arguments undefined createClient row`;

/** The names under which operations are exported: their own, made identifiers. */
function exportNames({ operations }: Contract): Map<Operation, string> {
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

/** A member of an object or a type: its key, its text up to its end, and a comment on it. */
type Member = readonly [key: string, text: string, description?: string];

function block(members: readonly Member[]): string {
  const lines = members.map(
    ([key, text, description = ""]) => `\n${comment(description)}${key}: ${text}`,
  );
  return `{${indented(lines.join(""))}\n}`;
}

/** A text whose lines after the first are two columns deeper. */
function indented(text: string): string {
  return text.replaceAll(/\n(?=.)/g, "\n  ");
}
