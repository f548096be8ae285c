import { limitsOf, ownHeaders, refuseAuth, sign } from "./configuration.ts";
import { ApiError, refuse, retryAfterOf } from "./errors.ts";
import type { Operation } from "./operation.ts";
import type { Sent } from "./request.ts";
import { safeCause } from "./secrets.ts";
import type { CallOptions } from "./types.ts";

/** Timers take no more than 31 bits of milliseconds: beyond, they fire at once. */
const LONGEST = 2 ** 31 - 1;

/** A response with its body read. */
export interface Reply {
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
  /** What `fetch` is given besides headers and signal. What the client decides wins. */
  readonly init: RequestInit;
  readonly secrets: string[];
  /** By `performance.now()`. */
  readonly deadline: number;
  /** How often it may be repeated. */
  readonly repeats: number;
  /** Rejected with what ends the call before it is complete. */
  readonly end: Promise<never>;
  /** Fulfilled after some milliseconds, unless the call is over before. */
  after(milliseconds: number): Promise<void>;
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
  if (!operation.functions) refuseAuth(operation.auth, operation);
  const own = options.headers && ownHeaders(options.headers, operation);
  if (signal?.aborted) throw abortError(operation, signal);
  const timers: ReturnType<typeof setTimeout>[] = [];
  let stop = (_why: ApiError): void => {};
  const end = new Promise<never>((_, reject) => {
    stop = reject;
  });
  // It may be rejected when nothing waits: a function of a credential may abort, and throw.
  end.catch(() => {});
  const call: Call = {
    ...operation,
    limits,
    url: sent.url,
    init: initOf(operation, sent, options),
    headers: { ...own, ...sent.headers, ...operation.headers },
    secrets: [...operation.secrets],
    deadline: performance.now() + (limits.timeout || LONGEST),
    repeats: options.retry ?? (operation.method === "GET" ? limits.retry : 0),
    end,
    after: (milliseconds) =>
      new Promise((resolve) => {
        timers.push(setTimeout(resolve, Math.min(milliseconds, LONGEST)));
      }),
  };
  const abort = (): void => stop(abortError(operation, signal));
  signal?.addEventListener("abort", abort);
  const { timeout } = limits;
  if (timeout) call.after(timeout).then(() => stop(timeoutError(call, "timeout")));
  try {
    return await send(call);
  } finally {
    timers.forEach(clearTimeout);
    signal?.removeEventListener("abort", abort);
  }
}

function initOf(operation: Operation, sent: Sent, options: CallOptions): RequestInit {
  return {
    ...operation.options.fetchOptions,
    ...options.fetchOptions,
    method: operation.method,
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
  const { functions = [], headers, secrets, repeats, end, after } = call;
  let isRenewable = functions.length > 0;
  // What a function of the credentials throws reaches the caller as it is.
  const ask = async (refused: boolean): Promise<void> => {
    for (const [credential, secretOf] of functions) {
      const secret = await Promise.race([end, secretOf({ refused })]);
      secrets.push(...sign(headers, credential, secret, call));
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
      if ("kind" in outcome) throw outcome;
      return outcome;
    }
    await Promise.race([end, after(wait)]);
    await ask(false);
  }
}

/** What one request ends in. */
async function attemptOf(call: Call, attempt: number): Promise<Outcome> {
  const { operationId, method, path, limits, options, end, after } = call;
  const { logger } = options;
  const controller = new AbortController();
  const started = performance.now();
  const ends: Promise<Outcome>[] = [end, outcomeOf(call, controller.signal)];
  const { attemptTimeout } = limits;
  if (attemptTimeout)
    ends.push(after(attemptTimeout).then(() => timeoutError(call, "attemptTimeout")));
  const outcome = await Promise.race(ends).catch((why: ApiError) => why);
  const error = "kind" in outcome ? outcome : undefined;
  // Stop reading a body that nobody waits for.
  if (error) controller.abort(error);
  const { status } = outcome;
  const milliseconds = Math.round(performance.now() - started);
  const entry = { operationId, method, path, attempt, milliseconds, status, error };
  // A logger cannot break a call, be it that it throws or that its promise is rejected.
  if (logger) (async () => logger(entry))().catch(() => {});
  return outcome;
}

/** A response, or why there is none. */
async function outcomeOf(call: Call, signal: AbortSignal): Promise<Outcome> {
  const { baseUrl, headers, init, secrets, url } = call;
  let response: Response | undefined;
  try {
    // A browser's fetch is no method: it refuses to be called on anything else than its window.
    const fetch = call.options.fetch ?? globalThis.fetch;
    // A fetch may keep what it was given: a later attempt has headers of its own.
    const received = await fetch(url, { ...init, headers: { ...headers }, signal });
    const { status } = received;
    if (isRedirect(received, baseUrl)) {
      const message = `The service redirects. Set the option ${call.urlOption}.`;
      return new ApiError("redirect", message, call, { response: received });
    }
    const type = received.headers.get("content-type");
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
  outcome: Outcome,
  attempt: number,
  { deadline, repeats }: Call,
): number | undefined {
  // RFC 9110 and RFC 6585: the statuses that say that the same request may succeed later.
  const what = "kind" in outcome ? outcome.kind : outcome.status;
  const isTemporary = /^(408|429|50[234]|connection|timeout)$/.test(`${what}`);
  if (!isTemporary || attempt > repeats) return undefined;
  const wait = retryAfterOf(outcome.response) ?? Math.random() * 150 * 2 ** attempt;
  return performance.now() + wait < deadline ? wait : undefined;
}

async function readText(call: Call, response: Response): Promise<string> {
  const { maxBytes } = call.limits;
  const reader = response.body?.getReader?.();
  let text = "";
  let size = 0;
  if (reader) {
    const decoder = new TextDecoder();
    while (size <= maxBytes) {
      const { value } = await reader.read();
      text += decoder.decode(value, { stream: value !== undefined });
      if (!value) break;
      size += value.length;
    }
  } else {
    // React Native and node-fetch read a body whole.
    text = await response.text();
    size = new Blob([text]).size;
  }
  if (size <= maxBytes) return text;
  const message = `The response has more than ${maxBytes} bytes (option maxBytes).`;
  throw new ApiError("size", message, call, { response });
}
