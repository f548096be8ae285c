import {
  type BoundOperation,
  type CompleteLimits,
  fetchOptionsOf,
  limitsOf,
  refuseAuth,
  sign,
} from "./configuration.ts";
import { ApiError, refuse, retryAfterOf } from "./errors.ts";
import { emptyRecord, type Given } from "./given.ts";
import type { Headers } from "./operation.ts";
import { quote, safeCause } from "./secrets.ts";

/** Timers take no more than 31 bits of milliseconds: beyond, they fire at once. */
const LONGEST = 2 ** 31 - 1;

/** How long the body of a response may keep timers and events waiting, in milliseconds. */
const SLICE = 10;

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

/** A request without its credentials. */
interface SentRequest {
  readonly url: string;
  readonly headers: Headers;
  readonly body: string | null;
}

/** A call under way. */
interface Call {
  readonly operation: BoundOperation;
  readonly limits: CompleteLimits;
  readonly url: string;
  /** What `fetch` is given besides headers and signal. */
  readonly init: Given;
  readonly headers: Headers;
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
  operation: BoundOperation,
  request: SentRequest,
  options: Given,
): Promise<Reply> {
  const { configuration, credentials, method, security } = operation;
  const limits = limitsOf(options, configuration.limits, operation);
  const signal = signalOf(options["signal"], operation);
  if (!credentials) return refuseAuth(security, operation);
  const init = initOf(operation, request, options["fetchOptions"]);
  if (signal?.aborted) throw abortError(operation, signal);
  const timers: ReturnType<typeof setTimeout>[] = [];
  let stop = (_why: ApiError): void => {};
  const end = new Promise<never>((_, reject) => {
    stop = reject;
  });
  // It may be rejected when nothing waits: a function of a credential may abort, and throw.
  end.catch(() => {});
  const call: Call = {
    operation,
    limits,
    url: request.url,
    init,
    headers: Object.assign(request.headers, credentials.headers),
    secrets: [...credentials.secrets],
    deadline: performance.now() + (limits.timeout || LONGEST),
    repeats: (options["retry"] ?? null) !== null || method === "GET" ? limits.retry : 0,
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

function signalOf(given: unknown, operation: BoundOperation): AbortSignal | undefined {
  const signal = (given ?? undefined) as AbortSignal | undefined;
  if (signal && !signal.addEventListener) refuse("signal", "must be an AbortSignal", operation);
  return signal;
}

function initOf(operation: BoundOperation, { body }: SentRequest, given: unknown): Given {
  const { configuration, method } = operation;
  const options = fetchOptionsOf(given, operation);
  return Object.assign(emptyRecord(), configuration.fetchOptions, options, {
    method,
    body,
    redirect: "manual",
  });
}

function abortError(operation: BoundOperation, signal: AbortSignal | undefined): ApiError {
  const cause: unknown = signal?.reason;
  // As fetch tells them apart: `AbortSignal.timeout` has this reason.
  const isTimeout = cause instanceof Error && cause.name === "TimeoutError";
  const kind = isTimeout ? "timeout" : "abort";
  return new ApiError(kind, "The signal ended the call.", operation, { cause });
}

function timeoutError(call: Call, option: "timeout" | "attemptTimeout"): ApiError {
  const message = `No complete response in ${call.limits[option]} ms (option ${option}).`;
  return new ApiError("timeout", message, call.operation);
}

async function send(call: Call): Promise<Reply> {
  const { end, after } = call;
  let isRenewable = await renew(call, false);
  for (let attempt = 1; ; attempt++) {
    const outcome = await attemptOf(call, attempt);
    // A 401 says that nothing was done, and it alone shows that a credential has expired.
    if (outcome.status === 401 && isRenewable) {
      isRenewable = false;
      if (await renew(call, true)) continue;
    }
    const wait = waitOf(outcome, attempt, call);
    if (wait === undefined) {
      if ("kind" in outcome) throw outcome;
      return outcome;
    }
    await Promise.race([end, after(wait)]);
    await renew(call, false);
  }
}

/**
 * Asks the functions of the credentials.
 *
 * @returns Whether one gave another credential than before.
 */
async function renew(
  { end, headers, operation, secrets }: Call,
  refused: boolean,
): Promise<boolean> {
  let isAnother = false;
  for (const { scheme, secretOf } of operation.credentials?.functions ?? []) {
    const before = headers[scheme.header];
    const asked = (async () => secretOf({ refused }))().catch((cause: unknown) => {
      const says = quote(cause instanceof Error ? cause.message : cause, secrets);
      const message = `The function of auth.${scheme.name} threw: ${says}`;
      throw new ApiError("credential", message, operation, { cause });
    });
    const secret = await Promise.race([end, asked]);
    secrets.push(...sign(headers, scheme, secret, operation));
    isAnother ||= headers[scheme.header] !== before;
  }
  return isAnother;
}

/** What one request ends in. */
async function attemptOf(call: Call, attempt: number): Promise<Outcome> {
  const { operation, limits, end, after } = call;
  const { operationId, method, path, configuration } = operation;
  const { logger } = configuration;
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
  const { operation, headers, init, secrets, url } = call;
  const { baseUrl, configuration } = operation;
  // Deno and Bun name the URL, whose path and query hold the arguments.
  const hidden = [...secrets, url.slice(baseUrl.length)];
  let response: Response | undefined;
  try {
    // A browser's fetch is no method: it refuses to be called on anything else than its window.
    const fetch = configuration.fetch ?? globalThis.fetch;
    // A fetch may keep what it was given: a later attempt has headers of its own.
    const given = Object.assign(emptyRecord<unknown>(), init, { headers: { ...headers }, signal });
    const received = await fetch(url, given);
    assertResponse(received, operation);
    const { status } = received;
    if (isRedirect(received, baseUrl)) {
      const location = received.headers.get("location");
      const target = location ? ` to ${quote(location, hidden).slice(0, 200)}` : "";
      const message = `The service redirects${target}. Set the option ${operation.server.option}.`;
      return new ApiError("redirect", message, operation, { response: received });
    }
    const type = received.headers.get("content-type");
    if (!(status > 99)) throw new Error("It has no status.");
    response = received;
    return { response, status, type, text: await readText(call, response, signal), secrets };
  } catch (thrown) {
    if (thrown instanceof ApiError) return thrown;
    const cause = safeCause(thrown, hidden);
    const what = response ? "The body of the response broke off" : "The service cannot be reached";
    const says = (cause.cause instanceof Error && cause.cause.message) || cause.message;
    return new ApiError("connection", `${what}: ${says}`, operation, { cause, response });
  }
}

/** Throws an `ApiError` unless what a fetch gave is a response: the double of a test may be none. */
function assertResponse(received: unknown, operation: BoundOperation): void {
  const { status, headers }: Partial<Response> = Object(received);
  if (typeof status === "number" && typeof headers?.get === "function") return;
  const message = "The option fetch must return a Response, but did not.";
  const details = { option: "fetch", cause: new TypeError(message) };
  throw new ApiError("configuration", message, operation, details);
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

async function readText(call: Call, response: Response, signal: AbortSignal): Promise<string> {
  const { maxBytes } = call.limits;
  const reader = response.body?.getReader?.();
  let text = "";
  let size = 0;
  if (reader) {
    const decoder = new TextDecoder();
    let paused = performance.now();
    while (size <= maxBytes && !signal.aborted) {
      const { value } = await reader.read();
      text += decoder.decode(value, { stream: value !== undefined });
      if (!value) break;
      size += value.length;
      // Chunks that are there already come without a pause, in which a deadline could pass.
      if (performance.now() - paused < SLICE) continue;
      await Promise.race([call.end, call.after(0)]);
      paused = performance.now();
    }
  } else {
    // React Native and node-fetch read a body whole.
    text = await response.text();
    size = new Blob([text]).size;
  }
  if (size <= maxBytes) return text;
  const message = `The response has more than ${maxBytes} bytes (option maxBytes).`;
  throw new ApiError("size", message, call.operation, { response });
}
