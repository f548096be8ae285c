import { isObject, type JsonValue } from "./json.ts";
import { isJson } from "./media-type.ts";
import type { Parameter } from "./model.ts";

/** What decides how a parameter travels. */
export type WireParameter = Pick<
  Parameter,
  "name" | "in" | "style" | "explode" | "allowReserved" | "mediaType"
>;

/**
 * A parameter on the wire (OpenAPI 3.1, "Style Examples"; RFC 6570), percent-encoded except in a header.
 * @returns In a path: what stands for the `{name}`. In a query or cookie: `name=value`, several joined by `&` or
 * `; `; the empty string if nothing is to be sent. In a header: the value of the header.
 */
export function serializeParameter(parameter: WireParameter, value: JsonValue): string {
  const encode = encoderOf(parameter);
  const { mediaType } = parameter;
  if (mediaType !== undefined) {
    return assign(parameter, encode(isJson(mediaType) ? JSON.stringify(value) : plain(value)));
  }
  if (Array.isArray(value))
    return serializeList(
      parameter,
      value.filter(isSent).map((item) => encode(plain(item))),
    );
  if (isObject(value)) {
    const members = Object.entries(value).flatMap(([name, member]): [string, string][] =>
      isSent(member) ? [[encode(name), encode(plain(member))]] : [],
    );
    return serializeMembers(parameter, members);
  }
  if (value === null) return "";
  return assign(parameter, encode(plain(value)));
}

/** The text of a value that is neither a list nor an object; anything deeper travels as JSON. */
export function plain(value: JsonValue): string {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
}

/** What separates the items of a list that stands in one value. */
export const delimiters: Record<Parameter["style"], string> = {
  deepObject: ",",
  form: ",",
  label: ",",
  matrix: ",",
  pipeDelimited: "|",
  simple: ",",
  spaceDelimited: "%20",
};

function isSent(value: JsonValue | undefined): value is JsonValue {
  return value !== null && value !== undefined;
}

function encoderOf(parameter: WireParameter): (text: string) => string {
  if (parameter.in === "header") return (text) => text;
  if (parameter.allowReserved && parameter.in === "query") return encodeExceptReserved;
  return encodeStrictly;
}

/** `encodeURIComponent` leaves `!'()*` as they are, which RFC 3986 reserves. */
function encodeStrictly(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, percent);
}

/** `allowReserved` keeps RFC 3986's reserved characters, save those that would end the value. */
function encodeExceptReserved(text: string): string {
  return encodeURI(text).replaceAll(/[#&+]/g, percent);
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

function assign({ name, in: location, style }: WireParameter, encoded: string): string {
  if (location === "query" || location === "cookie") return `${encodeStrictly(name)}=${encoded}`;
  if (location === "path" && style === "label") return `.${encoded}`;
  if (location === "path" && style === "matrix") return `;${encodeStrictly(name)}=${encoded}`;
  return encoded;
}

function serializeList(parameter: WireParameter, items: readonly string[]): string {
  if (items.length === 0) return "";
  const delimiter = parameter.style === "pipeDelimited" ? "%7C" : delimiters[parameter.style];
  if (!parameter.explode || parameter.style === "simple") return assign(parameter, items.join(delimiter));
  if (parameter.style === "label") return `.${items.join(".")}`;
  const pairs = items.map((item) => assign(parameter, item));
  return pairs.join(joint(parameter));
}

function serializeMembers(parameter: WireParameter, members: readonly [string, string][]): string {
  if (members.length === 0) return "";
  const { name, style, explode } = parameter;
  if (style === "deepObject") {
    return members.map(([key, value]) => `${encodeStrictly(name)}[${key}]=${value}`).join("&");
  }
  if (!explode) {
    const delimiter = style === "pipeDelimited" ? "%7C" : delimiters[style];
    return assign(parameter, members.flat().join(delimiter));
  }
  const pairs = members.map(([key, value]) => `${key}=${value}`);
  if (style === "simple") return pairs.join(",");
  if (style === "label") return `.${pairs.join(".")}`;
  if (style === "matrix") return `;${pairs.join(";")}`;
  return pairs.join(joint(parameter));
}

function joint({ in: location, style }: WireParameter): string {
  if (location === "cookie") return "; ";
  return style === "matrix" ? "" : "&";
}
