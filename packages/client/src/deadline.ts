import type { Call } from "./call.ts";
import { failure } from "./errors.ts";

/** Timers take no more than 31 bits of milliseconds: beyond, they fire at once. */
const LONGEST = 2 ** 31 - 1;

type Timer = ReturnType<typeof setTimeout>;

/** Ends a call at its deadline or by its signals, until it is finished: its body has been read. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #timers: Timer[] = [];
  readonly #signals: readonly AbortSignal[];
  readonly #ended: Promise<never>;
  readonly #reject: (error: unknown) => void = () => {};
  readonly #call: Call;
  readonly #time: number;

  constructor(call: Call, signal: AbortSignal) {
    this.#call = call;
    this.#signals = call.signal ? [call.signal, signal] : [signal];
    let fail = this.#reject;
    this.#ended = new Promise((_, reject) => {
      fail = reject;
    });
    this.#reject = fail;
    this.#ended.catch(() => {});
    this.#time = performance.now() + (call.timeout || LONGEST);
    for (const each of this.#signals) {
      if (each.aborted) this.handleEvent({ target: each });
      else each.addEventListener("abort", this);
    }
    if (call.timeout) this.#start(() => this.#expire(), call.timeout);
  }

  /** Aborted when the call is over without a response. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** A promise that is rejected as soon as the call is over. */
  race<Value>(promise: Promise<Value>): Promise<Value> {
    return Promise.race([promise, this.#ended]);
  }

  /** Whether a wait would end before the deadline. */
  allows(milliseconds: number): boolean {
    return performance.now() + milliseconds < this.#time;
  }

  wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => this.#start(resolve, milliseconds));
  }

  /** The call is over without a response. Whatever is under way stops. */
  end(error: unknown): void {
    this.finish();
    this.#reject(error);
    this.#controller.abort(error);
  }

  /** The call is over: it leaves no timer, and no listener. */
  finish(): void {
    this.#timers.forEach(clearTimeout);
    for (const signal of this.#signals) signal.removeEventListener("abort", this);
  }

  /** From now on, the deadline does not keep a program from its end. */
  release(): void {
    for (const timer of this.#timers) (timer as { unref?(): void }).unref?.();
  }

  handleEvent({ target }: { readonly target: EventTarget | null }): void {
    const cause = (target as AbortSignal).reason;
    this.end(failure("abort", this.#call, "was ended by its signal", { cause }));
  }

  #expire(): void {
    const { timeout } = this.#call;
    this.end(
      failure("timeout", this.#call, `had no complete response in ${timeout} ms (option timeout)`),
    );
  }

  #start(then: () => void, milliseconds: number): void {
    if (this.signal.aborted) return;
    this.#timers.push(setTimeout(then, Math.min(milliseconds, LONGEST)));
  }
}
