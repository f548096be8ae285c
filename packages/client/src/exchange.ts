import type { SecretFunction } from "./auth-types.ts";
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
  /** Aborted when the call is over without a response. */
  readonly signal: AbortSignal;
  /** Cleared when the call is over. */
  readonly timers: ReturnType<typeof setTimeout>[];
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
  const controller = new AbortController();
  const { signal } = controller;
  const call: Call = { operation, options, request, secrets: [], signal, timers: [] };
  let abort = (): void => {};
  try {
    return await new Promise((resolve, reject) => {
      const stop = (kind: "abort" | "timeout", message: string): void =>
        reject(new ApiError(kind, message, operation, { cause: given?.reason }));
      abort = () => stop("abort", "The signal ended the call.");
      if (given?.aborted) return abort();
      given?.addEventListener("abort", abort);
      const expire = (): void =>
        stop("timeout", `No complete response in ${timeout} ms (option timeout).`);
      if (timeout) startTimer(call, expire, timeout);
      send(call).then(resolve, reject);
    });
  } catch (error) {
    // Stop whatever is under way: nobody waits for it.
    controller.abort(error);
    throw error;
  } finally {
    call.timers.forEach(clearTimeout);
    given?.removeEventListener("abort", abort);
  }
}

/** Calls a function later, unless the call is over by then. */
function startTimer({ signal, timers }: Call, then: () => void, milliseconds: number): void {
  if (!signal.aborted) timers.push(setTimeout(then, Math.min(milliseconds, LONGEST)));
}

async function send(call: Call): Promise<Reply> {
  const { retry, timeout } = call.options;
  const deadline = performance.now() + (timeout || LONGEST);
  let isRenewed = false;
  await sign(call, false);
  for (let attempt = 1; ; attempt++) {
    // It may have been while a function gave its credential.
    call.signal.throwIfAborted();
    const outcome = await outcomeOf(call);
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
    await new Promise<void>((resolve) => startTimer(call, resolve, wait));
    await sign(call, false);
  }
}

/**
 * Adds the credentials, and asks those that are functions.
 *
 * @returns Whether one is another than before.
 */
async function sign(call: Call, refused: boolean): Promise<boolean> {
  const { operation, request, secrets } = call;
  const { headers } = request;
  let isAnother = false;
  for (const { scheme, given, encoded } of operation.credentials) {
    const { value, secrets: hidden } =
      encoded ?? encode(scheme, await ask(call, scheme.name, given, refused), operation);
    secrets.push(...hidden);
    isAnother ||= headers[scheme.header] !== value;
    headers[scheme.header] = value;
  }
  return isAnother;
}

async function ask({ operation, secrets }: Call, name: string, given: unknown, refused: boolean) {
  try {
    return await (given as SecretFunction<unknown>)({ refused });
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
  const { method } = operation;
  // A fetch may keep what it was given: a later attempt has headers of its own.
  const headers = { ...request.headers };
  const decided: RequestInit = { method, body, headers, redirect: "manual", signal };
  const init = Object.assign(emptyRecord<unknown>(), options.fetchOptions, decided);
  // Deno and Bun name the URL, whose path and query hold the arguments.
  const hidden = (): string[] => [...secrets, url.slice(operation.baseUrl.length)];
  let response: Response | undefined;
  try {
    // A browser's fetch is no method: it refuses to be called on anything else than its window.
    const fetch = operation.configuration.options["fetch"] ?? globalThis.fetch;
    const received = await (fetch as typeof globalThis.fetch)(url, init);
    const { headers, status } = assertResponse(received, operation);
    if (isRedirect(received)) {
      const { option } = operation.server;
      const target = quote(headers.get("location") ?? "another URL", hidden()).slice(0, 200);
      const message = `The service redirects to ${target}. Set the option ${option}.`;
      return new ApiError("redirect", message, operation, { response: received });
    }
    response = received;
    const type = headers.get("content-type");
    return { response, status, type, text: await readText(call, response), secrets };
  } catch (thrown) {
    if (isError(thrown)) return thrown;
    const cause = safeCause(thrown, hidden());
    const what = response ? "The body of the response broke off" : "The service cannot be reached";
    return new ApiError("connection", `${what}: ${cause.message}`, operation, { cause, response });
  }
}

/** Throws an `ApiError` unless a fetch gave a response, which the double of a test may not. */
function assertResponse(
  received: Partial<Response> | null | undefined,
  operation: BoundOperation,
): Response {
  const { bodyUsed, headers, status } = received ?? {};
  if (typeof status === "number" && typeof headers?.get === "function" && !bodyUsed)
    return received as Response;
  const message = "The option fetch must return a Response that is not read yet.";
  const cause = new TypeError(message);
  throw new ApiError("configuration", message, operation, { option: "fetch", cause });
}

function isError(outcome: unknown): outcome is ApiError {
  return outcome instanceof ApiError;
}

/** Whether a response is a redirect, or one that a fetch has followed all the same. */
function isRedirect({ redirected, status, type }: Response): boolean {
  // A browser hides the status of a redirect that it does not follow.
  return redirected || type === "opaqueredirect" || /^30[1-35-8]$/.test(`${status}`);
}

/**
 * The milliseconds before the next attempt: by the seconds of `Retry-After`, else exponential with
 * full jitter.
 * NaN: the same request would not succeed later.
 */
function waitOf(outcome: Reply | ApiError, attempt: number): number {
  // RFC 9110 and RFC 6585: the statuses that say that the same request may succeed later.
  const what = isError(outcome) ? outcome.kind : outcome.status;
  if (!/^(408|429|50[234]|connection)$/.test(`${what}`)) return Number.NaN;
  const after = `${outcome.response?.headers.get("retry-after")}`;
  return /^\d+$/.test(after) ? Number(after) * 1000 : Math.random() * 150 * 2 ** attempt;
}

async function readText({ operation, options, signal }: Call, response: Response) {
  const { maxBytes } = options;
  const reader = response.body?.getReader?.();
  // The body of node-fetch is no web stream.
  let text = reader ? "" : await response.text();
  let size = text.length;
  const decoder = new TextDecoder();
  for (let reads = 1; size <= maxBytes; reads++) {
    const { value } = (await reader?.read()) ?? {};
    text += decoder.decode(value, { stream: value !== undefined });
    if (!value) return text;
    size += value.length;
    // Chunks without end, or empty ones, must not keep timers and events waiting.
    if (reads % 100 === 0) await new Promise((resolve) => setTimeout(resolve));
    signal.throwIfAborted();
  }
  const message = `The response has more than ${maxBytes} bytes (option maxBytes).`;
  throw new ApiError("size", message, operation, { response });
}
