import type { Parameter } from "./operation.ts";
import { encode, isGiven, own, refuse, tagOf, textOf } from "./parameters.ts";

// The generated table names the writers that its contract needs: a bundle holds no others.

/** A list in a query, in one pair, its items between commas. */
export function commaList(parameter: Parameter, value: unknown): string {
  let text = "";
  for (const item of encodeItems(parameter, value)) text += (text ? "," : `${parameter.key}=`) + item;
  return text;
}

function encodeItems(parameter: Parameter, value: unknown, encodeItem: typeof encode = encode): string[] {
  if (!Array.isArray(value)) return refuse(parameter, "must be a list");
  const { adds } = parameter;
  const items: string[] = [];
  // A hole in a list is a value that cannot be sent.
  for (const item of value) {
    const text = encodeItem(parameter, item);
    if (adds && !(Object.hasOwn(adds, String(item)) && !items.includes(text))) {
      refuse(parameter, `takes each of ${Object.keys(adds).join(", ")} at most once`);
    }
    items.push(text);
  }
  return items;
}

/**
 * A value of any shape in any style (OpenAPI 3.1, "Style Examples"), percent-encoded except in a header.
 *
 * @public
 */
export function styled(parameter: Parameter, value: unknown): string {
  const { key: name, shape, style, explode } = parameter;
  if (!shape) return join(parameter, [encodeText(parameter, value)]);
  if (shape === "array") return join(parameter, encodeItems(parameter, value, encodeText));
  // A Map and a Date have no members of their own: nothing would be sent.
  if (tagOf(value) !== "Object") refuse(parameter, "must be an object");
  const pairs = Object.entries(Object(value))
    .filter(([, member]) => member !== undefined && member !== null)
    .map((pair) => pair.map((each) => encodeText(parameter, each)));
  if (explode && pairs.some(([key = ""]) => key.includes("="))) {
    refuse(parameter, 'has "=" in a name, which ends the name');
  }
  if (style === "deepObject") {
    return pairs.map(([key, member]) => `${name}[${key}]=${member}`).join("&");
  }
  return join(parameter, explode ? pairs.map((pair) => pair.join("=")) : pairs.flat());
}

/**
 * A value that may be a list or an object, or neither.
 *
 * @public
 */
export function ofAnyShape(parameter: Parameter, value: unknown): string {
  if (typeof value !== "object") return styled(parameter, value);
  return styled({ ...parameter, shape: Array.isArray(value) ? "array" : "object" }, value);
}

/**
 * One of the values that ask for parts of the body.
 *
 * @public
 */
export function choice(parameter: Parameter, value: unknown): string {
  return commaList(parameter, [value]);
}

/**
 * A value as JSON.
 *
 * @public
 */
export function jsonText(parameter: Parameter, value: unknown): string {
  return join(parameter, [encodeText(parameter, stringify(parameter, value))]);
}

function stringify(parameter: Parameter, value: unknown): string {
  try {
    const text: string | undefined = JSON.stringify(value);
    if (text !== undefined) return text;
  } catch {}
  return refuse(parameter, "cannot be written as JSON");
}

/**
 * Parameters in headers and in the cookie.
 *
 * @public
 */
export function inHead(
  parameters: readonly Parameter[],
  args: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const parameter of parameters) {
    const value = own(args, parameter.argument);
    if (!/header|cookie/.test(parameter.in) || !isGiven(parameter, value)) continue;
    const name = parameter.in === "header" ? parameter.name.toLowerCase() : "cookie";
    const text = (parameter.write ?? styled)(parameter, value);
    // Of an empty list or object nothing is sent, as in a query; a header that is required is sent empty.
    if (!text && parameter.shape && !parameter.required) continue;
    headers[name] = headers[name] ? `${headers[name]}; ${text}` : text;
  }
  return headers;
}

const EXPLODED = { path: ",", header: ",", query: "&", cookie: "; " };
const LEAD: Readonly<Record<string, string>> = { label: ".", matrix: ";" };
const DELIMITER: Readonly<Record<string, string>> = { spaceDelimited: "%20", pipeDelimited: "%7C" };

/** Puts encoded items together. */
function join(parameter: Parameter, items: readonly string[]): string {
  const { in: place, key: name, shape, style, explode } = parameter;
  if (items.length === 0) return "";
  const lead = LEAD[style ?? ""] ?? "";
  const delimiter = explode ? lead || EXPLODED[place] : (DELIMITER[style ?? ""] ?? ",");
  if (shape && items.some((item) => item.includes(delimiter))) {
    refuse(parameter, `has "${decodeURI(delimiter)}" in an item, which separates the items`);
  }
  const isNamed = /query|cookie/.test(place) || style === "matrix";
  const key = isNamed && !(explode && shape === "object") ? `${name}=` : "";
  return lead + (explode ? items.map((item) => key + item).join(delimiter) : key + items.join(delimiter));
}

function encodeText(parameter: Parameter, given: unknown): string {
  const isNested = parameter.nested && typeof given === "object" && given;
  const value = isNested ? stringify(parameter, given) : given;
  if (parameter.in !== "header") {
    const encoded = encode(parameter, value);
    return parameter.allowReserved ? encodeURI(String(value)).replace(/[#&+]/g, encodeURIComponent) : encoded;
  }
  const text = textOf(parameter, value);
  return /^[\t -~\x80-\xff]*$/.test(text) ? text : refuse(parameter, "cannot stand in a header");
}
