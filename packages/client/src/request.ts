import { ApiError } from "./errors.ts";
import { type Headers, type Operation, PRINTABLE, type Take } from "./operation.ts";

/** What the arguments of a call make of its request. */
export interface Prepared {
  readonly url: string;
  readonly headers: Headers;
  readonly body: string | null;
  /** The ways to what it asks the answer to hold. */
  readonly asked: readonly string[];
}

type Fail = (problem: string) => never;

/** Puts the arguments of a call in their places. Throws an `ApiError` if one cannot be sent. */
export function prepare(operation: Operation, args: Readonly<Record<string, unknown>>): Prepared {
  const { baseUrl, pieces, takes = {} } = operation;
  const headers: Headers = {};
  const asked: string[] = [];
  let query = "";
  let body = null;
  const put = (take: Take, value: unknown, fail: Fail): void => {
    const [place, name, separator] = take;
    if (place === "body") {
      headers["content-type"] = name;
      body = JSON.stringify(value) ?? fail("is no JSON");
      return;
    }
    const items = textsOf(value, take, asked, fail);
    if (items.length === 0) return;
    const key = `&${encodeURIComponent(name)}=`;
    if (place === "header") headers[name.toLowerCase()] = items.join();
    if (place === "query") query += key + items.join(separator === "&" ? key : ",");
  };
  const url = pieces.reduce((url, argument, index) => {
    if (index % 2 === 0) return url + argument;
    const fail = failOf(operation, argument);
    const value = args[argument];
    const take = takes[argument];
    if (!take && typeof (value ?? "") !== "string") fail("must be a text");
    const text = textsOf(value, take ?? ["path", argument, "", 1], asked, fail).join();
    // A URL parser takes these segments away: the request would go to another resource.
    return /^\.{0,2}$/.test(text) ? fail('must not be "", "." or ".."') : url + text;
  }, baseUrl);
  for (const argument in takes) {
    const take = takes[argument] as Take;
    const fail = failOf(operation, argument);
    const value = args[argument];
    // Null is a value of a body alone.
    if (value !== undefined && (value !== null || take[0] === "body")) put(take, value, fail);
    else if (take[3]) fail("is required");
  }
  return { url: url + query.replace("&", "?"), headers, body, asked };
}

function failOf(operation: Operation, argument: string): Fail {
  return (problem) => {
    throw new ApiError(
      "argument",
      `The argument ${argument} ${problem}.`,
      operation,
      {},
      { argument },
    );
  };
}

/** The texts of an argument as they travel; of one that is no list there is one. */
function textsOf(
  value: unknown,
  [place, , separator, , adds]: Take,
  asked: string[],
  fail: Fail,
): string[] {
  const list = separator ? value : [value];
  if (!Array.isArray(list)) return fail("must be a list");
  const texts = list.map((item: unknown) => {
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
  if (adds) {
    const before = asked.length;
    for (const name in adds) if (list.includes(name)) asked.push(adds[name] ?? "");
    if (asked.length - before < list.length)
      fail(`takes each of ${Object.keys(adds).join(", ")} at most once`);
  }
  return texts;
}
