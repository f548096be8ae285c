import { refuseOption } from "./options.ts";
import type { CallOptions, RetryOptions } from "./types.ts";

/** How long a call may take, how much it may read and how often it is repeated. */
export interface Limits {
  /** In milliseconds. 0: without end. */
  readonly timeout: number;
  readonly maxBytes: number;
  /** How many times it is repeated at most. */
  readonly retry: number;
  /** The longest first wait, in milliseconds. */
  readonly delay: number;
  /** The longest wait, in milliseconds. */
  readonly maxDelay: number;
}

/**
 * The limits of a call: what it asks for itself, or else what the factory says. Repeated without being asked to is only
 * what reads.
 *
 * @throws {ConfigurationError} One of them is no number, or negative.
 */
export function limitsOf(method: string, call: CallOptions, factory: CallOptions): Limits {
  const isRepeated = (call.retry ?? /^(GET|HEAD)$/.test(method)) !== false;
  const asked = policyOf(call.retry);
  const usual = policyOf(factory.retry);
  const retry = isRepeated ? (asked.limit ?? usual.limit ?? 2) : 0;
  const delay = asked.delay ?? usual.delay ?? 300;
  const maxDelay = asked.maxDelay ?? usual.maxDelay ?? 10_000;
  const timeout = call.timeout ?? factory.timeout ?? 30_000;
  const maxBytes = call.maxBytes ?? factory.maxBytes ?? 2 ** 23;
  const limits = { timeout, maxBytes, retry, delay, maxDelay };
  for (const [option, value] of Object.entries(limits)) {
    if (typeof value !== "number" || !(value >= 0)) refuseOption(option, "must be a number, 0 or more");
  }
  return limits;
}

function policyOf(retry: CallOptions["retry"]): RetryOptions {
  return typeof retry === "object" ? (retry ?? {}) : { limit: retry };
}
