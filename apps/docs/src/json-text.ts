import type { JsonValue } from "@workflow-api/contract/json";

// JSON as text. What a server sends and what a reader types is never parsed and printed again:
// JavaScript rounds 9223372036854775807, and prints 1.10 as 1.1.

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

/** Whether JavaScript prints each number of a JSON text as it is written. */
export function isExact(text: string): boolean {
  const numbers = (text.match(tokens) ?? []).filter((token) => /^-?\d/.test(token));
  return numbers.every((number) => String(Number(number)) === number);
}

/** The paths at which two JSON texts differ, as JSON Pointers, at most three. */
export function differences(one: string, other: string): string[] {
  const found: string[] = [];
  compare(exactValue(one), exactValue(other), "", found);
  return found;
}

/** The value of a JSON text, with numbers that JavaScript would round as something else. */
function exactValue(text: string): unknown {
  const keep = (_: string, value: unknown, context?: { readonly source?: string }): unknown => {
    const { source = "" } = context ?? {};
    if (typeof value !== "number" || source.length < 16) return value;
    return /^-?\d+$/.test(source) ? BigInt(source) : `number ${source}`;
  };
  return text === "" ? undefined : JSON.parse(text, keep);
}

function compare(one: unknown, other: unknown, at: string, found: string[]): void {
  if (one === other || found.length >= 3) return;
  if (!isContainer(one) || !isContainer(other) || Array.isArray(one) !== Array.isArray(other)) {
    found.push(at || "the body");
    return;
  }
  for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const own = (value: object): unknown =>
      Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
    compare(own(one), own(other), `${at}/${name}`, found);
  }
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
