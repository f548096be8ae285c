import type { OperationName } from "./api-error.ts";
import { refuseOption } from "./options.ts";
import type { CallOptions } from "./types.ts";

/** How long a call may take, how much it may read and how often it is repeated. */
export interface Limits {
  /** In milliseconds. 0: without end. */
  readonly timeout: number;
  readonly maxBytes: number;
  /** How many times it is repeated at most, if it is at all. */
  readonly retry: number;
  /** The longest first wait, in milliseconds. */
  readonly delay: number;
  /** The longest wait, in milliseconds. */
  readonly maxDelay: number;
}

const DEFAULTS: Limits = { timeout: 30_000, maxBytes: 2 ** 23, retry: 2, delay: 300, maxDelay: 10_000 };

/**
 * The limits that the options of a client or of a call set.
 *
 * @param usual - Those that go without saying: what the options leave out is as they have it.
 * @param operation - The one that is called with them, if it is.
 * @throws {ConfigurationError} One of them is no number, or negative.
 */
export function limitsOf(
  { timeout, maxBytes, retry }: CallOptions,
  usual: Limits = DEFAULTS,
  operation?: OperationName,
): Limits {
  const policy = typeof retry === "object" ? (retry ?? {}) : { limit: retry };
  const limits = {
    timeout: timeout ?? usual.timeout,
    maxBytes: maxBytes ?? usual.maxBytes,
    retry: policy.limit ?? usual.retry,
    delay: policy.delay ?? usual.delay,
    maxDelay: policy.maxDelay ?? usual.maxDelay,
  };
  for (const [option, value] of Object.entries(limits)) {
    if (typeof value !== "number" || !(value >= 0))
      refuseOption(option, "must be a number, 0 or more", operation);
  }
  return limits;
}
