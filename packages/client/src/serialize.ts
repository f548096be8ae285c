import { ArgumentError } from "./errors.ts";
import type { WireParameter } from "./operation.ts";
import type { Operation } from "./parameters.ts";

/**
 * A parameter on the wire (OpenAPI 3.1, "Style Examples"), percent-encoded except in a header.
 *
 * @returns In a path: what stands for the `{name}`. In a query or cookie: `name=value`, or nothing for an empty list.
 * @throws {ArgumentError} The value cannot be sent.
 */
export function serialize(operation: Operation, parameter: WireParameter, value: unknown): string {
  const { name, shape, style, explode, json } = parameter;
  const encode = (item: unknown): string => encodeItem(operation, parameter, item);
  if (json) return join(parameter, [encode(JSON.stringify(value))]);
  if (!shape) return join(parameter, [encode(value)]);
  if (shape === "array") {
    if (!Array.isArray(value)) return refuse(operation, parameter, "must be a list");
    checkIncludes(operation, parameter, value);
    return join(parameter, value.map(encode));
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return refuse(operation, parameter, "must be an object");
  }
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  const pairs = members.map(([key, member]) => [encode(key), encode(member)] as const);
  const prefix = encodeURIComponent(name);
  if (style === "deepObject") return pairs.map(([key, member]) => `${prefix}[${key}]=${member}`).join("&");
  return join(parameter, explode ? pairs.map((pair) => pair.join("=")) : pairs.flat());
}

const EXPLODED = { path: ",", header: ",", query: "&", cookie: "; " };
const LEAD: Readonly<Record<string, string>> = { label: ".", matrix: ";" };
const DELIMITER: Readonly<Record<string, string>> = { spaceDelimited: "%20", pipeDelimited: "%7C" };

/** Puts encoded items together. */
function join({ in: place, name, shape, style, explode }: WireParameter, items: readonly string[]): string {
  if (items.length === 0) return "";
  const lead = LEAD[style ?? ""] ?? "";
  const isNamed = /query|cookie/.test(place) || style === "matrix";
  const key = isNamed && !(explode && shape === "object") ? `${encodeURIComponent(name)}=` : "";
  if (explode) return lead + items.map((item) => key + item).join(lead || EXPLODED[place]);
  return lead + key + items.join(DELIMITER[style ?? ""] ?? ",");
}

function encodeItem(operation: Operation, parameter: WireParameter, item: unknown): string {
  if (!/string|boolean|bigint/.test(typeof item) && !Number.isFinite(item)) {
    return refuse(operation, parameter, "must be a text, a boolean or a finite number");
  }
  const text = String(item);
  if (parameter.in === "header") {
    return /^[\t -~\x80-\xff]*$/.test(text) ? text : refuse(operation, parameter, "cannot stand in a header");
  }
  try {
    return parameter.allowReserved
      ? encodeURI(text).replace(/[#&+]/g, encodeURIComponent)
      : encodeURIComponent(text);
  } catch {
    return refuse(operation, parameter, "has half a surrogate pair");
  }
}

function checkIncludes(operation: Operation, parameter: WireParameter, items: readonly unknown[]): void {
  const { includes } = operation;
  if (includes?.argument !== (parameter.argument ?? parameter.name)) return;
  for (const [index, item] of items.entries()) {
    if (!Object.hasOwn(includes.adds, String(item)) || items.indexOf(item) !== index) {
      refuse(operation, parameter, `takes each of ${Object.keys(includes.adds).join(", ")} at most once`);
    }
  }
}

/** @throws {ArgumentError} Always. */
export function refuse(operation: Operation, { argument, name }: WireParameter, problem: string): never {
  throw new ArgumentError(`The argument ${argument ?? name} ${problem}. Nothing was sent.`, { operation });
}
