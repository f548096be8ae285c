import type { Parameter } from "@workflow-api/contract";

/** The first line of each generated file. */
export const BANNER =
  "// Generated from the contract by `npm run generate`. Do not edit: edit openapi/openapi.yaml.";

/** What a JSDoc block says of a parameter. */
export function parameterNotes({ description, in: place, sample, deprecated }: Parameter): string[] {
  const example = sample === undefined ? "" : `@example ${JSON.stringify(sample)}`;
  return [
    description,
    cookieNote(place),
    [example, deprecated ? "@deprecated" : ""].filter(Boolean).join("\n"),
  ];
}

/** What a JSDoc block says of what travels in a cookie: a browser drops that header of a request without a word. */
export function cookieNote(place: string | undefined): string {
  return place === "cookie" ? "In a browser it is not sent: a browser sends its own cookies alone." : "";
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
