import { failure } from "./errors.ts";
import type { Operation } from "./operation.ts";
import type { Limits } from "./types.ts";

/** Timers take no more than 31 bits of milliseconds: beyond, they fire at once. */
const LONGEST = 2 ** 31 - 1;

/** What is called: its method, and its URL with the path template instead of the arguments. */
export interface Target {
  /** `undefined`: the request is of no operation, and carries no credentials. */
  readonly operation?: Operation;
  readonly method: string;
  readonly url: string;
}

/** A call under way. It ends at its deadline or by its signals, unless its body has been read. */
export class Call {
  readonly target: Target;
  readonly retry: number | undefined;
  readonly maxBytes: number;
  /** The credentials that were sent, which no message may show. */
  readonly secrets: string[] = [];
  /** How often the request was sent. */
  attempts = 0;
  readonly #controller = new AbortController();
  readonly #timeout: number;
  /** What ends its timers, and its listeners. */
  readonly #ends: (() => void)[] = [];
  readonly #waiting = new Set<(error: unknown) => void>();
  #deadline = LONGEST;
  #timer: { unref?(): void } | undefined;

  /** The limits of the call, and those of its client. The `retry` of a client is of reads alone. */
  constructor(target: Target, given: Limits, { timeout = 30_000, maxBytes = 2 ** 23 }: Limits) {
    this.target = target;
    this.retry = given.retry;
    this.maxBytes = given.maxBytes ?? maxBytes;
    this.#timeout = given.timeout ?? timeout;
  }

  /** Aborted when the call is over without a response. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Starts the clock. */
  start(): void {
    const timeout = this.#timeout;
    const what = `had no complete response in ${timeout} ms (option timeout)`;
    this.#deadline = performance.now() + (timeout || LONGEST);
    if (timeout)
      this.#timer = this.#startTimer(() => this.end(failure("timeout", this, what)), timeout);
  }

  /** Lets a signal end the call. */
  listen(signal: AbortSignal): void {
    const abort = (): void =>
      this.end(failure("abort", this, "was ended by its signal", { cause: signal.reason }));
    signal.addEventListener("abort", abort);
    this.#ends.push(() => signal.removeEventListener("abort", abort));
    if (signal.aborted) abort();
  }

  /** A promise that is rejected as soon as the call is over. */
  race<Value>(promise: Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      this.#waiting.add(reject);
      promise.then(resolve, reject).then(() => this.#waiting.delete(reject));
      if (this.signal.aborted) reject(this.signal.reason);
    });
  }

  /** Whether a wait would end before the deadline. */
  allows(milliseconds: number): boolean {
    return performance.now() + milliseconds < this.#deadline;
  }

  wait(milliseconds: number): Promise<true> {
    return new Promise((resolve) => this.#startTimer(() => resolve(true), milliseconds));
  }

  /** The call is over without a response. Whatever is under way stops. */
  end(error: unknown): void {
    this.finish();
    for (const reject of this.#waiting) reject(error);
    this.#controller.abort(error);
  }

  /** The call is over: it leaves no timer, and no listener. */
  finish(): void {
    for (const end of this.#ends) end();
  }

  /** From now on, the deadline does not keep a program from its end. */
  release(): void {
    this.#timer?.unref?.();
  }

  #startTimer(then: () => void, milliseconds: number): object | undefined {
    if (this.signal.aborted) return undefined;
    const timer = setTimeout(then, Math.min(milliseconds, LONGEST));
    this.#ends.push(() => clearTimeout(timer));
    // A browser's timer is a number.
    return timer as object;
  }
}
