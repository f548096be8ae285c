import { type Operation, uniqueName } from "@workflow-api/contract";
import { propertyName } from "../src/calls.ts";

// How generated modules are written.

/** The first line of each. */
export const HEAD =
  "// Generated from the contract by `npm run generate`. Do not edit: edit openapi/openapi.yaml.";

/** A module, which imports what it uses, by the names under which it does. */
export function withImports(imports: Readonly<Record<string, string>>, text: string): string {
  const code = text.replaceAll(/\/\*\*.*?\*\/|"(\\.|[^"])*"/gs, "");
  const used = Object.entries(imports).filter(([name]) => new RegExp(`\\b${name}\\.`).test(code));
  return `${[HEAD, ...used.map(([, line]) => line)].join("\n")}\n\n${text}`;
}

/** A member of an object or a type: its key, its text up to its end, and a comment on it. */
export type Member = readonly [key: string, text: string, description?: string];

/** The members of an object or a type in braces, a line each. */
export function block(members: readonly Member[]): string {
  if (members.length === 0) return "{}";
  const lines = members.map(
    ([key, text, description = ""]) => `\n${comment(description)}${key}: ${text}`,
  );
  return `{${indented(lines.join(""))}\n}`;
}

/** A text of the contract as a comment above something. */
export function comment(text: string): string {
  if (text.trim() === "") return "";
  const lines = text.trim().replaceAll("*/", "*\\/").split("\n");
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */\n`;
}

/** A text whose lines after the first are two columns deeper. */
export function indented(text: string): string {
  return text.replaceAll(/\n(?=.)/g, "\n  ");
}

/** Names as a union of literals. */
export function union(names: readonly string[]): string {
  return [...new Set(names)].map((name) => JSON.stringify(name)).join(" | ") || "never";
}

/** A member of a type for an option or an argument. */
export function optionalMember(
  name: string,
  isRequired: boolean,
  type: string,
  description: string,
): Member {
  const key = `readonly ${propertyName(name)}`;
  return isRequired
    ? [key, `${type};`, description]
    : [`${key}?`, `${type} | undefined;`, description];
}

const KEYWORDS = `await break case catch class const continue debugger default delete do else enum
export extends false finally for function if implements import in instanceof interface let new null
package private protected public return static super switch this throw true try typeof var void
while with yield eval arguments undefined createClient client credentials serializers`;

/** Makes identifiers of names, each another one. */
export function createIdentifiers(): (name: string) => string {
  const taken = new Set(KEYWORDS.split(/\s/));
  return (name) => {
    const identifier = name.replaceAll(/[^\w$]/g, "_").replace(/^(?=\d)/, "_");
    return uniqueName(identifier, taken);
  };
}

/** What the contract says of an operation. */
export function textOf({
  summary,
  description,
}: Pick<Operation, "description" | "summary">): string {
  return [summary, description].filter((text) => text !== "").join("\n\n");
}
