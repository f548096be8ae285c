import { listen } from "./deadline.ts";
import type { Limits } from "./limits.ts";

// RFC 9110 and RFC 6585: the statuses that say that the same request may succeed later.
const REPEATABLE = [408, 429, 502, 503, 504];

/** What an attempt ended in: an answer or an error. */
export interface Outcome {
  readonly kind?: string;
  readonly status: number | undefined;
  readonly response: Pick<Response, "headers"> | undefined;
}

/**
 * The wait before the next attempt in milliseconds: what `Retry-After` asks for, else exponential with full jitter.
 *
 * @param attempt - The attempt that was made, from 1.
 * @param began - When the call began, by the clock of `performance`: that of the day may be set back.
 * @returns `undefined`: there is no next attempt.
 */
export function nextDelay(
  { timeout, retry, delay, maxDelay }: Limits,
  attempt: number,
  met: Outcome,
  began: number,
): number | undefined {
  const isRepeatable = met.kind === "connection" || REPEATABLE.includes(met.status ?? 0);
  if (attempt > retry || !isRepeatable) return undefined;
  const after = met.response?.headers.get("retry-after") ?? "";
  const asked = /^[\d.]+\s*$/.test(after)
    ? Number(after) * 1000
    : Date.parse(/:/.test(after) ? after : "") - Date.now();
  const wait = Number.isNaN(asked) ? Math.random() * delay * 2 ** (attempt - 1) : Math.max(asked, 0);
  // Timers take no more than 31 bits: beyond, they fire at once.
  const capped = Math.min(wait, maxDelay, 2 ** 31 - 1);
  return timeout && performance.now() + capped >= began + timeout ? undefined : capped;
}

/** Waits, or throws the reason of the signal if it has fired or does meanwhile. */
export function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    listen(signal, stop);
    if (signal.aborted) stop();
  });
}
