import { ArgumentError } from "./errors.ts";
import type { Parameter } from "./operation.ts";

type Values = Readonly<Record<string, unknown>>;

/** The path with its arguments, from the pieces of its template. */
export function fillPath(pieces: readonly (string | Parameter)[], values: Values): string {
  return pieces.map((piece) => (typeof piece === "string" ? piece : segment(piece, values))).join("");
}

function segment(parameter: Parameter, values: Values): string {
  const text = write(parameter, values[parameter.name]);
  // A URL parser takes these segments away: the request would go to another resource.
  return /^\.{0,2}$/.test(text) ? refuse(parameter, 'must not be "", "." or ".."') : text;
}

/** The query, without its question mark. */
export function fillQuery(parameters: readonly Parameter[], values: Values): string {
  return parameters
    .filter((each) => each.in === "query" && isGiven(each, values[each.name]))
    .map((each) => write(each, values[each.name]))
    .filter(Boolean)
    .join("&");
}

/** Whether a value is to be sent. */
export function isGiven(parameter: Parameter, value: unknown): boolean {
  const isAbsent = value === undefined || value === null;
  if (isAbsent && parameter.required) refuse(parameter, "is required");
  return !isAbsent;
}

function write(parameter: Parameter, value: unknown): string {
  if (parameter.write) return parameter.write(parameter, value);
  const text = encode(parameter, value);
  return parameter.in === "query" ? `${encodeURIComponent(parameter.name)}=${text}` : text;
}

/** A single value, percent-encoded. */
export function encode(parameter: Parameter, value: unknown): string {
  const text = textOf(parameter, value);
  try {
    return encodeURIComponent(text);
  } catch {
    return refuse(parameter, "has half a surrogate pair");
  }
}

/** The text of a single value. */
export function textOf(parameter: Parameter, value: unknown): string {
  return /string|boolean|bigint/.test(typeof value) || Number.isFinite(value)
    ? String(value)
    : refuse(parameter, "must be a text, a boolean or a finite number");
}

/** @throws {ArgumentError} Always. */
export function refuse({ operation, argument, name }: Parameter, problem: string): never {
  throw new ArgumentError(`The argument ${argument ?? name} ${problem}. Nothing was sent.`, { operation });
}
