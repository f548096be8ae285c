import { limitsOf, ownHeaders, refuseAuth, sign } from "./configuration.ts";
import { ApiError, refuse, retryAfterOf } from "./errors.ts";
import type { Headers, Operation } from "./operation.ts";
import type { Sent } from "./request.ts";
import { safeCause } from "./secrets.ts";
import type { CallOptions } from "./types.ts";

/** Timers take no more than 31 bits of milliseconds: beyond, they fire at once. */
const LONGEST = 2 ** 31 - 1;

/** A response with its body read. */
export interface Reply {
  readonly kind?: never;
  readonly response: Response;
  /** That of the response, read once: Node's fetch has it behind a Proxy. */
  readonly status: number;
  /** Its `Content-Type`. */
  readonly type: string | null;
  readonly text: string;
  readonly secrets: readonly string[];
}

type Outcome = Reply | ApiError;

/** An operation under way, with the limits of its call. */
interface Call extends Operation {
  readonly url: string;
  readonly init: RequestInit & { readonly headers: Headers };
  readonly secrets: string[];
  /** By `performance.now()`. */
  readonly deadline: number;
  /** How often it may be repeated. */
  readonly repeats: number;
  /** Acts after some milliseconds, unless the call has ended before. */
  later(act: () => void, milliseconds: number): void;
  /**
   * What is begun, unless the call or the deadline of an attempt ends before: then the promise is
   * rejected with why.
   */
  until<Value>(begin: () => Promise<Value>, attemptTimeout?: number): Promise<Value>;
}

/**
 * Sends a request, with its retries, and reads the whole response, until the caller aborts or the
 * deadline passes.
 */
export async function exchange(
  operation: Operation,
  sent: Sent,
  options: CallOptions,
): Promise<Reply> {
  const limits = limitsOf(options, operation.limits, operation);
  const { signal } = options;
  if (signal && !signal.addEventListener) refuse("signal", "must be an AbortSignal", operation);
  if (!operation.askedFor) refuseAuth(operation.auth, operation);
  const timers: ReturnType<typeof setTimeout>[] = [];
  let ended: ApiError | undefined;
  let cut: ((error: ApiError) => void) | undefined;
  const call: Call = {
    ...operation,
    limits,
    url: sent.url,
    init: initOf(operation, sent, options),
    secrets: [...operation.secrets],
    deadline: performance.now() + (limits.timeout || LONGEST),
    repeats: options.retry ?? (operation.method === "GET" ? limits.retry : 0),
    later: (act, milliseconds) => timers.push(setTimeout(act, Math.min(milliseconds, LONGEST))),
    until: (begin, attemptTimeout) =>
      new Promise((resolve, reject) => {
        cut = reject;
        if (ended) return reject(ended);
        const expire = (): void => reject(timeoutError(call, "attemptTimeout"));
        if (attemptTimeout) call.later(expire, attemptTimeout);
        begin().then(resolve, reject);
      }),
  };
  const stop = (error: ApiError): void => {
    ended = error;
    cut?.(error);
  };
  const abort = (): void => stop(abortError(operation, signal));
  if (signal?.aborted) throw abortError(operation, signal);
  signal?.addEventListener("abort", abort);
  if (limits.timeout) call.later(() => stop(timeoutError(call, "timeout")), limits.timeout);
  try {
    return await send(call);
  } finally {
    timers.forEach(clearTimeout);
    signal?.removeEventListener("abort", abort);
  }
}

/** What `fetch` is given besides the signal of an attempt. What the client decides wins. */
function initOf(operation: Operation, sent: Sent, options: CallOptions): Call["init"] {
  const own = options.headers && ownHeaders(options.headers, operation);
  return {
    ...operation.options.fetchOptions,
    ...options.fetchOptions,
    method: operation.method,
    headers: { ...own, ...sent.headers, ...operation.headers },
    body: sent.body,
    redirect: "manual",
  };
}

function abortError(operation: Operation, signal: CallOptions["signal"]): ApiError {
  const cause: unknown = signal?.reason;
  // As fetch tells them apart: `AbortSignal.timeout` has this reason.
  const kind = Object(cause).name === "TimeoutError" ? "timeout" : "abort";
  return new ApiError(kind, "The signal ended the call.", operation, { cause });
}

function timeoutError(call: Call, option: "timeout" | "attemptTimeout"): ApiError {
  const message = `No complete response in ${call.limits[option]} ms (option ${option}).`;
  return new ApiError("timeout", message, call, {});
}

async function send(call: Call): Promise<Reply> {
  const { askedFor = [], init, secrets, repeats, later, until } = call;
  let isRenewable = askedFor.length > 0;
  // What a function of the credentials throws reaches the caller as it is.
  const ask = async (refused: boolean): Promise<void> => {
    for (const [credential, secretOf] of askedFor) {
      const secret = await until(async () => secretOf({ refused }));
      secrets.push(...sign(init.headers, credential, secret, call));
    }
  };
  if (isRenewable) await ask(false);
  for (let attempt = 1; ; attempt++) {
    const outcome = await attemptOf(call, attempt);
    // That a credential has died shows in a 401 alone.
    if (outcome.status === 401 && isRenewable) {
      isRenewable = false;
      await ask(true);
      if (repeats) continue;
    }
    const wait = waitOf(outcome, attempt, call);
    if (wait === undefined) {
      if (outcome.kind) throw outcome;
      return outcome as Reply;
    }
    await until(() => new Promise<void>((wake) => later(wake, wait)));
    await ask(false);
  }
}

/** What one request ends in. */
async function attemptOf(call: Call, attempt: number): Promise<Outcome> {
  const { operationId, method, path, limits, options, until } = call;
  const { logger } = options;
  const controller = new AbortController();
  const started = performance.now();
  const outcome = await until(
    () => outcomeOf(call, controller.signal),
    limits.attemptTimeout,
  ).catch((error: ApiError) => error);
  // Stop reading a body that nobody waits for.
  if (outcome.kind) controller.abort(outcome);
  const { status } = outcome;
  const milliseconds = Math.round(performance.now() - started);
  const error = outcome.kind && (outcome as ApiError);
  const entry = { operationId, method, path, attempt, milliseconds, status, error };
  // A logger cannot break a call, be it that it throws or that its promise is rejected.
  if (logger) (async () => logger(entry))().catch(() => {});
  return outcome;
}

/** A response, or why there is none. */
async function outcomeOf(call: Call, signal: AbortSignal): Promise<Outcome> {
  const { baseUrl, secrets, url } = call;
  let response: Response | undefined;
  try {
    // A browser's fetch is no method: it refuses to be called on anything else than its window.
    const fetch = call.options.fetch ?? globalThis.fetch;
    const received = await fetch(url, { ...call.init, signal });
    const { status, headers } = received;
    if (isRedirect(received, baseUrl)) {
      const message = `The service redirects. Set the option ${call.urlOption}.`;
      return new ApiError("redirect", message, call, { response: received });
    }
    const type = headers.get("content-type");
    if (!(status > 99)) throw new Error("It has no status.");
    response = received;
    return { response, status, type, text: await readText(call, response), secrets };
  } catch (thrown) {
    if (thrown instanceof ApiError) return thrown;
    // Deno and Bun name the URL, whose path and query hold the arguments.
    const cause = safeCause(thrown, [...secrets, url.slice(baseUrl.length)]);
    const what = response ? "The body of the response broke off" : "The service cannot be reached";
    const message = `${what}: ${Object(cause.cause).message || cause.message}`;
    return new ApiError("connection", message, call, { cause, response });
  }
}

function isRedirect(response: Response, baseUrl: string): boolean {
  const { status, redirected, type } = response;
  // A browser hides the status of a redirect that it does not follow.
  if (type === "opaqueredirect" || (status > 300 && status < 309 && status !== 304)) return true;
  // Some follow redirects all the same, and do not say so. Not by `URL`: that of React
  // Native knows no origin.
  const originOf = (url: string): string => url.split("/", 3).join();
  return redirected ?? originOf(response.url || baseUrl) !== originOf(baseUrl);
}

/**
 * The milliseconds before the next attempt: by `Retry-After`, else exponential with full jitter.
 * `undefined`: there is none, or not before the deadline.
 */
function waitOf(
  { kind, response, status }: Outcome,
  attempt: number,
  { deadline, repeats }: Call,
): number | undefined {
  // RFC 9110 and RFC 6585: the statuses that say that the same request may succeed later.
  const isTemporary = /^(408|429|50[234]|connection|timeout)$/.test(`${kind ?? status}`);
  if (!isTemporary || attempt > repeats) return undefined;
  const wait = retryAfterOf(response) ?? Math.random() * 150 * 2 ** attempt;
  return performance.now() + wait < deadline ? wait : undefined;
}

async function readText(call: Call, response: Response): Promise<string> {
  const { maxBytes } = call.limits;
  // React Native has neither bodies that can be read in parts nor, before 0.74, a decoder.
  const body = Object(globalThis.TextDecoder && response.body);
  // A reader of a web stream, or the iterator of any other.
  const source = body.getReader?.() ?? body[Symbol.asyncIterator]?.();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const text = source ? "" : await response.text();
  let size = source ? 0 : new Blob([text]).size;
  while (source && size <= maxBytes) {
    const { value } = await (source.read?.() ?? source.next());
    if (!value) break;
    chunks.push(value);
    size += value.length;
  }
  if (size > maxBytes) {
    const message = `The response has more than ${maxBytes} bytes (option maxBytes).`;
    throw new ApiError("size", message, call, { response });
  }
  if (chunks.length === 1) return new TextDecoder().decode(chunks[0]);
  return source ? new Blob(chunks).text() : text;
}
