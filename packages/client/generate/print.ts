import type { Parameter } from "@workflow-api/contract";
import { propertyName } from "@workflow-api/contract/calls";

/** The first line of each generated file. */
export const BANNER =
  "// Generated from the contract by `npm run generate`. Do not edit: edit openapi/openapi.yaml.";

/** A piece of source text that stands for a value in a literal. */
export class Source {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The literal of a value that JSON and pieces of source text can hold; on one line where it is short. `undefined` members are left out. */
export function literal(value: unknown, indent = ""): string {
  if (value instanceof Source) return value.text;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const deeper = `${indent}  `;
  const isList = Array.isArray(value);
  const parts = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => (isList ? "" : `${keyOf(name)}: `) + literal(member, deeper));
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  const space = isList || parts.length === 0 ? "" : " ";
  const line = `${open}${space}${parts.join(", ")}${space}${close}`;
  if (line.length <= 90 && !line.includes("\n")) return line;
  return `${open}\n${parts.map((part) => `${deeper}${part},\n`).join("")}${indent}${close}`;
}

/** Written plainly, one name would set the prototype of the object. */
function keyOf(name: string): string {
  return name === "__proto__" ? '["__proto__"]' : propertyName(name);
}

/** What a JSDoc block says of a parameter. */
export function parameterNotes({ description, sample, deprecated }: Parameter): string[] {
  const example = sample === undefined ? "" : `@example ${JSON.stringify(sample)}`;
  return [description, [example, deprecated ? "@deprecated" : ""].filter(Boolean).join("\n")];
}

/** A JSDoc block, or nothing if there is nothing to say. */
export function doc(indent: string, ...paragraphs: readonly string[]): string {
  const lines = paragraphs
    .map((paragraph) => paragraph.trim().replaceAll("*/", "*\\/"))
    .filter((paragraph) => paragraph !== "")
    .join("\n\n")
    .split("\n");
  if (lines.length === 1) return lines[0] === "" ? "" : `${indent}/** ${lines[0]} */\n`;
  const body = lines.map((line) => `${indent} * ${line}`.trimEnd());
  return `${indent}/**\n${body.join("\n")}\n${indent} */\n`;
}
