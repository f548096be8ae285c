import type { Reply } from "./answer.ts";
import { ApiError } from "./api-error.ts";
import { attachCredentials } from "./credentials.ts";
import { within } from "./deadline.ts";
import { type CallError, ConnectionError, RedirectError } from "./errors.ts";
import type { Limits } from "./limits.ts";
import type { Unsigned } from "./operation.ts";
import { readBody } from "./read-body.ts";
import { nextDelay, sleep } from "./retry.ts";
import type { Route } from "./route.ts";
import { safeCause } from "./secrets.ts";
import type { LogEntry } from "./types.ts";

/** What is sent, without credentials. */
export type Outgoing = Readonly<Unsigned> & Omit<RequestInit, "headers" | "redirect" | "signal">;

/** An answer with its body read, as bytes. */
export interface Received extends Reply {
  readonly body: Uint8Array<ArrayBuffer>;
}

/** Everything that decides how a request is sent. */
export interface Exchange {
  readonly route: Route;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly limits: Limits;
  readonly signal: AbortSignal | undefined;
  readonly logger: ((entry: LogEntry) => void) | undefined;
  /** What must not be shown; the exchange adds to it. */
  readonly secrets: string[];
}

/**
 * Sends a request, again if its policy says so, and reads the whole answer; all before one deadline.
 *
 * @throws {ApiError} There is no answer that could be read to its end.
 */
export function send(outgoing: Outgoing, exchange: Exchange): Promise<Received> {
  const { route, limits, signal } = exchange;
  const end = Date.now() + (limits.timeout || Number.POSITIVE_INFINITY);
  return within(route, limits.timeout, signal, (own) => attempts(outgoing, exchange, end, own));
}

async function attempts(
  outgoing: Outgoing,
  exchange: Exchange,
  end: number,
  signal: AbortSignal,
): Promise<Received> {
  for (let attempt = 1; ; attempt++) {
    const started = Date.now();
    const outcome = await exchangeOnce(outgoing, exchange, signal);
    const met = outcome instanceof ApiError ? outcome : outcome.response;
    log(exchange, attempt, Date.now() - started, met);
    const delay = nextDelay(exchange.limits, attempt, met) ?? Number.POSITIVE_INFINITY;
    if (Date.now() + delay < end) await sleep(delay, signal);
    else if (outcome instanceof ApiError) throw outcome;
    else return outcome;
  }
}

/** An application's logger cannot break a call, be it that it throws or that its promise is rejected. */
async function log(
  { logger, route }: Exchange,
  attempt: number,
  milliseconds: number,
  met: Response | CallError,
): Promise<void> {
  const { operationId, method, path } = route;
  const error = met instanceof ApiError ? met : undefined;
  try {
    await logger?.({ operationId, method, path, attempt, milliseconds, status: met.status, error });
  } catch {}
}

async function exchangeOnce(
  outgoing: Outgoing,
  { route, limits, secrets, fetch }: Exchange,
  signal: AbortSignal,
): Promise<Received | CallError> {
  const operation = route;
  try {
    const { url, headers, ...init } = outgoing;
    const request = { url, headers: { ...headers } };
    await attachCredentials(route, request, secrets);
    const response = await fetch(request.url, {
      ...init,
      headers: request.headers,
      redirect: "manual",
      signal,
    });
    if (isRedirect(response) && !route.responses[response.status]) {
      response.body?.cancel().catch(() => {});
      return new RedirectError(
        "The service redirects, which is not followed. Set its address (option baseUrl).",
        { operation, response },
      );
    }
    return { response, body: await readBody(response, limits.maxBytes, operation) };
  } catch (error) {
    if (error instanceof ApiError) return error as CallError;
    const cause = safeCause(error, secrets);
    return new ConnectionError(`The service cannot be reached, or broke off: ${cause.message}.`, {
      operation,
      cause,
    });
  }
}

function isRedirect({ type, status }: Response): boolean {
  return type === "opaqueredirect" || [301, 302, 303, 307, 308].includes(status);
}
