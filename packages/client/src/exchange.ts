import { ApiError, refuse } from "./errors.ts";
import { limitsOf, type Operation, ownHeaders, sign, wordsOf } from "./operation.ts";
import type { Prepared } from "./request.ts";
import { safeCause } from "./secrets.ts";
import type { CallOptions, LogEntry } from "./types.ts";

type Sent = Omit<Prepared, "asked">;

/** An answer with its body read. */
export interface Reply {
  readonly response: Response;
  /** That of the response, read once: Node's fetch has it behind a Proxy. */
  readonly status: number;
  /** Its `Content-Type`. */
  readonly type: string | null;
  readonly text: string;
  readonly secrets: readonly string[];
}

/** Sends a request, again if it may be, and reads the whole answer: until the caller aborts, or the deadline passes. */
export function exchange(usual: Operation, sent: Sent, options?: CallOptions): Promise<Reply> {
  const operation = options ? { ...usual, limits: limitsOf(options, usual.limits, usual) } : usual;
  const { timeout, retry } = operation.limits;
  const caller = options?.signal;
  if (caller && !caller.addEventListener) refuse("option", "signal", "must be an AbortSignal", operation);
  if (operation.isClosed) refuse("option", "auth", `must hold ${wordsOf(operation.auth)}`, operation);
  const own = options?.headers && ownHeaders(options.headers, operation);
  return new Promise((resolve, reject) => {
    const controller = new AbortController();
    let waiting: ReturnType<typeof setTimeout> | undefined;
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
    const timer = timeout ? setTimeout(expire, Math.min(timeout, 2 ** 31 - 1)) : undefined;
    if (caller?.aborted) return abort();
    caller?.addEventListener("abort", abort);
    const headers = { ...own, ...sent.headers, ...operation.headers };
    const repeats = options?.retry ?? (operation.method === "GET" ? retry : 0);
    const sleep = (wait: number, wake: () => void): void => {
      waiting = setTimeout(wake, wait);
    };
    const reply = send(operation, { ...sent, headers }, repeats, controller.signal, sleep);
    reply.then((outcome) => end(resolve, outcome), stop);
  });
}

async function send(
  operation: Operation,
  { url, headers, body }: Sent,
  repeats: number,
  signal: AbortSignal,
  sleep: (wait: number, wake: () => void) => void,
): Promise<Reply> {
  const { operationId, method, path, logger, limits } = operation;
  const init: RequestInit = { method, headers, body, redirect: "manual", signal };
  const secrets = [...operation.secrets];
  const deadline = performance.now() + (limits.timeout || Number.POSITIVE_INFINITY);
  for (let attempt = 1; ; attempt++) {
    const started = performance.now();
    // What a function of the credentials throws reaches the caller as it is.
    for (const [scheme, secretOf] of operation.askedFor)
      secrets.push(sign(headers, scheme, await secretOf(), operation));
    signal.throwIfAborted();
    const outcome = await outcomeOf(operation, url, init, secrets);
    const { error, status } = outcome;
    const milliseconds = Math.round(performance.now() - started);
    if (logger) tell(logger, { operationId, method, path, attempt, milliseconds, status, error });
    // Not every fetch looks at its signal.
    signal.throwIfAborted();
    const wait = attempt > repeats ? deadline : waitOf(outcome, attempt);
    if (performance.now() + wait < deadline) await new Promise<void>((wake) => sleep(wait, wake));
    else if (error) throw error;
    else return outcome as Reply;
  }
}

/** A logger cannot break a call, be it that it throws or that its promise is rejected. */
function tell(logger: (entry: LogEntry) => unknown, entry: LogEntry): void {
  (async () => logger(entry))().catch(() => {});
}

type Outcome = Partial<Reply> & { readonly error?: ApiError | undefined };

async function outcomeOf(
  operation: Operation,
  url: string,
  init: RequestInit,
  secrets: string[],
): Promise<Outcome> {
  try {
    // A browser's fetch is no method: it refuses to be called on anything else than its window.
    const fetch = operation.fetch ?? globalThis.fetch;
    const response = await fetch(url, init);
    const { status } = response;
    if (isRedirect(response, operation)) {
      const message = `The service redirects. Set the option ${operation.address ?? "baseUrl"}.`;
      throw new ApiError("redirect", message, operation, { response });
    }
    if (!(status > 99)) throw new Error("It has no status.");
    const type = response.headers.get("content-type");
    return { response, status, type, text: await readText(operation, response), secrets };
  } catch (thrown) {
    if (init.signal?.aborted) return { error: init.signal.reason };
    // Deno and Bun name the address, which holds the arguments.
    const cause = safeCause(thrown, [...secrets, url]);
    const message = `The service cannot be reached: ${Object(cause.cause).message || cause.message}`;
    const error =
      thrown instanceof ApiError ? thrown : new ApiError("connection", message, operation, { cause });
    return { error, status: error.status as number };
  }
}

function isRedirect(response: Response, { baseUrl }: Operation): boolean {
  const { status, redirected, type } = response;
  // A browser hides the status of a redirect that it does not follow.
  if (type === "opaqueredirect" || (status > 300 && status < 309 && status !== 304)) return true;
  // Not every fetch does as it is told, nor says that it followed. Not by `URL`: that of React Native knows no origin.
  const originOf = (url: string): string | undefined => /^\w+:\/\/[^/]*/.exec(url)?.[0];
  return redirected ?? originOf(response.url || baseUrl) !== originOf(baseUrl);
}

/** The milliseconds before the next attempt: by `Retry-After`, else exponential with full jitter. Infinity: there is none. */
function waitOf({ error, response, status = 0 }: Outcome, attempt: number): number {
  // RFC 9110 and RFC 6585: the statuses that say that the same request may succeed later.
  const isPassing = error ? error.kind === "connection" : [408, 429, 502, 503, 504].includes(status);
  if (!isPassing) return Number.POSITIVE_INFINITY;
  const after = response?.headers.get("retry-after")?.trim() ?? "";
  let wait = Math.random() * 300 * 2 ** (attempt - 1);
  if (/^[A-Z]\w+, /.test(after)) wait = Math.max(0, Date.parse(after) - Date.now());
  if (/^\d+(\.\d+)?$/.test(after)) wait = Number(after) * 1000;
  return Math.min(wait, 10_000);
}

const decoder = new TextDecoder();

async function readText(operation: Operation, response: Response): Promise<string> {
  const { maxBytes } = operation.limits;
  const check = (size: number): void => {
    if (size <= maxBytes) return;
    const message = `The answer has more than ${maxBytes} bytes (option maxBytes).`;
    throw new ApiError("size", message, operation, { response });
  };
  const body = Object(response.body);
  // A reader of a web stream, or the iterator of any other. Not every fetch has bodies that can be read in parts.
  const source = body.getReader?.() ?? body[Symbol.asyncIterator]?.();
  if (!source) {
    const text = await response.text();
    check(new Blob([text]).size);
    return text;
  }
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for (let size = 0; ; ) {
    const { value } = await (source.read?.() ?? source.next());
    if (!value) break;
    chunks.push(value);
    size += value.length;
    check(size);
  }
  return chunks.length === 1 ? decoder.decode(chunks[0]) : new Blob(chunks).text();
}
