import { refuse } from "./errors.ts";
import { type Headers, type Operation, PRINTABLE, type Take } from "./operation.ts";

/** What the arguments of a call make of its request. */
export interface Prepared {
  url: string;
  readonly headers: Headers;
  body: string | null;
  /** What it asks for: the value, and the way to what it adds to the answer. */
  readonly asked: (readonly [value: string, way: string])[];
}

/**
 * Puts the arguments of a call in their places.
 *
 * @throws {ApiError} One cannot be sent.
 */
export function prepare(operation: Operation, args: Readonly<Record<string, unknown>>): Prepared {
  const { pieces, sent, takes } = operation;
  const request: Prepared = { url: operation.baseUrl, headers: {}, body: null, asked: [] };
  for (let index = 0; index < pieces.length; index++) {
    const piece = pieces[index] ?? "";
    request.url += index % 2 ? segmentOf(operation, piece, args[piece], takes?.[piece]?.[2]) : piece;
  }
  for (const [argument, take] of sent) {
    const value = args[argument];
    // Null is a value of a body alone.
    if (value !== undefined && (value !== null || take[0] === "body"))
      put(request, operation, argument, take, value);
    else if (take[3]) refuse("argument", argument, "is required", operation);
  }
  return request;
}

function put(
  request: Prepared,
  operation: Operation,
  argument: string,
  [place, name, separator]: Take,
  value: unknown,
): void {
  if (place === "body") {
    request.headers["content-type"] = name;
    request.body = JSON.stringify(value) ?? refuse("argument", argument, "is no JSON", operation);
    return;
  }
  const items = textsOf(operation, argument, value, separator, place);
  const adds = operation.includes?.[argument];
  if (adds) askFor(request, operation, argument, [value].flat(), adds);
  if (items.length === 0) return;
  if (place === "header") {
    request.headers[name] = items.join();
    return;
  }
  const key = `${encodeURIComponent(name)}=`;
  request.url += (request.url.includes("?") ? "&" : "?") + key;
  request.url += items.join(separator === "&" ? `&${key}` : ",");
}

function segmentOf(operation: Operation, argument: string, value: unknown, separator = ""): string {
  const text = textsOf(operation, argument, value, separator, "path").join();
  // A URL parser takes these segments away: the request would go to another resource.
  if (/^\.{0,2}$/.test(text)) refuse("argument", argument, 'must not be "", "." or ".."', operation);
  return text;
}

/** The texts of an argument as they travel; of one that is no list there is one. */
function textsOf(
  operation: Operation,
  argument: string,
  value: unknown,
  separator: string,
  place: string,
): string[] {
  const fail = (problem: string): never => refuse("argument", argument, problem, operation);
  const list = separator ? value : [value];
  if (!Array.isArray(list)) return fail("must be a list");
  return list.map((item: unknown) => {
    if (item === undefined || item === null) fail("is required");
    if (!/string|boolean|bigint/.test(typeof item) && !Number.isFinite(item))
      fail("must be a text, a boolean or a finite number");
    const text = String(item);
    if (place === "header") {
      // A comma would part an item in two.
      return PRINTABLE.test(text) && !(separator && text.includes(","))
        ? text
        : fail("cannot be sent in headers");
    }
    try {
      return encodeURIComponent(text);
    } catch {
      return fail("has half a surrogate pair");
    }
  });
}

function askFor(
  { asked }: Prepared,
  operation: Operation,
  argument: string,
  values: readonly unknown[],
  adds: Readonly<Record<string, string>>,
): void {
  values.forEach((value, index) => {
    const name = String(value);
    if (!Object.hasOwn(adds, name) || values.indexOf(value) < index) {
      const names = Object.keys(adds).join(", ");
      refuse("argument", argument, `takes each of ${names} at most once`, operation);
    }
    asked.push([name, adds[name] ?? ""]);
  });
}
