import { type BoundOperation, type CheckedCallOptions, refuseAuth, sign } from "./configuration.ts";
import { ApiError, retryAfterOf } from "./errors.ts";
import { emptyRecord } from "./given.ts";
import type { Headers } from "./operation.ts";
import { quote, safeCause } from "./secrets.ts";

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

/** A request without its credentials. */
interface SentRequest {
  readonly url: string;
  readonly headers: Headers;
  readonly body: string | null;
}

/** A call under way. */
interface Call {
  readonly operation: BoundOperation;
  readonly options: CheckedCallOptions;
  readonly request: SentRequest;
  /** Those of the credentials included. */
  readonly headers: Headers;
  readonly secrets: string[];
  /** Aborted when the call has failed. */
  readonly signal: AbortSignal;
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
  options: CheckedCallOptions,
): Promise<Reply> {
  const { credentials, security } = operation;
  const { signal, timeout } = options;
  if (!credentials) return refuseAuth(security, operation);
  if (signal?.aborted) throw abortError(operation, signal);
  const controller = new AbortController();
  const timers: ReturnType<typeof setTimeout>[] = [];
  let stop = (_why: ApiError): void => {};
  const end = new Promise<never>((_, reject) => {
    stop = reject;
  });
  // It may be rejected when nothing waits: a function of a credential may abort, and throw.
  end.catch(() => {});
  const call: Call = {
    operation,
    options,
    request,
    headers: Object.assign(request.headers, credentials.headers),
    secrets: [...credentials.secrets],
    signal: controller.signal,
    end,
    after: (milliseconds) =>
      new Promise((resolve) => {
        timers.push(setTimeout(resolve, Math.min(milliseconds, LONGEST)));
      }),
  };
  const abort = (): void => stop(abortError(operation, signal));
  signal?.addEventListener("abort", abort);
  if (timeout) call.after(timeout).then(() => stop(timeoutError(operation, timeout)));
  try {
    return await send(call);
  } catch (error) {
    // Stop reading a body that nobody waits for.
    controller.abort(error);
    throw error;
  } finally {
    timers.forEach(clearTimeout);
    signal?.removeEventListener("abort", abort);
  }
}

function abortError(operation: BoundOperation, signal: AbortSignal | undefined): ApiError {
  const cause: unknown = signal?.reason;
  // As fetch tells them apart: `AbortSignal.timeout` has this reason.
  const isTimeout = cause instanceof Error && cause.name === "TimeoutError";
  const kind = isTimeout ? "timeout" : "abort";
  return new ApiError(kind, "The signal ended the call.", operation, { cause });
}

function timeoutError(operation: BoundOperation, timeout: number): ApiError {
  const message = `No complete response in ${timeout} ms (option timeout).`;
  return new ApiError("timeout", message, operation);
}

async function send(call: Call): Promise<Reply> {
  const deadline = performance.now() + (call.options.timeout || LONGEST);
  let isRenewable = await renew(call, false);
  for (let attempt = 1; ; attempt++) {
    const outcome = await attemptOf(call, attempt);
    // A 401 says that nothing was done, and it alone shows that a credential has expired.
    if (outcome.status === 401 && isRenewable) {
      isRenewable = false;
      if (await renew(call, true)) continue;
    }
    const wait = attempt > call.options.retry ? Number.NaN : waitOf(outcome, attempt);
    if (!(performance.now() + wait < deadline)) {
      if ("kind" in outcome) throw outcome;
      return outcome;
    }
    await Promise.race([call.end, call.after(wait)]);
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
  const { operationId, method, path, configuration } = call.operation;
  const { logger } = configuration;
  const started = performance.now();
  const outcome = await Promise.race([call.end, outcomeOf(call)]).catch((why: ApiError) => why);
  const error = "kind" in outcome ? outcome : undefined;
  const { status } = outcome;
  const milliseconds = Math.round(performance.now() - started);
  const entry = { operationId, method, path, attempt, milliseconds, status, error };
  // A logger cannot break a call, be it that it throws or that its promise is rejected.
  if (logger) (async () => logger(entry))().catch(() => {});
  return outcome;
}

/** A response, or why there is none. */
async function outcomeOf(call: Call): Promise<Outcome> {
  const { operation, options, request, secrets, signal } = call;
  const { baseUrl, configuration, method } = operation;
  const { body, url } = request;
  // Deno and Bun name the URL, whose path and query hold the arguments.
  const hidden = [...secrets, url.slice(baseUrl.length)];
  // A fetch may keep what it was given: a later attempt has headers of its own.
  const headers = { ...call.headers };
  const decided: RequestInit = { method, body, headers, redirect: "manual", signal };
  let response: Response | undefined;
  try {
    // A browser's fetch is no method: it refuses to be called on anything else than its window.
    const fetch = configuration.fetch ?? globalThis.fetch;
    const init = Object.assign(emptyRecord<unknown>(), options.fetchOptions, decided);
    const received = await fetch(url, init);
    assertResponse(received, operation);
    const { status } = received;
    if (isRedirect(received)) {
      const location = received.headers.get("location");
      const target = location ? ` to ${quote(location, hidden).slice(0, 200)}` : "";
      const message = `The service redirects${target}. Set the option ${operation.server.option}.`;
      return new ApiError("redirect", message, operation, { response: received });
    }
    const type = received.headers.get("content-type");
    if (status === 0) throw new Error("It has no status.");
    response = received;
    return { response, status, type, text: await readText(call, response), secrets };
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

/** Whether a response is a redirect, or one that a fetch has followed all the same. */
function isRedirect({ redirected, status, type }: Response): boolean {
  // A browser hides the status of a redirect that it does not follow.
  if (redirected || type === "opaqueredirect") return true;
  return status > 300 && status < 309 && status !== 304;
}

/**
 * The milliseconds before the next attempt: by `Retry-After`, else exponential with full jitter.
 * NaN: the same request would not succeed later.
 */
function waitOf(outcome: Outcome, attempt: number): number {
  // RFC 9110 and RFC 6585: the statuses that say that the same request may succeed later.
  const what = "kind" in outcome ? outcome.kind : outcome.status;
  if (!/^(408|429|50[234]|connection)$/.test(`${what}`)) return Number.NaN;
  return retryAfterOf(outcome.response) ?? Math.random() * 150 * 2 ** attempt;
}

async function readText(call: Call, response: Response): Promise<string> {
  const { maxBytes } = call.options;
  const reader = response.body?.getReader?.();
  // The body of node-fetch is no web stream.
  if (!reader) return await response.text();
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for (let reads = 1; size <= maxBytes; reads++) {
    const { value } = await reader.read();
    text += decoder.decode(value, { stream: value !== undefined });
    if (!value) return text;
    size += value.length;
    // Chunks without end, or empty ones, must not keep timers and events waiting.
    if (reads % 100 === 0) await Promise.race([call.end, call.after(0)]);
  }
  const message = `The response has more than ${maxBytes} bytes (option maxBytes).`;
  throw new ApiError("size", message, call.operation, { response });
}
