import { ArgumentError } from "./errors.ts";
import type { Parameter } from "./operation.ts";

type Values = Readonly<Record<string, unknown>>;

/** What values are called: as the arguments of a method are, or as on the wire. */
type Naming = "argument" | "name";

/** A member of what a caller gave, and not one that every object has: a parameter may be called `constructor`. */
export function own(values: Values, name: string): unknown {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

/** The arguments of a method that are a query or a path, by name on the wire. */
export function argumentsIn(place: readonly (string | Parameter)[], args: Values): Values {
  const values: Record<string, unknown> = {};
  for (const each of place) if (typeof each === "object") values[each.name] = own(args, each.argument);
  return values;
}

/** The path with its arguments. */
export function fillPath(pieces: readonly (string | Parameter)[], values: Values, naming: Naming): string {
  let path = "";
  for (const piece of pieces) {
    path += typeof piece === "string" ? piece : segment(piece, own(values, piece[naming]));
  }
  return path;
}

function segment(parameter: Parameter, value: unknown): string {
  const text = write(parameter, value);
  // A URL parser takes these segments away: the request would go to another resource.
  return ["", ".", ".."].includes(text) ? refuse(parameter, 'must not be "", "." or ".."') : text;
}

/** The query, without its question mark. */
export function fillQuery(parameters: readonly Parameter[], values: Values, naming: Naming): string {
  let query = "";
  for (const parameter of parameters) {
    const value = own(values, parameter[naming]);
    const text = isGiven(parameter, value) ? write(parameter, value) : "";
    query += query && text ? `&${text}` : text;
  }
  return query;
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
  return parameter.in === "query" ? `${parameter.key}=${text}` : text;
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
  if (typeof value === "string") return value;
  return /boolean|bigint/.test(typeof value) || Number.isFinite(value)
    ? String(value)
    : refuse(parameter, "must hold a text, a boolean or a finite number");
}

/** @throws {ArgumentError} Always. */
export function refuse(
  { operation, argument }: Pick<Parameter, "operation" | "argument">,
  problem: string,
): never {
  throw new ArgumentError(`The argument ${argument} ${problem}. Nothing was sent.`, {
    operation,
    about: { argument },
  });
}
