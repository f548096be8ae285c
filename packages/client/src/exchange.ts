import { type BoundOperation, type CheckedCallOptions, encode } from "./configuration.ts";
import { ApiError } from "./errors.ts";
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
  readonly secrets: string[];
  /** Aborted, with an `ApiError`, when the call has failed. */
  readonly signal: AbortSignal;
  /** Rejected when the signal is aborted. */
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
  const { signal: given, timeout } = options;
  if (given?.aborted) throw abortError(operation, given);
  const controller = new AbortController();
  const { signal } = controller;
  const end = new Promise<never>((_, reject) => {
    signal.onabort = () => reject(signal.reason);
  });
  // It may be rejected when nothing waits: a function of a credential may abort, and throw.
  end.catch(() => {});
  const timers: ReturnType<typeof setTimeout>[] = [];
  const after = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      timers.push(setTimeout(resolve, Math.min(milliseconds, LONGEST)));
    });
  const abort = (): void => controller.abort(abortError(operation, given));
  given?.addEventListener("abort", abort);
  if (timeout) after(timeout).then(() => controller.abort(timeoutError(operation, timeout)));
  try {
    return await send({ operation, options, request, secrets: [], signal, end, after });
  } catch (error) {
    // Stop reading a body that nobody waits for.
    controller.abort(error);
    throw error;
  } finally {
    timers.forEach(clearTimeout);
    given?.removeEventListener("abort", abort);
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
  const { retry, timeout } = call.options;
  const deadline = performance.now() + (timeout || LONGEST);
  let isRenewed = false;
  await sign(call, false);
  for (let attempt = 1; ; attempt++) {
    const outcome = await Promise.race([call.end, outcomeOf(call)]);
    // A 401 says that nothing was done, and it alone shows that a credential has expired.
    if (outcome.status === 401 && !isRenewed) {
      isRenewed = true;
      if (await sign(call, true)) continue;
    }
    const wait = attempt > retry ? Number.NaN : waitOf(outcome, attempt);
    if (!(performance.now() + wait < deadline)) {
      if (isError(outcome)) throw outcome;
      return outcome;
    }
    await Promise.race([call.end, call.after(wait)]);
    await sign(call, false);
  }
}

/**
 * Adds the credentials, and asks those that are functions.
 *
 * @returns Whether one is another than before.
 */
async function sign(call: Call, refused: boolean): Promise<boolean> {
  const { end, operation, request, secrets } = call;
  const { headers } = request;
  let isAnother = false;
  for (const { scheme, secret } of operation.credentials) {
    const given =
      typeof secret === "function"
        ? await Promise.race([end, ask(call, scheme.name, () => secret({ refused }))])
        : secret;
    const encoded = encode(scheme, given, operation);
    secrets.push(...encoded.secrets);
    isAnother ||= headers[scheme.header] !== encoded.value;
    headers[scheme.header] = encoded.value;
  }
  return isAnother;
}

async function ask({ operation, secrets }: Call, name: string, secretOf: () => unknown) {
  try {
    return await secretOf();
  } catch (cause) {
    const says = quote(cause instanceof Error ? cause.message : cause, secrets);
    const message = `The function of auth.${name} threw: ${says}`;
    throw new ApiError("credential", message, operation, { cause });
  }
}

/** A response, or why there is none. */
async function outcomeOf(call: Call): Promise<Reply | ApiError> {
  const { operation, options, request, secrets, signal } = call;
  const { body, url } = request;
  // A fetch may keep what it was given: a later attempt has headers of its own.
  const headers = { ...request.headers };
  const { method } = operation;
  const decided: RequestInit = { method, body, headers, redirect: "manual", signal };
  const init = Object.assign(emptyRecord<unknown>(), options.fetchOptions, decided);
  // Deno and Bun name the URL, whose path and query hold the arguments.
  const hidden = [...secrets, url.slice(operation.baseUrl.length)];
  let response: Response | undefined;
  try {
    // A browser's fetch is no method: it refuses to be called on anything else than its window.
    const fetch = operation.configuration.options["fetch"] ?? globalThis.fetch;
    const received = await (fetch as typeof globalThis.fetch)(url, init);
    const { headers, status } = assertResponse(received, operation);
    if (isRedirect(received)) {
      const target = quote(headers.get("location") ?? "another URL", hidden).slice(0, 200);
      const { option } = operation.server;
      const message = `The service redirects to ${target}. Set the option ${option}.`;
      return new ApiError("redirect", message, operation, { response: received });
    }
    if (status === 0) throw new Error("It has no status.");
    response = received;
    const type = headers.get("content-type");
    return { response, status, type, text: await readText(call, response), secrets };
  } catch (thrown) {
    if (isError(thrown)) return thrown;
    const cause = safeCause(thrown, hidden);
    const what = response ? "The body of the response broke off" : "The service cannot be reached";
    const says = (cause.cause instanceof Error && cause.cause.message) || cause.message;
    return new ApiError("connection", `${what}: ${says}`, operation, { cause, response });
  }
}

/** Throws an `ApiError` unless a fetch gave a response, which the double of a test may not. */
function assertResponse(received: unknown, operation: BoundOperation): Response {
  const { status, headers }: Partial<Response> = Object(received);
  if (typeof status === "number" && typeof headers?.get === "function") return received as Response;
  const message = "The option fetch must return a Response.";
  const cause = new TypeError(message);
  throw new ApiError("configuration", message, operation, { option: "fetch", cause });
}

function isError(outcome: unknown): outcome is ApiError {
  return outcome instanceof ApiError;
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
function waitOf(outcome: Reply | ApiError, attempt: number): number {
  // RFC 9110 and RFC 6585: the statuses that say that the same request may succeed later.
  const what = isError(outcome) ? outcome.kind : outcome.status;
  if (!/^(408|429|50[234]|connection)$/.test(`${what}`)) return Number.NaN;
  const after = `${outcome.response?.headers.get("retry-after")}`;
  if (/GMT$/.test(after)) return Math.max(0, Date.parse(after) - Date.now());
  return /^\d+$/.test(after) ? Number(after) * 1000 : Math.random() * 150 * 2 ** attempt;
}

async function readText({ after, operation, options, signal }: Call, response: Response) {
  const { maxBytes } = options;
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
    if (reads % 100 === 0) await after(0);
    signal.throwIfAborted();
  }
  const message = `The response has more than ${maxBytes} bytes (option maxBytes).`;
  throw new ApiError("size", message, operation, { response });
}
