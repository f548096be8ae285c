import { isEqual, type JsonValue } from "@workflow-api/contract/json";

// JSON as text: JavaScript rounds 9223372036854775807, and prints 1.10 as 1.1.

const tokens = /"(?:[^"\\]|\\.)*"|[{[]\s*[}\]]|\s+|[{}[\],:]|[^\s{}[\],:"]+/g;

/** The value of a JSON text. `undefined`: it is none. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A JSON text on several lines; any other text as it is. */
export function indentJson(text: string): string {
  if (parseJson(text) === undefined) return text;
  let depth = 0;
  return text.replace(tokens, (token) => {
    if (token.startsWith('"')) return token;
    const bare = token.replace(/\s+/g, "");
    if (bare === "{" || bare === "[") depth += 1;
    if (bare === "}" || bare === "]") depth -= 1;
    return spaced(bare, `\n${"  ".repeat(depth)}`);
  });
}

function spaced(token: string, line: string): string {
  if (token === ":") return ": ";
  if (/^[{[,]$/.test(token)) return token + line;
  return /^[}\]]$/.test(token) ? line + token : token;
}

/** Whether two texts are the same JSON, or else the same text. */
export function isSameJson(before: string, after: string): boolean {
  if (parseJson(before) === undefined || parseJson(after) === undefined) return before === after;
  // JavaScript rounds none of fewer characters.
  return isEqual(parseExact(before, 16), parseExact(after, 16));
}

/** Begins a string that stands for a number. No other text holds it. */
const mark = "\u0000number ";

/** A number as `printExact` prints it: as it is spelled. */
export function exactNumber(spelled: string): string {
  return mark + spelled;
}

/**
 * The value of a JSON text, with strings for numbers.
 *
 * @param shortest - The fewest characters of such a number. Default: that of any.
 */
export function parseExact(text: string, shortest = 1): JsonValue {
  const keep = (_: string, value: JsonValue, context?: { readonly source?: string }): JsonValue => {
    const { source = "" } = context ?? {};
    return typeof value === "number" && source.length >= shortest ? exactNumber(source) : value;
  };
  return JSON.parse(text, keep);
}

/** A value as JSON, by default indented, with its exact numbers. */
export function printExact(value: JsonValue, indent = 2): string {
  const text = JSON.stringify(value, undefined, indent);
  return text.replace(/"\\u0000number ([^"]*)"/g, "$1");
}
