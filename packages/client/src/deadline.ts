import { AbortError, TimeoutError } from "./errors.ts";
import type { Exchange } from "./exchange.ts";

/**
 * Does some work until the caller aborts it, its deadline passes or it stops itself; then its signal fires with the
 * error, and what the work still does is ignored.
 */
export function within<Outcome>(
  { route: operation, limits: { timeout }, signal: caller }: Exchange,
  work: (signal: AbortSignal, stop: (error: unknown) => void) => Promise<Outcome>,
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const settle = (): void => {
      clearTimeout(timer);
      if (caller) unlisten(caller, abort);
    };
    // Whatever a call ends in: what of its answer nobody has read is not read any more.
    const stop = (error: unknown): void => {
      settle();
      // First, since Node's fetch then gives its reason a stack that leads nowhere: whoever waits gives it another.
      controller.abort(error);
      reject(error);
    };
    const abort = (): void =>
      stop(new AbortError("The caller aborted the call.", { operation, cause: caller?.reason }));
    const expire = (): void =>
      stop(new TimeoutError(`No complete answer within ${timeout} ms (option timeout).`, { operation }));
    if (caller?.aborted) return abort();
    if (caller) listen(caller, abort);
    // Timers take no more than 31 bits: beyond, they fire at once.
    if (timeout > 0) timer = start(expire, Math.min(timeout, 2 ** 31 - 1));
    work(controller.signal, stop).then((outcome) => {
      settle();
      resolve(outcome);
    }, stop);
  });
}

/** What to do when a signal fires. Node 20 warns of more than ten listeners of a signal: it gets one. */
const stops = new WeakMap<object, Set<() => void>>();

/** Has something done when a signal fires. */
export function listen(signal: AbortSignal, stop: () => void): void {
  const known = stops.get(signal) ?? new Set();
  stops.set(signal, known.add(stop));
  signal.addEventListener("abort", stopAll);
}

function unlisten(signal: AbortSignal, stop: () => void): void {
  const known = stops.get(signal);
  known?.delete(stop);
  if (!known?.size) signal.removeEventListener("abort", stopAll);
}

function stopAll({ target }: Event): void {
  for (const stop of stops.get(Object(target)) ?? []) stop();
}

/** How many timers there are that do nothing. */
let idle = 0;

/**
 * Starts a timer. Node keeps a list of timers for each duration and drops it with the last of them, which for calls one
 * after the other costs more than the timer: so a few stay in it. They do not keep the process alive.
 */
function start(expire: () => void, duration: number): ReturnType<typeof setTimeout> {
  const timer = setTimeout(expire, duration);
  if (Object(timer).unref && idle < 9) {
    idle++;
    setTimeout(() => idle--, duration).unref();
  }
  return timer;
}
