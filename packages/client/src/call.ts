import { ApiError, type Details, type Kinds } from "./errors.ts";
import { own } from "./options.ts";
import type { Operation } from "./types/operation.ts";

/** What is called: an operation, or the method and the path of a request of none. */
export type Target = Partial<Operation> & Pick<Operation, "method" | "path">;

interface FailureDetails extends Partial<Details> {
  /** Why, in words from outside. Default: what the error says that was thrown. */
  readonly says?: unknown;
  readonly thrown?: unknown;
}

/** Timers take no more than 31 bits of milliseconds: beyond, they fire at once. */
const LONGEST = 2 ** 31 - 1;

/** A call, from its arguments until its body is read, its deadline or its signal. */
export class Call {
  readonly target: Target;
  /** What stands before its path. */
  readonly baseUrl: string;
  /** How often its request was sent. */
  attempts = 0;
  /** What was sent of the options that its request fields. */
  readonly values = own() as Record<string, string>;
  /** Aborted if it ends without a response that was read. */
  readonly signal: AbortSignal;
  /** It is over. */
  finish = (): void => {};
  readonly #controller = new AbortController();
  #reject = (_error: unknown): void => {};
  readonly #over = new Promise<never>((_, reject) => {
    this.#reject = reject;
  });

  constructor(target: Target, baseUrl: string) {
    this.target = target;
    this.baseUrl = baseUrl;
    this.signal = this.#controller.signal;
  }

  /**
   * Starts the clock.
   *
   * @param given - The signal of the application.
   * @returns The time of its end, and a function: it lets the program end before.
   */
  start(timeout: number, given?: AbortSignal | null): { deadline: number; release(): void } {
    const limit = Math.min(timeout || LONGEST, LONGEST);
    const timer = setTimeout(() => {
      const what = `had no complete response in ${timeout} ms (option timeout)`;
      this.end(this.failure("timeout", what));
    }, limit);
    const abort = (): void =>
      this.end(this.failure("abort", "was aborted", { thrown: given?.reason }));
    this.finish = () => {
      clearTimeout(timer);
      given?.removeEventListener("abort", abort);
    };
    this.#over.catch(() => {});
    given?.addEventListener("abort", abort);
    if (given?.aborted) abort();
    // A browser's timer is a number.
    return { deadline: Date.now() + limit, release: () => timer.unref?.() };
  }

  /** It is over without a response. Whatever is under way stops. */
  end(error: unknown): void {
    this.finish();
    this.#reject(error);
    this.#controller.abort(error);
  }

  /** Rejected as soon as the call ends. */
  race<Value>(promise: Promise<Value>): Promise<Value> {
    return Promise.race([this.#over, promise]);
  }

  /**
   * Its error: "GET https://host/path/{id} cannot be reached (3 attempts): …".
   *
   * @param thrown - Why. An `ApiError` is the error itself.
   */
  failure(
    kind: keyof Kinds,
    what: string,
    { says, thrown, ...details }: FailureDetails = {},
  ): ApiError {
    if (thrown instanceof ApiError) return thrown;
    const { operationId, method, path } = this.target;
    const { cause = thrown } = Object(thrown);
    const { code, message = cause } = Object(cause);
    const why = this.#quote(String(says || message || code || ""));
    const tries = this.attempts > 1 ? ` (${this.attempts} attempts)` : "";
    return new ApiError(`${method} ${this.baseUrl}${path} ${what}${tries}${why && `: ${why}`}`, {
      kind,
      operationId,
      method,
      path,
      status: details.response?.status,
      // A foreign error may hold the request.
      cause: kind === "connection" ? Object.assign(new Error(why), { code }) : thrown,
      ...details,
    });
  }

  /** A text from outside, on one line. █: it holds a credential. */
  #quote(text: string): string {
    const isShown = ([option, value]: [string, string]): boolean =>
      /^auth\./.test(option) &&
      [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)].some((form) =>
        text.includes(form),
      );
    if (Object.entries(this.values).some(isShown)) return "█";
    return text.replace(/[\s\p{C}]+/gu, " ").slice(0, 200);
  }
}
