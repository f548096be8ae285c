import { canHoldComma } from "./commas.ts";
import type { JsonValue } from "./json.ts";
import type {
  HttpRequest,
  MediaType,
  Operation,
  Parameter,
  ParameterValues,
  SecurityScheme,
} from "./model.ts";
import type { Shape } from "./shape.ts";

/**
 * The media type without its parameters, in lower case: `application/json` for `Application/JSON;
 * charset=utf-8`.
 */
export function essenceOf(mediaType: string): string {
  return (mediaType.split(";")[0] ?? "").trim().toLowerCase();
}

/**
 * Whether a media type is of JSON: `application/json`, or any that ends with `+json` (RFC 6839).
 */
export function isJson(mediaType: string): boolean {
  return /^application\/json$|^[^/\s]+\/[^/\s]+\+json$/.test(essenceOf(mediaType));
}

/** The media type that a `Content-Type` names. `undefined`: it is none of these. */
export function mediaOf(content: readonly MediaType[], contentType = ""): MediaType | undefined {
  const type = essenceOf(contentType);
  return content.find(({ mediaType }) => essenceOf(mediaType) === type);
}

/** Whether a string can be the value of a header: it is neither trimmed nor refused. */
export function isHeaderValue(text: string): boolean {
  return /^([\x21-\x7e]([\t\x20-\x7e]*[\x21-\x7e])?)?$/.test(text);
}

/** What precedes a secret in its header, by the type of its scheme (RFC 6750, RFC 7617). */
export const credentialPrefix: Readonly<Record<SecurityScheme["type"], string>> = {
  apiKey: "",
  bearer: "Bearer ",
  basic: "Basic ",
};

/**
 * The media type that an `Accept` header prefers (RFC 9110, 12.5.1). `undefined`: it accepts none
 * of them.
 */
export function negotiate(
  accept: string | undefined,
  mediaTypes: readonly string[],
): string | undefined {
  const ranges = (accept?.trim() || "*/*").split(",").map((text) => {
    const [, quality = "1"] = /;\s*q=([\d.]+)/i.exec(text) ?? [];
    return { range: essenceOf(text), quality: Number(quality) };
  });
  // The most specific range counts.
  const qualityOf = (mediaType: string): number => {
    const fitting = [essenceOf(mediaType), `${essenceOf(mediaType).split("/")[0]}/*`, "*/*"];
    const found = fitting.map((each) => ranges.find(({ range }) => range === each));
    return found.find((each) => each !== undefined)?.quality ?? 0;
  };
  const [best] = mediaTypes.toSorted((one, other) => qualityOf(other) - qualityOf(one));
  return best !== undefined && qualityOf(best) > 0 ? best : undefined;
}

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

/** Whether a header concerns a single request, rather than its sender. */
export function isOfRequest(name: string): boolean {
  return /^(if-.*|range|prefer|idempotency-key|traceparent)$|(request|correlation|trace)-id$/i.test(
    name,
  );
}

/** The pairs of a query string: decoded names, and values as they were received. */
export function queryPairs(query: string): (readonly [name: string, value: string])[] {
  const pairs = query.split("&").filter((pair) => pair !== "");
  return pairs.map((pair) => {
    const [, name = "", value = ""] = /^([^=]*)=?(.*)$/s.exec(pair) ?? [];
    return [decode(name, "query"), value];
  });
}

/** A malformed percent-encoding stays as it is. In a query `+` is a space. */
function decode(text: string, place: Parameter["in"]): string {
  if (place === "header") return text.trim();
  if (!/[%+]/.test(text)) return text;
  try {
    return decodeURIComponent(place === "query" ? text.replaceAll("+", "%20") : text);
  } catch {
    return text;
  }
}

/**
 * Reads the value of a parameter from its strings on the wire: the reverse of {@link
 * serializeParameter}. A string becomes a number, a boolean or null only if the schema allows one;
 * otherwise it stays a string, and validation says what is wrong.
 *
 * @param texts - The segment, the values of its pairs, or the value of the header, percent-encoded
 * as they came.
 */
export function parseParameter(
  { explode, in: place, isList, shape }: Parameter,
  texts: readonly string[],
): JsonValue {
  if (!isList) return readText(decode(texts[0] ?? "", place), shape.types);
  const { items } = shape;
  const parts =
    place === "query" && explode
      ? texts
      : texts.flatMap((text) => (text === "" ? [] : text.split(separatorOf(items, place))));
  return parts.map((part) => readText(decode(part, place), items.types));
}

const separators = new WeakMap<Shape, RegExp | string>();

/** Many clients write %2C, and frameworks decode a list before splitting it. */
function separatorOf(items: Shape, place: Parameter["in"]): RegExp | string {
  if (place === "header") return ",";
  const known = separators.get(items) ?? (canHoldComma(items) ? "," : /,|%2C/i);
  separators.set(items, known);
  return known;
}

/**
 * The value of a string: a number, a boolean or null only if the types allow it, else the string
 * itself. `007` is not a number.
 *
 * @param types - Those of JSON Schema that the value may have.
 */
export function readText(text: string, types: readonly string[]): JsonValue {
  if (types.includes("string")) return text;
  if (types.includes("boolean") && (text === "true" || text === "false")) return text === "true";
  if (types.includes("null") && (text === "" || text === "null")) return null;
  const isNumber = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text);
  return isNumber && (types.includes("number") || types.includes("integer")) ? Number(text) : text;
}

/**
 * The value that a person types for a parameter: a list has commas between its items.
 *
 * @param types - Those of the value, or of the items of the list.
 */
export function readTyped(text: string, types: readonly string[], isList: boolean): JsonValue {
  if (!isList) return readText(text, types);
  const items = text.split(",").map((item) => item.trim());
  return items.filter((item) => item !== "").map((item) => readText(item, types));
}

/** The part of an operation that a request is made from. */
export type RequestShape = Pick<Operation, "method" | "path"> & {
  readonly parameters: readonly Pick<Parameter, "key" | "name" | "in" | "explode">[];
  readonly requestBody: { readonly content: readonly Pick<MediaType, "mediaType">[] } | undefined;
  readonly responses: readonly { readonly content: readonly Pick<MediaType, "mediaType">[] }[];
};

/**
 * The request of an operation with these values, without credentials. Its `Accept` names every
 * media type of the operation.
 *
 * @param values - By {@link Parameter.key}; a path parameter without a value leaves its `{name}` as
 * it is.
 * @param body - `undefined`: none.
 */
export function requestFor(
  operation: RequestShape,
  values: ParameterValues,
  body?: JsonValue,
): HttpRequest {
  const written = operation.parameters.flatMap((parameter) => {
    const value = values.get(parameter.key);
    return value === undefined ? [] : [{ parameter, text: serializeParameter(parameter, value) }];
  });
  const sent = (place: Parameter["in"]): typeof written =>
    written.filter(
      ({ parameter, text }) => parameter.in === place && (place !== "query" || text !== ""),
    );
  const path = sent("path").reduce(
    (filled, { parameter, text }) => filled.replaceAll(`{${parameter.name}}`, () => text),
    operation.path,
  );
  const query = sent("query").map(({ text }) => text);
  const content = operation.responses.flatMap((response) => response.content);
  const accepted = new Set(content.map(({ mediaType }) => mediaType));
  const contentType = body === undefined ? undefined : operation.requestBody?.content[0]?.mediaType;
  return {
    method: operation.method,
    target: query.length === 0 ? path : `${path}?${query.join("&")}`,
    headers: {
      ...(accepted.size > 0 && { accept: [...accepted].join(", ") }),
      ...(contentType !== undefined && { "content-type": contentType }),
      ...Object.fromEntries(
        sent("header").map((each) => [each.parameter.name.toLowerCase(), each.text]),
      ),
    },
    body: body === undefined ? "" : JSON.stringify(body),
  };
}

/** A parsed JSON body, or why it cannot be parsed. */
export type ReadBody = { readonly value: JsonValue } | { readonly message: string };

/** How deep arrays and objects in JSON may be nested. */
const mostLevels = 500;

/** Parses a JSON body up to {@link mostLevels} deep, because its readers may be recursive. */
export function readJson(text: string): ReadBody {
  if (levelsOf(text) > mostLevels)
    return { message: `must be JSON of at most ${mostLevels} nested levels` };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return {
      message: `must be JSON, but ${text.trim() === "" ? "is empty" : "cannot be parsed as it"}`,
    };
  }
}

/** How deep arrays and objects are nested in a JSON text. */
function levelsOf(text: string): number {
  let deepest = 0;
  let level = 0;
  let isString = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '"') isString = !isString;
    else if (isString && sign === "\\") at++;
    else if (!isString && (sign === "[" || sign === "{")) deepest = Math.max(deepest, ++level);
    else if (!isString && (sign === "]" || sign === "}")) level--;
  }
  return deepest;
}
