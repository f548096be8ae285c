import type { Reply } from "./answer.ts";
import { ApiError } from "./api-error.ts";
import type { Credential } from "./credentials.ts";
import { type CallError, ConfigurationError, ConnectionError, RedirectError } from "./errors.ts";
import type { Exchange } from "./exchange.ts";
import type { Unsigned } from "./operation.ts";
import { originOf } from "./origin.ts";
import { readBody } from "./read-body.ts";
import { nextDelay, sleep } from "./retry.ts";
import type { Route } from "./route.ts";
import { safeCause } from "./secrets.ts";

const REDIRECTS = [301, 302, 303, 307, 308];

/** What a request is made of besides its address, its headers and its signal. */
type Content = Omit<RequestInit, "headers" | "redirect" | "signal">;

/** An answer with its body read, as bytes. */
interface Received extends Reply {
  readonly body: Awaited<ReturnType<typeof readBody>>;
}

/**
 * Sends a request, again if its policy says so, and reads the whole answer.
 *
 * @param signal - Fires with the error that the call ends in, at the deadline of the call or if it is aborted.
 * @throws {ApiError} There is no answer that could be read to its end.
 */
// In one function with its attempts: each promise between costs a call as much as the timer of its deadline.
export async function send(
  url: string,
  content: Content,
  exchange: Exchange,
  signal: AbortSignal,
): Promise<Received> {
  // A browser's fetch is no method: it refuses to be called on anything else than its window.
  const { route, limits, began, fetch, secrets } = exchange;
  const { credentials } = route;
  let outcome: Received | CallError | undefined;
  for (let attempt = 1; ; attempt++) {
    const last = outcome;
    const started = performance.now();
    try {
      const own = typeof credentials === "function" ? await credentials(secrets) : credentials;
      const signed = sign({ url, headers: { ...exchange.headers } }, own, secrets, signal);
      const init = { ...content, headers: signed.headers, redirect: "manual", signal } as const;
      const response = await fetch(signed.url, init);
      signed.hide?.(response);
      const { status } = response;
      refuseRedirect(route, response, status);
      outcome = { response, status, body: await readBody(response, limits.maxBytes, route) };
    } catch (error) {
      outcome = callErrorOf(error, url, exchange, signal);
    }
    if (route.logger) log(route, attempt, Math.round(performance.now() - started), outcome);
    const delay = exchange.isRepeated ? nextDelay(limits, attempt, outcome, began) : undefined;
    // Without credentials for a repeat, the call ends in what came of the request that was sent.
    if (delay === undefined)
      return settled(outcome instanceof ConfigurationError ? (last ?? outcome) : outcome);
    await sleep(delay, signal);
  }
}

function settled(outcome: Received | CallError): Received {
  if (outcome instanceof ApiError) throw outcome;
  return outcome;
}

function sign(
  request: Unsigned,
  credentials: readonly Credential[],
  secrets: string[],
  signal: AbortSignal,
): Unsigned {
  // Where a function of the credentials outlived its call: not every fetch looks at the signal.
  if (signal.aborted) throw signal.reason;
  for (const each of credentials) {
    for (const secret of each.secrets) secrets.push(secret);
    each.attach(request, each.token, each.header ?? "");
  }
  return request;
}

/** Refuses what is no answer to read: a redirect, or what has no status. */
function refuseRedirect(operation: Route, response: Response, status: number): void {
  // A browser hides the status of a redirect that it does not follow.
  const isRedirect = status ? REDIRECTS.includes(status) : response.type === "opaqueredirect";
  // As that of Response.error(), and a test's double of an answer.
  if (!isRedirect && !(status && response.headers.get)) {
    throw new Error("an unusable Response");
  }
  // Not every fetch that an application gives does as it is told, and that of React Native does not say it either.
  const { baseUrl } = operation;
  const isFollowed = response.redirected ?? originOf(response.url || baseUrl) !== originOf(baseUrl);
  if (!isFollowed && (!isRedirect || operation.responses[status])) return;
  // That of node-fetch has no such method: it ends with the signal of the call.
  response.body?.cancel?.().catch(() => {});
  throw new RedirectError(
    `The service redirects. Set the option ${operation.address?.option ?? "baseUrl"}.`,
    {
      operation,
      response,
    },
  );
}

function callErrorOf(
  thrown: unknown,
  url: string,
  { route, secrets }: Exchange,
  signal: AbortSignal,
): CallError {
  // Not every fetch throws the reason of its signal.
  const error = signal.aborted ? signal.reason : thrown;
  if (error instanceof ApiError) return error as CallError;
  // Deno and Bun name the address, which holds the arguments.
  const cause = safeCause(error, [...secrets, url]);
  // Of "fetch failed" the cause says why.
  const reason = Object(cause.cause).message || cause.message;
  return new ConnectionError(`The service cannot be reached, or broke off: ${reason}`, {
    operation: route,
    cause,
  });
}

/** An application's logger cannot break a call, be it that it throws or that its promise is rejected. */
async function log(
  { operationId, method, path, logger }: Route,
  attempt: number,
  milliseconds: number,
  met: Received | CallError,
): Promise<void> {
  const error = met instanceof ApiError ? met : undefined;
  try {
    await logger?.({ operationId, method, path, attempt, milliseconds, status: met.status, error });
  } catch {}
}
