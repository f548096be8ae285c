import { ArgumentError } from "./errors.ts";
import type { Parameter } from "./operation.ts";

type Values = Readonly<Record<string, unknown>>;

/**
 * A member of what a caller gave, which may be an accessor of its class, and not one that every object has: a parameter
 * may be called `constructor`.
 */
export function own(values: Values, name: string): unknown {
  return Object.hasOwn(values, name) || !(name in {}) ? values[name] : undefined;
}

/** The path with its arguments. */
export function fillPath(pieces: readonly (string | Parameter)[], args: Values): string {
  let path = "";
  for (const piece of pieces) path += typeof piece === "string" ? piece : segment(piece, args);
  return path;
}

function segment(parameter: Parameter, args: Values): string {
  const text = write(parameter, args);
  // A URL parser takes these segments away: the request would go to another resource.
  return /^\.{0,2}$/.test(text) ? refuse(parameter, 'must not be "", "." or ".."') : text;
}

/** The query, with its question mark. */
export function fillQuery(parameters: readonly Parameter[], args: Values): string {
  let query = "";
  for (const parameter of parameters) {
    const text = write(parameter, args);
    // An empty list or object leaves nothing to send.
    if (!text && parameter.required) refuse(parameter, "must not be empty");
    query += text && (query ? "&" : "?") + text;
  }
  return query;
}

/** Whether a value is to be sent. */
export function isGiven(parameter: Parameter, value: unknown): boolean {
  const isAbsent = value === undefined || value === null;
  if (isAbsent && (parameter.required || parameter.in === "path")) refuse(parameter, "is required");
  return !isAbsent;
}

function write(parameter: Parameter, args: Values): string {
  const value = own(args, parameter.argument);
  if (!isGiven(parameter, value)) return "";
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
export function textOf(parameter: Pick<Parameter, "operation" | "argument">, value: unknown): string {
  if (typeof value === "string") return value;
  return /boolean|bigint/.test(typeof value) || Number.isFinite(value)
    ? String(value)
    : refuse(parameter, "must hold a text, a boolean or a finite number");
}

/** What the platform calls the class of a value, whichever implementation of it: `Object`, `Map`, `Blob`. */
export function tagOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice(8, -1);
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
