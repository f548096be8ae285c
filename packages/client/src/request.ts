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

/** Puts the arguments of a call in their places. Throws an `ApiError` if one cannot be sent. */
export function prepare(operation: Operation, args: Readonly<Record<string, unknown>>): Prepared {
  const request: Prepared = { url: addressOf(operation, args), headers: {}, body: null, asked: [] };
  for (const [argument, take] of operation.sent) {
    const fail: Fail = (problem) => refuse("argument", argument, problem, operation);
    const value = args[argument];
    // Null is a value of a body alone.
    if (value !== undefined && (value !== null || take[0] === "body")) {
      put(request, take, value, fail);
      const adds = operation.includes?.[argument];
      if (adds) request.asked.push(...askedFor([value].flat(), adds, fail));
    } else if (take[3]) fail("is required");
  }
  return request;
}

function put(request: Prepared, [place, name, separator]: Take, value: unknown, fail: Fail): void {
  if (place === "body") {
    request.headers["content-type"] = name;
    request.body = JSON.stringify(value) ?? fail("is no JSON");
    return;
  }
  const items = textsOf(value, separator, place, fail);
  if (items.length === 0) return;
  const key = `${encodeURIComponent(name)}=`;
  const pairs = key + items.join(separator === "&" ? `&${key}` : ",");
  if (place === "header") request.headers[name.toLowerCase()] = items.join();
  else request.url += (request.url.includes("?") ? "&" : "?") + pairs;
}

function addressOf(operation: Operation, args: Readonly<Record<string, unknown>>): string {
  return operation.pieces.reduce((url, piece, index) => {
    if (index % 2 === 0) return url + piece;
    const fail: Fail = (problem) => refuse("argument", piece, problem, operation);
    const text = textsOf(args[piece], operation.takes?.[piece]?.[2] ?? "", "path", fail).join();
    // A URL parser takes these segments away: the request would go to another resource.
    return /^\.{0,2}$/.test(text) ? fail('must not be "", "." or ".."') : url + text;
  }, operation.baseUrl);
}

type Fail = (problem: string) => never;

/** The texts of an argument as they travel; of one that is no list there is one. */
function textsOf(value: unknown, separator: string, place: string, fail: Fail): string[] {
  const list = separator ? value : [value];
  if (!Array.isArray(list)) return fail("must be a list");
  return list.map((item: unknown) => {
    if (item === undefined || item === null) fail("is required");
    if (typeof item !== "string" && typeof item !== "boolean" && !Number.isFinite(item))
      fail("must be a text, a boolean or a finite number");
    const text = String(item);
    // In a header, a comma would part an item in two.
    if (place === "header")
      return PRINTABLE.test(text) && !(separator && text.includes(","))
        ? text
        : fail("cannot be sent in headers");
    try {
      return encodeURIComponent(text);
    } catch {
      return fail("has half a surrogate pair");
    }
  });
}

function askedFor(
  values: readonly unknown[],
  adds: Readonly<Record<string, string>>,
  fail: Fail,
): [string, string][] {
  return values.map((value, index) => {
    const name = String(value);
    if (!Object.hasOwn(adds, name) || values.indexOf(value) < index)
      fail(`takes each of ${Object.keys(adds).join(", ")} at most once`);
    return [name, adds[name] ?? ""];
  });
}
