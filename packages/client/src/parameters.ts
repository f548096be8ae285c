import { ArgumentError } from "./errors.ts";
import type { Parameter } from "./operation.ts";

type Values = Readonly<Record<string, unknown>>;

/** What travels in the address. */
export interface Placed {
  readonly path: Values;
  readonly query: Values;
}

/** The arguments of a method that travel in the address, by place and by name on the wire. */
export function placeArguments(parameters: readonly Parameter[], args: Values): Placed {
  const path: Record<string, unknown> = { __proto__: null };
  const query: Record<string, unknown> = { __proto__: null };
  for (const { in: place, name, argument = name } of parameters) {
    if (place === "path") path[name] = args[argument];
    if (place === "query") query[name] = args[argument];
  }
  return { path, query };
}

/** The path of a template, with its arguments. */
export function fillPath(template: string, parameters: readonly Parameter[], values: Values): string {
  let path = template;
  for (const parameter of parameters) {
    if (parameter.in !== "path") continue;
    const text = segment(parameter, values[parameter.name]);
    // No value brings a brace of its own: they are encoded.
    path = path.replace(`{${parameter.name}}`, () => text);
  }
  return path;
}

function segment(parameter: Parameter, value: unknown): string {
  const text = write(parameter, value);
  // A URL parser takes these segments away: the request would go to another resource.
  return ["", ".", ".."].includes(text) ? refuse(parameter, 'must not be "", "." or ".."') : text;
}

/** The query, without its question mark. */
export function fillQuery(parameters: readonly Parameter[], values: Values): string {
  let query = "";
  for (const parameter of parameters) {
    const value = values[parameter.name];
    if (parameter.in !== "query" || !isGiven(parameter, value)) continue;
    const text = write(parameter, value);
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
  if (typeof value === "string") return value;
  return /boolean|bigint/.test(typeof value) || Number.isFinite(value)
    ? String(value)
    : refuse(parameter, "must be a text, a boolean or a finite number");
}

/** @throws {ArgumentError} Always. */
export function refuse({ operation, argument, name }: Parameter, problem: string): never {
  throw new ArgumentError(`The argument ${argument ?? name} ${problem}. Nothing was sent.`, { operation });
}
