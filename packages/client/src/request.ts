import { ApiError } from "./errors.ts";
import { places } from "./generated/contract.ts";
import type { Certain, Headers, Operation } from "./operation.ts";
import { encode, type Fail } from "./places.ts";

/** What the arguments of a call make of its request. */
export interface Prepared {
  readonly url: string;
  readonly headers: Headers;
  readonly body: string | null;
  /** What the body of the response must hold for it. */
  readonly asked: readonly Certain[];
}

/** Puts the arguments of a call in their places. Throws an `ApiError` if one cannot be sent. */
export function prepare(operation: Operation, args: Readonly<Record<string, unknown>>): Prepared {
  const { baseUrl, path, takes = {} } = operation;
  const draft = { path: { ...args }, query: "", headers: {}, body: null, asked: [] };
  for (const [argument, take] of Object.entries(takes)) {
    const fail = failOf(operation, argument);
    const isGiven = places[take.in]?.(draft, take, args[argument], fail, argument);
    if (!isGiven && take.required) fail("is required");
  }
  const url = path.split(/[{}]/).reduce((url, argument, index) => {
    if (index % 2 === 0) return url + argument;
    const fail = failOf(operation, argument);
    const text = draft.path[argument] ?? fail("is required");
    if (typeof text !== "string") return fail("must be a string");
    // A URL parser takes these segments away: the request would go to another resource.
    if (/^\.{0,2}$/.test(text)) fail('must not be "", "." or ".."');
    return url + (takes[argument] ? text : encode(text, fail));
  }, baseUrl);
  return { ...draft, url: url + draft.query.replace("&", "?") };
}

function failOf(operation: Operation, argument: string): Fail {
  return (problem) => {
    const message = `The argument ${argument} ${problem}.`;
    throw new ApiError("argument", message, operation, {}, { argument });
  };
}
