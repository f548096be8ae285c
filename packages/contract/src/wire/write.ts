import { isObject, type JsonObject, type JsonValue } from "../json.ts";
import type { HttpRequest } from "../messages.ts";
import { primitiveText, separatorOf, type WireFormat } from "./forms.ts";
import { bytesAsUtf8, locations } from "./locations.ts";

// The values of parameters as text on the wire.

/** A name, and its text, which is encoded. */
type WrittenPair = readonly [name: string, text: string];

/**
 * Writes the value of a parameter for the wire (OpenAPI 3.1, "Style Values").
 *
 * @returns Of a path parameter its segment, of a query parameter its pairs (`page%5Bsize%5D=2`), of
 * a header its value, of a cookie its pairs. The empty string of a query parameter or a cookie:
 * nothing is sent.
 */
export function serializeParameter(parameter: WireFormat, value: JsonValue): string {
  const { encodeName, separator } = locations[parameter.in];
  const pairs = pairsOf(parameter, value);
  if (separator === undefined) return pairs[0]?.[1] ?? "";
  return pairs.map(([name, text]) => `${encodeName(name)}=${text}`).join(separator);
}

/** A request with the value of a parameter. */
export function writeParameter(
  request: HttpRequest,
  parameter: WireFormat,
  value: JsonValue,
): HttpRequest {
  const { write } = locations[parameter.in];
  return pairsOf(parameter, value).reduce(
    (current, [name, text]) => write(current, name, text),
    request,
  );
}

/** The pairs of a value. A location without pairs has one of the name of the parameter. */
function pairsOf(parameter: WireFormat, value: JsonValue): WrittenPair[] {
  const { explode, in: location, name, style } = parameter;
  const { encode, separator } = locations[location];
  const isPaired = separator !== undefined;
  if (style === "deepObject") return bracketPairs(name, value, encode);
  if (isPaired && explode && isObject(value)) return memberPairs(value, encode);
  if (isPaired && explode && Array.isArray(value))
    return value.map((item: JsonValue) => [name, encode(primitiveText(item))]);
  const texts = itemTexts(parameter, value).map(encodeMembers(encode));
  return isPaired && texts.length === 0 ? [] : [[name, texts.join(separatorOf(parameter))]];
}

/** Encodes the name and the value of `name=value` apart. */
function encodeMembers(encode: (text: string) => string): (texts: readonly string[]) => string {
  return (texts) => texts.map(encode).join("=");
}

/** The texts of a value that is one text; those of an exploded object are pairs. */
function itemTexts({ explode }: WireFormat, value: JsonValue): string[][] {
  if (Array.isArray(value)) return value.map((item: JsonValue) => [primitiveText(item)]);
  if (!isObject(value)) return [[primitiveText(value)]];
  return definedMembers(value).flatMap(([name, member]) =>
    explode ? [[name, primitiveText(member)]] : [[name], [primitiveText(member)]],
  );
}

function definedMembers(value: JsonObject): [name: string, member: JsonValue][] {
  return Object.entries(value).flatMap(([name, member]) =>
    member === undefined ? [] : [[name, member]],
  );
}

function memberPairs(value: JsonObject, encode: (text: string) => string): WrittenPair[] {
  return definedMembers(value).flatMap(([name, member]) =>
    [member].flat().map((each: JsonValue): WrittenPair => [name, encode(primitiveText(each))]),
  );
}

/** The pairs of a `deepObject`: `filter[name]=a`, and `filter[tags][]=a` for each item. */
function bracketPairs(
  name: string,
  value: JsonValue,
  encode: (text: string) => string,
): WrittenPair[] {
  if (Array.isArray(value))
    return value.flatMap((item: JsonValue, index) => {
      const isNested = typeof item === "object" && item !== null;
      return bracketPairs(`${name}[${isNested ? index : ""}]`, item, encode);
    });
  if (!isObject(value)) return [[name, encode(primitiveText(value))]];
  return definedMembers(value).flatMap(([member, each]) =>
    bracketPairs(`${name}[${member}]`, each, encode),
  );
}

/**
 * A path in its normal form (RFC 3986, 6.2.2): letters, digits and `-._~` as they are, and other
 * escapes in upper case.
 */
export function normalizePath(path: string): string {
  if (/^[!-$&-~]*$/.test(path)) return path;
  return path.replaceAll(/%[\dA-F]{2}|[^\0-\x7f]+/gi, (part) => {
    if (!part.startsWith("%")) return encodeURIComponent(bytesAsUtf8(part).toWellFormed());
    const character = String.fromCharCode(Number.parseInt(part.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : part.toUpperCase();
  });
}
