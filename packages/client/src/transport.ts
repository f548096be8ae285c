import { ApiError } from "./api-error.ts";
import { within } from "./deadline.ts";
import { type CallError, ConnectionError, RedirectError } from "./errors.ts";
import type { Limits } from "./limits.ts";
import type { Operation } from "./parameters.ts";
import { readBody, textOf } from "./read-body.ts";
import { nextDelay, sleep } from "./retry.ts";
import type { Route } from "./route.ts";
import { safeCause } from "./secrets.ts";
import type { LogEntry } from "./types.ts";

/** What is sent, without credentials. */
export interface Outgoing {
  readonly url: string;
  readonly init: RequestInit;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
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

/** An answer with its body read: as much of a Response as openapi-fetch looks at. */
export class Answer {
  readonly response: Response;
  readonly body: Uint8Array<ArrayBuffer>;
  readonly status: number;
  readonly ok: boolean;
  readonly headers: Headers;

  constructor(response: Response, status: number, body: Uint8Array<ArrayBuffer>) {
    this.response = response;
    this.body = body;
    this.status = status;
    this.ok = status >= 200 && status < 300;
    this.headers = response.headers;
  }

  async text(): Promise<string> {
    return textOf(this.body);
  }

  /** The whole of a Response, for those who look at more. */
  toResponse(): Response {
    const { status, headers } = this;
    const { statusText } = this.response;
    return new Response([204, 205, 304].includes(status) ? null : this.body, { status, statusText, headers });
  }
}

/**
 * Sends a request, again if its policy says so, and reads the whole answer; all before one deadline.
 *
 * @throws {ApiError} There is no answer that could be read to its end.
 */
export function send(outgoing: Outgoing, exchange: Exchange): Promise<Answer> {
  const { limits } = exchange;
  const { operation } = exchange.route;
  const { timeout } = limits;
  const end = timeout > 0 ? Date.now() + timeout : Number.POSITIVE_INFINITY;
  return within(operation, timeout, exchange.signal, async (signal) => {
    for (let attempt = 1; ; attempt++) {
      const started = Date.now();
      const outcome = await exchangeOnce(outgoing, exchange, signal);
      if (exchange.logger) log(exchange.logger, operation, attempt, started, outcome);
      const delay = nextDelay(limits, attempt, outcome) ?? Number.POSITIVE_INFINITY;
      if (Date.now() + delay < end) await sleep(delay, signal);
      else if (outcome instanceof Answer) return outcome;
      else throw outcome;
    }
  });
}

function log(
  logger: (entry: LogEntry) => void,
  { operationId, method, path }: Operation,
  attempt: number,
  started: number,
  outcome: Answer | CallError,
): void {
  const error = outcome instanceof Answer ? undefined : outcome;
  const { status } = outcome;
  logger({ operationId, method, path, attempt, milliseconds: Date.now() - started, status, error });
}

async function exchangeOnce(
  outgoing: Outgoing,
  exchange: Exchange,
  signal: AbortSignal,
): Promise<Answer | CallError> {
  // A browser's fetch is no method: it refuses to be called on anything else than its window.
  const { limits, secrets, fetch } = exchange;
  const { operation, attachment: find } = exchange.route;
  try {
    const found = find();
    const attachment = found instanceof Promise ? await found : found;
    secrets.push(...attachment.secrets);
    const response = await fetch(withQuery(outgoing.url, attachment.query), {
      ...outgoing.init,
      headers: withHeaders(outgoing.headers, attachment.headers),
      redirect: "manual",
      signal,
    });
    const { status } = response;
    if (isRedirect(response.type, status) && !operation.responses[status]) {
      response.body?.cancel().catch(() => {});
      return new RedirectError(
        "The service redirects, which is not followed. Set its address (option baseUrl).",
        {
          operation,
          response,
        },
      );
    }
    return new Answer(response, status, await readBody(response, limits.maxBytes, operation));
  } catch (error) {
    if (error instanceof ApiError) return error as CallError;
    const cause = safeCause(error, secrets);
    return new ConnectionError(`The service cannot be reached, or broke off: ${cause.message}.`, {
      operation,
      cause,
    });
  }
}

function withQuery(url: string, query: string): string {
  return query ? `${url}${url.includes("?") ? "&" : "?"}${query}` : url;
}

function withHeaders(own: Outgoing["headers"], added: Outgoing["headers"]): Record<string, string> {
  const headers = { ...own, ...added };
  if (own["cookie"] && added["cookie"]) headers["cookie"] = `${own["cookie"]}; ${added["cookie"]}`;
  return headers;
}

function isRedirect(type: string, status: number): boolean {
  return type === "opaqueredirect" || (status > 300 && status < 309 && ![304, 305, 306].includes(status));
}
