import type { CallOptions } from "./types.ts";

/** How often, and after how long, a request is repeated. */
export interface RetryPolicy {
  readonly limit: number;
  readonly delay: number;
  readonly maxDelay: number;
}

// RFC 9110 and RFC 6585: the statuses that say that the same request may succeed later.
const REPEATABLE = [408, 429, 502, 503, 504];

/** The policy of a call: what it asks for itself, or what the factory says of operations that only read. */
export function retryPolicy(
  method: string,
  call: CallOptions["retry"],
  factory: CallOptions["retry"],
): RetryPolicy {
  const chosen = call ?? (/^(GET|HEAD)$/.test(method) ? factory : 0);
  const {
    limit = 2,
    delay = 300,
    maxDelay = 10_000,
  } = typeof chosen === "number" ? { limit: chosen } : (chosen ?? {});
  return { limit, delay, maxDelay };
}

/** What an attempt ended in: an answer or an error. */
export interface Outcome {
  readonly kind?: string;
  readonly status: number | undefined;
  readonly headers: Headers | undefined;
}

/**
 * The wait before the next attempt in milliseconds: what `Retry-After` asks for, else exponential with full jitter.
 *
 * @param attempt - The attempt that was made, from 1.
 * @returns `undefined`: there is no next attempt.
 */
export function nextDelay(
  { limit, delay, maxDelay }: RetryPolicy,
  attempt: number,
  { kind, status = 0, headers }: Outcome,
): number | undefined {
  if (attempt > limit || !(kind === "connection" || REPEATABLE.includes(status))) return undefined;
  const after = headers?.get("retry-after") ?? "";
  const asked = /^\d+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - Date.now();
  const wait = Number.isNaN(asked) ? Math.random() * delay * 2 ** (attempt - 1) : Math.max(asked, 0);
  return Math.min(wait, maxDelay);
}

/** Waits, or throws the reason of the signal once it fires. */
export function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
