import { ApiError } from "./errors.ts";
import { serializers } from "./generated/contract.ts";
import type { Certain, Headers, Operation } from "./operation.ts";
import { type Draft, encode, type Fail } from "./serializers.ts";

/** What a call sends. */
export interface Sent {
  readonly url: string;
  readonly headers: Headers;
  readonly body: string | null;
}

/** A request with the arguments of a call. */
export interface Prepared extends Sent {
  /** What the body of the response must hold for it. */
  readonly included: readonly Certain[];
}

/** Writes the arguments of a call into its request. Throws an `ApiError` if one cannot be sent. */
export function prepare(operation: Operation, args: Readonly<Record<string, unknown>>): Prepared {
  const { baseUrl, parts, takes } = operation;
  const draft: Draft = { path: {}, query: "", headers: {}, body: null, included: [] };
  for (const [argument, take] of Object.entries(takes)) {
    const fail = failOf(operation, argument);
    const isGiven = serializers[take.in]?.(draft, take, args[argument], fail);
    if (!isGiven && take.required) fail("is required");
  }
  const url = parts.reduce((url, part, index) => {
    if (index % 2 === 0) return url + part;
    const fail = failOf(operation, part);
    const written = draft.path[part];
    const text = written ?? args[part] ?? fail("is required");
    if (typeof text !== "string") return fail("must be a string");
    // URL parsers remove these segments: the request would go to another resource.
    if (/^\.{0,2}$/.test(text)) fail('must not be "", "." or ".."');
    return url + (written ?? encode(text, fail));
  }, baseUrl);
  return { ...draft, url: url + draft.query.replace("&", "?") };
}

function failOf(operation: Operation, argument: string): Fail {
  return (problem) => {
    const message = `The argument ${argument} ${problem}.`;
    throw new ApiError("argument", message, operation, {}, { argument });
  };
}
