import { refuseOption } from "./options.ts";
import type { CallOptions } from "./types.ts";

/** How long a call may take, how much it may read and how often it is repeated. */
export interface Limits {
  /** In milliseconds. 0: without end. */
  readonly timeout: number;
  readonly maxBytes: number;
  /** How many times it is repeated at most. */
  readonly limit: number;
  /** The longest first wait, in milliseconds. */
  readonly delay: number;
  /** The longest wait, in milliseconds. */
  readonly maxDelay: number;
}

/**
 * The limits of a call: what it asks for itself, or what the factory says. Repeated without being asked to is only what
 * reads.
 *
 * @throws {ConfigurationError} One of them is no number, or negative.
 */
export function limitsOf(method: string, call: CallOptions, factory: CallOptions): Limits {
  const retry = call.retry ?? (/^(GET|HEAD)$/.test(method) ? factory.retry : 0) ?? {};
  const { limit = 2, delay = 300, maxDelay = 10_000 } = typeof retry === "object" ? retry : { limit: retry };
  const timeout = call.timeout ?? factory.timeout ?? 30_000;
  const maxBytes = call.maxBytes ?? factory.maxBytes ?? 8 * 1024 * 1024;
  for (const [option, value] of Object.entries({ timeout, maxBytes, retry: limit, delay, maxDelay })) {
    if (typeof value !== "number" || !(value >= 0)) {
      refuseOption(option, "must be a number that is not negative");
    }
  }
  return { timeout, maxBytes, limit, delay, maxDelay };
}
