import type { JsonObject, JsonValue } from "./json.ts";
import type { Shape } from "./shape.ts";

/**
 * Whether a value, written as a string, can contain a comma, by its types, listed values, formats
 * and patterns.
 */
export function canHoldComma({ schemas, types, unions }: Shape): boolean {
  return (
    types.includes("string") &&
    schemas.every(({ schema }) => admitsComma(schema)) &&
    unions.every(({ branches }) => branches.some(canHoldComma))
  );
}

/** The asserted formats whose values contain no comma. */
const withoutComma = new Set([
  "uuid",
  "date",
  "time",
  "date-time",
  "duration",
  "hostname",
  "ipv4",
  "ipv6",
]);

function admitsComma({
  const: value,
  enum: values,
  format,
  maxLength,
  pattern,
}: JsonObject): boolean {
  const hasComma = (each: JsonValue): boolean => String(each).includes(",");
  if (value !== undefined && !hasComma(value)) return false;
  if (Array.isArray(values) && !values.some(hasComma)) return false;
  if (maxLength === 0 || withoutComma.has(String(format))) return false;
  return typeof pattern !== "string" || matchesComma(pattern);
}

/** Whether a string that matches a regular expression can contain a comma; if in doubt, it can. */
function matchesComma(pattern: string): boolean {
  const tokens =
    pattern.match(
      /\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u....|\\x..|\\.|\[(?:\\.|[^\]\\])*\]|\{\d+,?\d*\}|./gsu,
    ) ?? [];
  const isWhole = tokens[0] === "^" && tokens.at(-1) === "$" && !hasAlternatives(tokens);
  return !isWhole || tokens.slice(1, -1).some(takesComma);
}

/** Whether a regular expression has alternatives at the top, each with its own anchors. */
function hasAlternatives(tokens: readonly string[]): boolean {
  let depth = 0;
  return tokens.some((token) => {
    if (token === "(") depth++;
    if (token === ")") depth--;
    return token === "|" && depth === 0;
  });
}

function takesComma(token: string): boolean {
  if (/^(\{.*\}|[()|*+?^$])$/s.test(token)) return false;
  return new RegExp(token, "su").test(",");
}
