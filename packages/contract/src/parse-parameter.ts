import type { Parameter } from "./model.ts";
import { delimiters } from "./serialize-parameter.ts";

/** A parameter as it came: nothing is coerced, so a number is the text of its digits. */
export type ParsedParameter = string | readonly string[] | Readonly<Record<string, string>>;

type WireParameter = Pick<Parameter, "name" | "in" | "style" | "explode" | "mediaType" | "shape">;

/**
 * Reads a parameter from the wire: the reverse of {@link serializeParameter}, up to the types of what it holds.
 * @param raw In a path: the segment. In a query: the whole query string. In a header: the header's value. In a
 * cookie: the whole Cookie header. Percent-encoded as it came.
 * @returns `undefined` if the parameter was not sent.
 */
export function parseParameter(
  parameter: WireParameter,
  raw: string | undefined,
): ParsedParameter | undefined {
  if (raw === undefined) return undefined;
  const decode = parameter.in === "header" ? (text: string): string => text : decodeLeniently;
  const texts = textsOf(parameter, raw);
  if (parameter.shape === "object" && parameter.mediaType === undefined)
    return parseMembers(parameter, raw, texts);
  const [first] = texts;
  if (first === undefined) return undefined;
  if (parameter.shape === "array" && parameter.mediaType === undefined) {
    return texts.flatMap((text) => split(parameter, text)).map(decode);
  }
  return decode(first);
}

/** A malformed percent-encoding stays as it came: refusing it is not the reader's business. */
export function decodeLeniently(text: string): string {
  // Most texts have nothing to decode, and very many are read.
  if (!text.includes("%") && !text.includes("+")) return text;
  try {
    return decodeURIComponent(text.replaceAll("+", "%20"));
  } catch {
    return text;
  }
}

/** The pairs of a query string or Cookie header, names decoded, values as they came. */
function pairsOf(location: Parameter["in"], raw: string): [string, string][] {
  const separator = location === "cookie" ? /;\s*/ : "&";
  return raw
    .split(separator)
    .filter((pair) => pair !== "")
    .map((pair) => {
      const at = pair.indexOf("=");
      const name = at < 0 ? pair : pair.slice(0, at);
      return [decodeLeniently(name), at < 0 ? "" : pair.slice(at + 1)];
    });
}

function textsOf({ name, in: location, style, explode }: WireParameter, raw: string): string[] {
  if (location === "header") return [raw];
  if (location === "path") {
    if (style === "label") return explode ? raw.slice(1).split(".") : [raw.slice(1)];
    if (style !== "matrix") return [raw];
    return raw.split(";").flatMap((pair) => {
      const at = pair.indexOf("=");
      return at >= 0 && decodeLeniently(pair.slice(0, at)) === name ? [pair.slice(at + 1)] : [];
    });
  }
  return pairsOf(location, raw).flatMap(([key, value]) => (key === name ? [value] : []));
}

function split({ in: location, style, explode }: WireParameter, text: string): string[] {
  if (text === "") return [];
  if (explode && style !== "simple") return [text];
  if (location === "header") return text.split(",").map((item) => item.trim());
  if (style === "spaceDelimited") return text.split(/%20|\+| /);
  if (style === "pipeDelimited") return text.split(/\||%7C/i);
  return text.split(delimiters[style]);
}

function parseMembers(
  parameter: WireParameter,
  raw: string,
  texts: readonly string[],
): Readonly<Record<string, string>> | undefined {
  const pairs = memberPairs(parameter, raw, texts);
  return pairs.length === 0
    ? undefined
    : Object.fromEntries(pairs.map(([key, value]) => [decodeLeniently(key), decodeLeniently(value)]));
}

function memberPairs(parameter: WireParameter, raw: string, texts: readonly string[]): [string, string][] {
  const { name, in: location, style, explode } = parameter;
  if (style === "deepObject") {
    return pairsOf(location, raw).flatMap(([key, value]): [string, string][] =>
      key.startsWith(`${name}[`) && key.endsWith("]") ? [[key.slice(name.length + 1, -1), value]] : [],
    );
  }
  if (!explode) {
    const flat = texts.flatMap((text) => split({ ...parameter, explode: false }, text));
    return flat.flatMap((key, index): [string, string][] =>
      index % 2 === 0 ? [[key, flat[index + 1] ?? ""]] : [],
    );
  }
  if (location === "query" || location === "cookie") return pairsOf(location, raw);
  const body = style === "matrix" || style === "label" ? raw.slice(1) : raw;
  const separator = style === "matrix" ? ";" : style === "label" ? "." : ",";
  return body.split(separator).map((pair): [string, string] => {
    const at = pair.indexOf("=");
    return at < 0 ? [pair, ""] : [pair.slice(0, at), pair.slice(at + 1)];
  });
}
