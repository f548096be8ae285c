import type { JsonValue } from "./json.ts";
import type { Parameter } from "./model.ts";

// The values of parameters as strings on the wire, and back.

/**
 * Writes the value of a parameter for the wire (OpenAPI 3.1, "Style Values").
 *
 * @returns Of a path parameter its segment, of a query parameter its pairs (`page%5Bsize%5D=2`), of
 * a header its value. The empty string of a query parameter: nothing is sent.
 */
export function serializeParameter(
  { explode, in: place, name }: Pick<Parameter, "explode" | "in" | "name">,
  value: JsonValue,
): string {
  const encode = place === "header" ? (text: string): string => text : encodeURIComponent;
  const items = (Array.isArray(value) ? value : [value]).map((item) => encode(textOf(item)));
  if (place !== "query") return items.join(",");
  if (items.length === 0) return "";
  const key = encodeURIComponent(name);
  return explode ? items.map((item) => `${key}=${item}`).join("&") : `${key}=${items.join(",")}`;
}

function textOf(value: JsonValue): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The pairs of a query string: decoded names, and values as they were received. */
export function queryPairs(query: string): (readonly [name: string, value: string])[] {
  const pairs = query.split("&").filter((pair) => pair !== "");
  return pairs.map((pair) => {
    const [name = ""] = pair.split("=");
    return [decode(name, "query"), pair.slice(name.length + 1)];
  });
}

/** A malformed encoding stays as it is. In a query `+` is a space. */
function decode(text: string, place: Parameter["in"]): string {
  if (place === "header") return readBytes(text.trim());
  try {
    return decodeURIComponent(place === "query" ? text.replaceAll("+", "%20") : text);
  } catch {
    return text;
  }
}

/** A text whose bytes were read as Latin-1, as HTTP libraries do, although they may be UTF-8. */
function readBytes(text: string): string {
  try {
    return decodeURIComponent(
      text.replaceAll(/[%\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`),
    );
  } catch {
    return text;
  }
}

/**
 * A path in its normal form (RFC 3986, 6.2.2): letters, digits and `-._~` as they are, and other
 * escapes in upper case.
 */
export function normalizePath(path: string): string {
  if (/^[!-$&-~]*$/.test(path)) return path;
  return path.replaceAll(/%[\dA-F]{2}|[^\0-\x7f]+/gi, (part) => {
    if (!part.startsWith("%")) return encodeURIComponent(readBytes(part).toWellFormed());
    const character = String.fromCharCode(Number.parseInt(part.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : part.toUpperCase();
  });
}

/**
 * Reads the value of a parameter from its strings on the wire: the reverse of {@link
 * serializeParameter}. A string becomes a number, a boolean or null only if the schema allows one;
 * otherwise it stays a string, and validation says what is wrong. %2C separates the items of a list
 * unless it makes a valid item.
 *
 * @param texts - The segment, the values of its pairs, or the value of the header, percent-encoded
 * as they were received.
 */
export function parseParameter(
  { explode, in: place, isList, shape }: Parameter,
  texts: readonly string[],
): JsonValue {
  if (!isList) return readText(decode(texts[0] ?? "", place), shape.types);
  const { items } = shape;
  const readItem = (text: string): JsonValue => readText(decode(text, place), items.types);
  if (place === "query" && explode) return texts.map(readItem);
  const parts = texts.flatMap((text) => (text === "" ? [] : text.split(",")));
  return parts.flatMap((part) => {
    // Many clients write %2C, and frameworks decode a list before splitting it.
    const isJoined = place !== "header" && /%2C/i.test(part);
    if (!isJoined || items.violations(readItem(part)).length === 0) return [readItem(part)];
    return part.split(/%2C/i).map(readItem);
  });
}

/**
 * The value of a string: a number, a boolean or null only if the types allow it, else the string
 * itself. `007` is not a number.
 *
 * @param types - Those of JSON Schema that the value, or each item of a list, may have.
 * @param isList - Whether the string has items, with commas between them, as people type them.
 */
export function readText(text: string, types: readonly string[], isList = false): JsonValue {
  if (isList) {
    const items = text.split(",").map((item) => item.trim());
    return items.filter((item) => item !== "").map((item) => readText(item, types));
  }
  if (types.includes("string")) return text;
  if (types.includes("boolean") && (text === "true" || text === "false")) return text === "true";
  if (types.includes("null") && (text === "" || text === "null")) return null;
  const isNumber = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text);
  return isNumber && (types.includes("number") || types.includes("integer")) ? Number(text) : text;
}
