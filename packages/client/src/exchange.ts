import { ApiError, refuseOption } from "./errors.ts";
import { type Headers, limitsOf, type Operation, ownHeaders, sign, wordsOf } from "./operation.ts";
import { safeCause } from "./secrets.ts";
import type { CallOptions } from "./types.ts";

/** What is sent, apart from what the client sends by itself. */
interface Sent {
  readonly url: string;
  readonly headers: Headers;
  readonly body: string | null;
}

/** An answer with its body read. */
export interface Reply {
  readonly response: Response;
  /** That of the response, read once: Node's fetch has it behind a Proxy. */
  readonly status: number;
  /** Its `Content-Type`. */
  readonly type: string | null;
  readonly text: string;
  /** What must not be shown. */
  readonly secrets: readonly string[];
}

/** How a call goes on. */
interface Course {
  readonly operation: Operation;
  readonly sent: Sent;
  /** How often it is repeated at most. */
  readonly repeats: number;
  readonly maxBytes: number;
  /** When it has to be over, by the clock of `performance`. */
  readonly deadline: number;
  readonly signal: AbortSignal;
  pause(milliseconds: number): Promise<void>;
}

/**
 * Sends a request, again if it may be, and reads the whole answer: until the caller aborts, or the deadline passes.
 *
 * @throws {ApiError} There is no answer, or none that may be read.
 */
export function exchange(operation: Operation, sent: Sent, options: CallOptions = {}): Promise<Reply> {
  const { timeout, retry, maxBytes } = limitsOf(options, operation.limits, operation);
  const caller = options.signal;
  if (caller && !caller.addEventListener) refuseOption("signal", "must be an AbortSignal", operation);
  if (operation.isClosed) refuseOption("auth", `must hold ${wordsOf(operation.auth)}`, operation);
  const own = options.headers && ownHeaders(options.headers, operation);
  const headers = { ...own, ...sent.headers, ...operation.headers };
  return new Promise((resolve, reject) => {
    const controller = new AbortController();
    let waiting: Timer | undefined;
    const end = (settle: (outcome: never) => void, outcome: unknown): void => {
      clearTimeout(timer);
      clearTimeout(waiting);
      caller?.removeEventListener("abort", abort);
      settle(outcome as never);
    };
    // Whatever a call ends in: what of its answer nobody has read is not read any more.
    const stop = (error: unknown): void => {
      controller.abort(error);
      end(reject, error);
    };
    const abort = (): void =>
      stop(new ApiError("abort", "The caller aborted the call.", operation, { cause: caller?.reason }));
    const expire = (): void =>
      stop(new ApiError("timeout", `No complete answer in ${timeout} ms (option timeout).`, operation, {}));
    // Timers take no more than 31 bits: beyond, they fire at once.
    const timer = timeout ? start(expire, Math.min(timeout, 2 ** 31 - 1)) : undefined;
    if (caller?.aborted) return abort();
    caller?.addEventListener("abort", abort);
    send({
      operation,
      sent: { ...sent, headers },
      repeats: options.retry ?? (operation.method === "GET" ? retry : 0),
      maxBytes,
      deadline: performance.now() + (timeout || Number.POSITIVE_INFINITY),
      signal: controller.signal,
      pause: (milliseconds) =>
        new Promise((wake) => {
          waiting = setTimeout(wake, milliseconds);
        }),
    }).then((reply) => end(resolve, reply), stop);
  });
}

type Timer = ReturnType<typeof setTimeout>;

let idle = 0;

/**
 * Starts a timer. Node drops its list of timers of a duration with the last of them, which for calls one after the other
 * costs more than the timer: so a few that do nothing stay in it.
 */
function start(expire: () => void, duration: number): Timer {
  const timer = setTimeout(expire, duration);
  if (Object(timer).unref && idle < 9) {
    idle++;
    setTimeout(() => idle--, duration).unref();
  }
  return timer;
}

async function send(course: Course): Promise<Reply> {
  const { operation, sent, signal } = course;
  const secrets: string[] = [];
  for (let attempt = 1; ; attempt++) {
    const started = performance.now();
    const headers = { ...sent.headers };
    for (const [scheme, secret] of operation.credentials) {
      // What a function throws reaches the caller as it is.
      const known = typeof secret === "function" ? await secret() : secret;
      secrets.push(sign(headers, scheme, known, operation));
    }
    if (signal.aborted) throw signal.reason;
    const outcome = await outcomeOf(course, headers, secrets);
    const { error, status } = outcome;
    const { operationId, method, path, logger } = operation;
    const milliseconds = Math.round(performance.now() - started);
    // A logger cannot break a call, be it that it throws or that its promise is rejected.
    if (logger) {
      const entry = { operationId, method, path, attempt, milliseconds, status, error };
      (async () => logger(entry))().catch(() => {});
    }
    const wait = waitOf(course, outcome, attempt);
    if (wait === undefined) {
      if (error) throw error;
      return outcome as Reply;
    }
    await course.pause(wait);
  }
}

/** What comes of one request. */
type Outcome = Partial<Reply> & { readonly error?: ApiError | undefined };

async function outcomeOf(course: Course, headers: Headers, secrets: readonly string[]): Promise<Outcome> {
  const { operation, sent, signal, maxBytes } = course;
  const { method, baseUrl, address = "baseUrl" } = operation;
  const { url, body } = sent;
  let outcome: Outcome;
  try {
    // A browser's fetch is no method: it refuses to be called on anything else than its window.
    const fetch = operation.fetch ?? globalThis.fetch;
    const response = await fetch(url, { method, headers, body, redirect: "manual", signal });
    const { status } = response;
    if (isRedirect(response, baseUrl)) {
      throw new ApiError("redirect", `The service redirects. Set the option ${address}.`, operation, {
        response,
      });
    }
    if (!(status > 99)) throw new Error("The answer has no status.");
    const type = response.headers.get("content-type");
    outcome = { response, status, type, text: await readText(operation, response, maxBytes), secrets };
  } catch (thrown) {
    const error = thrown instanceof ApiError ? thrown : brokenOff(operation, thrown, [...secrets, url]);
    outcome = { error, status: error.status as number };
  }
  // Not every fetch looks at its signal.
  return signal.aborted ? { error: signal.reason } : outcome;
}

function isRedirect(response: Response, baseUrl: string): boolean {
  const { url, redirected, status, type } = response;
  // A browser hides the status of a redirect that it does not follow.
  if (type === "opaqueredirect" || /^30[12378]$/.test(`${status}`)) return true;
  // Not every fetch does as it is told, nor says that it followed. Not by `URL`: that of React Native knows no origin.
  return redirected ?? !(!url || url.startsWith(`${/^\w+:\/\/[^/]*/.exec(baseUrl)?.[0]}/`));
}

function brokenOff(operation: Operation, thrown: unknown, secrets: readonly string[]): ApiError {
  // Deno and Bun name the address, which holds the arguments.
  const cause = safeCause(thrown, secrets);
  const reason = Object(cause.cause).message || cause.message;
  const message = `The service cannot be reached, or broke off: ${reason}`;
  return new ApiError("connection", message, operation, { cause });
}

/**
 * The wait before the next attempt in milliseconds: what `Retry-After` asks for, else exponential with full jitter.
 * `undefined`: there is none.
 */
function waitOf(
  { repeats, deadline }: Course,
  { error, response, status }: Outcome,
  attempt: number,
): number | undefined {
  // RFC 9110 and RFC 6585: the statuses that say that the same request may succeed later.
  const isPassing = error ? error.kind === "connection" : /^(408|429|50[234])$/.test(`${status}`);
  if (attempt > repeats || !isPassing) return undefined;
  const after = response?.headers.get("retry-after")?.trim() ?? "";
  const date = /^[A-Z]/.test(after) ? Math.max(0, Date.parse(after) - Date.now()) : Number.NaN;
  const asked = /^[\d.]+$/.test(after) ? Number(after) * 1000 : date;
  const wait = Math.min(asked >= 0 ? asked : Math.random() * 300 * 2 ** (attempt - 1), 10_000);
  return performance.now() + wait < deadline ? wait : undefined;
}

const decoder = new TextDecoder();

/** What a body is read by: a reader of a web stream, or the iterator of any other. */
type Source = { read?: () => Promise<Part>; next?: () => Promise<Part> };
type Part = { readonly value?: Uint8Array<ArrayBuffer> | undefined };

async function readText(operation: Operation, response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const add = (chunk: Uint8Array<ArrayBuffer>): void => {
    chunks.push(chunk);
    size += chunk.length;
    if (size <= maxBytes) return;
    const message = `The answer has more than ${maxBytes} bytes (option maxBytes).`;
    throw new ApiError("size", message, operation, { response });
  };
  const body = Object(response.body);
  const source: Source | undefined = body.getReader?.() ?? body[Symbol.asyncIterator]?.();
  if (source) {
    for (let part: Part | undefined; ; ) {
      part = await (source.read?.() ?? source.next?.());
      if (!part?.value) break;
      add(part.value);
    }
  } else if (response.body !== null) {
    // Not every fetch has bodies that can be read in parts.
    add(new Uint8Array(await response.arrayBuffer()));
  }
  return chunks.length === 1 ? decoder.decode(chunks[0]) : new Blob(chunks).text();
}
