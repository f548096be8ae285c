import type { Reply } from "./answer.ts";
import { ApiError } from "./api-error.ts";
import { attachCredentials } from "./credentials.ts";
import { within } from "./deadline.ts";
import { type CallError, ConnectionError, RedirectError } from "./errors.ts";
import type { Exchange } from "./exchange.ts";
import { readBody } from "./read-body.ts";
import { nextDelay, sleep } from "./retry.ts";
import type { Route } from "./route.ts";
import { safeCause } from "./secrets.ts";

/** An answer with its body read, as bytes. */
interface Received extends Reply {
  readonly body: Uint8Array<ArrayBuffer>;
}

/**
 * Sends a request, again if its policy says so, and reads the whole answer; all before one deadline.
 *
 * @throws {ApiError} There is no answer that could be read to its end.
 */
export function send(url: string, init: RequestInit, exchange: Exchange): Promise<Received> {
  const { route, limits, signal } = exchange;
  const end = Date.now() + (limits.timeout || Number.POSITIVE_INFINITY);
  return within(route, limits.timeout, signal, (own) => repeat(url, { ...init, signal: own }, exchange, end));
}

async function repeat(url: string, init: RequestInit, exchange: Exchange, end: number): Promise<Received> {
  for (let attempt = 1; ; attempt++) {
    const started = Date.now();
    let outcome: Received | CallError;
    try {
      const response = await answerTo(url, init, exchange);
      outcome = { response, body: await readBody(response, exchange.limits.maxBytes, exchange.route) };
    } catch (error) {
      outcome = callErrorOf(error, exchange);
    }
    const met = outcome instanceof ApiError ? outcome : outcome.response;
    if (exchange.logger) log(exchange, attempt, Date.now() - started, met);
    const delay = nextDelay(exchange.limits, attempt, met) ?? Number.POSITIVE_INFINITY;
    if (Date.now() + delay < end) await sleep(delay, init.signal);
    else if (outcome instanceof ApiError) throw outcome;
    else return outcome;
  }
}

async function answerTo(url: string, init: RequestInit, exchange: Exchange): Promise<Response> {
  // A browser's fetch is no method: it refuses to be called on anything else than its window.
  const { route, secrets, fetch } = exchange;
  const request = { url, headers: { ...exchange.headers } };
  await attachCredentials(route, request, secrets);
  const response = await fetch(request.url, { ...init, headers: request.headers, redirect: "manual" });
  const { status, type, body } = response;
  const isRedirect = type === "opaqueredirect" || [301, 302, 303, 307, 308].includes(status);
  if (!isRedirect || route.responses[status]) return response;
  body?.cancel().catch(() => {});
  throw new RedirectError("The service redirects, which is not followed. Set its address (option baseUrl).", {
    operation: route,
    response,
  });
}

function callErrorOf(error: unknown, { route, secrets }: Exchange): CallError {
  if (error instanceof ApiError) return error as CallError;
  const cause = safeCause(error, secrets);
  // Of "fetch failed" the cause says why.
  const reason = (cause.cause instanceof Error && cause.cause.message) || cause.message;
  return new ConnectionError(`The service cannot be reached, or broke off: ${reason}`, {
    operation: route,
    cause,
  });
}

/** An application's logger cannot break a call, be it that it throws or that its promise is rejected. */
async function log(
  { logger, route }: Exchange,
  attempt: number,
  milliseconds: number,
  met: Response | CallError,
): Promise<void> {
  const { operationId, method, path }: Route = route;
  const error = met instanceof ApiError ? met : undefined;
  try {
    await logger?.({ operationId, method, path, attempt, milliseconds, status: met.status, error });
  } catch {}
}
