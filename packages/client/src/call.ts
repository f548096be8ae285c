import type { Operation } from "./operation.ts";
import type { Limits } from "./types.ts";

/** A call under way. */
export interface Call extends Limits {
  /** `undefined`: the request is of no operation, and carries no credentials. */
  readonly operation: Operation | undefined;
  readonly method: string;
  /** The URL with the path template instead of the arguments, as errors show it. */
  readonly url: string;
  readonly timeout: number;
  readonly maxBytes: number;
  /** Ends the call, besides the signal of its request. */
  readonly signal: AbortSignal | undefined;
  /** The credentials that were sent, which no message may show. */
  readonly secrets: string[];
  /** How often the request was sent. */
  attempts: number;
}

/** The limits of a call, with those of its client. `retry` is of the call alone. */
export function createCall(
  { operation, method, url }: Pick<Call, "operation" | "method" | "url">,
  { timeout = 30_000, maxBytes = 2 ** 23 }: Limits,
  own: Limits & { readonly signal?: AbortSignal | null | undefined } = {},
): Call {
  return {
    operation,
    method,
    url,
    timeout: own.timeout ?? timeout,
    maxBytes: own.maxBytes ?? maxBytes,
    retry: own.retry,
    signal: own.signal ?? undefined,
    secrets: [],
    attempts: 0,
  };
}
