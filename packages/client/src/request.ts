import { refuseArgument } from "./errors.ts";
import type { Headers, Operation, Take } from "./operation.ts";

/** What the arguments of a call make of its request. */
export interface Prepared {
  readonly url: string;
  readonly headers: Headers;
  readonly body: string | null;
  /** What it asks for: the value, and the way to what it adds to the answer. */
  readonly asked: readonly (readonly [value: string, way: string])[];
}

/**
 * Puts the arguments of a call in their places.
 *
 * @throws {ApiError} One cannot be sent.
 */
export function prepare(operation: Operation, args: Values): Prepared {
  const { takes, includes = {} } = operation;
  const headers: Headers = {};
  const asked: [string, string][] = [];
  let query = "";
  let body: string | null = null;
  for (const [argument, [place, name, separator]] of sentOf(operation, args)) {
    const value = args[argument];
    if (place === "body") {
      headers["content-type"] = name;
      body = bodyOf(operation, value);
      continue;
    }
    const items = textsOf(operation, argument, value, separator, place);
    const adds = includes[argument];
    if (adds) asked.push(...askedOf(operation, argument, [value].flat(), adds));
    if (place === "query") query += pairsOf(name, separator, items);
    else if (items.length > 0) headers[name] = items.join();
  }
  const path = operation.pieces.map((piece, index) =>
    index % 2 ? segmentOf(operation, piece, args[piece], takes[piece]?.[2]) : piece,
  );
  return { url: operation.baseUrl + path.join("") + query.replace("&", "?"), headers, body, asked };
}

type Values = Readonly<Record<string, unknown>>;

/** The arguments that are sent elsewhere than in the path. */
function sentOf(operation: Operation, args: Values): [string, Take][] {
  return Object.entries(operation.takes).filter(([argument, [place, , , isRequired]]) => {
    const value = args[argument];
    // Null is a value of a body alone.
    const isSent = value !== undefined && (value !== null || place === "body");
    if (!isSent && isRequired) refuseArgument(operation, argument, "is required");
    return isSent && place !== "path";
  });
}

function segmentOf(operation: Operation, argument: string, value: unknown, separator = ""): string {
  const text = textsOf(operation, argument, value, separator, "path").join();
  // A URL parser takes these segments away: the request would go to another resource.
  if (/^\.{0,2}$/.test(text)) refuseArgument(operation, argument, 'must not be "", "." or ".."');
  return text;
}

function bodyOf(operation: Operation, value: unknown): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch {}
  return text ?? refuseArgument(operation, "body", "cannot be written as JSON");
}

/** The pairs of a query parameter, each behind a `&`. */
function pairsOf(name: string, separator: string, items: readonly string[]): string {
  const key = `&${encodeURIComponent(name)}=`;
  return items.length > 0 ? key + items.join(separator === "&" ? key : ",") : "";
}

/** The texts of an argument as they travel; of one that is no list there is one. */
function textsOf(
  operation: Operation,
  argument: string,
  value: unknown,
  separator: string,
  place: string,
): string[] {
  const refuse = (problem: string): never => refuseArgument(operation, argument, problem);
  const list = separator ? value : [value];
  if (!Array.isArray(list)) return refuse("must be a list");
  return list.map((item: unknown) => {
    if (item === undefined || item === null) refuse("is required");
    if (!/string|boolean|bigint/.test(typeof item) && !Number.isFinite(item)) {
      refuse("must be a text, a boolean or a finite number");
    }
    const text = String(item);
    if (place === "header") {
      // A comma would part an item in two.
      const isSendable = /^([!-~]([ -~]*[!-~])?)?$/.test(text) && !(separator && text.includes(","));
      return isSendable ? text : refuse("has a character that no header can have");
    }
    try {
      return encodeURIComponent(text);
    } catch {
      return refuse("has half a surrogate pair");
    }
  });
}

function askedOf(
  operation: Operation,
  argument: string,
  values: readonly unknown[],
  adds: Readonly<Record<string, string>>,
): [string, string][] {
  return values.map((value, index) => {
    const name = String(value);
    if (!Object.hasOwn(adds, name) || values.indexOf(value) < index) {
      refuseArgument(operation, argument, `takes each of ${Object.keys(adds).join(", ")} at most once`);
    }
    return [name, adds[name] ?? ""];
  });
}
