import { ApiError } from "./api-error.ts";
import { within } from "./deadline.ts";
import { type CallError, ConnectionError, RedirectError } from "./errors.ts";
import type { Limits } from "./limits.ts";
import type { Operation } from "./parameters.ts";
import { readBody } from "./read-body.ts";
import { nextDelay, sleep } from "./retry.ts";
import { safeCause } from "./secrets.ts";
import type { LogEntry } from "./types.ts";

/** What is sent. */
export interface Outgoing {
  readonly url: string;
  readonly init: RequestInit & { readonly headers: Headers };
}

/** Everything that decides how a request is sent. */
export interface Exchange {
  readonly operation: Operation;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly limits: Limits;
  readonly signal: AbortSignal | undefined;
  readonly logger: ((entry: LogEntry) => void) | undefined;
  /** Whether the body is wanted as bytes, whatever it is. */
  readonly wantsBytes: boolean;
  /** What must not be shown. */
  readonly secrets: string[];
  /** Adds the credentials, notes them in `secrets`, and returns the address to send to. */
  authorize(outgoing: Outgoing): Promise<string>;
}

/** An answer with its body read: as much of a Response as openapi-fetch looks at. */
export class Answer {
  readonly response: Response;
  readonly body: string | Uint8Array<ArrayBuffer>;

  constructor(response: Response, body: string | Uint8Array<ArrayBuffer>) {
    this.response = response;
    this.body = body;
  }

  get status(): number {
    return this.response.status;
  }

  get ok(): boolean {
    return this.response.ok;
  }

  get headers(): Headers {
    return this.response.headers;
  }

  async text(): Promise<string> {
    return String(this.body);
  }

  /** The whole of a Response, for those who look at more. */
  toResponse(): Response {
    const { status, statusText, headers } = this.response;
    return new Response([204, 205, 304].includes(status) ? null : this.body, { status, statusText, headers });
  }
}

/**
 * Sends a request, again if its policy says so, and reads the whole answer; all before one deadline.
 *
 * @throws {ApiError} There is no answer that could be read to its end.
 */
export function send(outgoing: Outgoing, exchange: Exchange): Promise<Answer> {
  const { operation, limits } = exchange;
  const { timeout } = limits;
  const end = timeout > 0 ? Date.now() + timeout : Number.POSITIVE_INFINITY;
  return within(operation, timeout, exchange.signal, async (signal) => {
    for (let attempt = 1; ; attempt++) {
      const outcome = await attemptOnce(outgoing, exchange, signal, attempt);
      const delay = nextDelay(limits, attempt, outcome) ?? Number.POSITIVE_INFINITY;
      if (Date.now() + delay < end) await sleep(delay, signal);
      else if (outcome instanceof Answer) return outcome;
      else throw outcome;
    }
  });
}

async function attemptOnce(
  outgoing: Outgoing,
  exchange: Exchange,
  signal: AbortSignal,
  attempt: number,
): Promise<Answer | CallError> {
  const { operation, logger } = exchange;
  const { operationId, method, path } = operation;
  const started = Date.now();
  const outcome = await exchangeOnce(outgoing, exchange, signal);
  const isAnswer = outcome instanceof Answer;
  logger?.({
    operationId,
    method,
    path,
    attempt,
    milliseconds: Date.now() - started,
    status: outcome.status,
    error: isAnswer ? undefined : outcome,
  });
  return outcome;
}

async function exchangeOnce(
  outgoing: Outgoing,
  exchange: Exchange,
  signal: AbortSignal,
): Promise<Answer | CallError> {
  const { operation, limits, secrets, wantsBytes } = exchange;
  try {
    const url = await exchange.authorize(outgoing);
    const response = await exchange.fetch(url, { ...outgoing.init, redirect: "manual", signal });
    if (isRedirect(response) && !operation.responses[response.status]) {
      response.body?.cancel().catch(() => {});
      return new RedirectError("The service redirects. That is not followed: set its address.", {
        operation,
        response,
      });
    }
    const type = response.headers.get("content-type") ?? "";
    const isBinary = wantsBytes || (operation.isBinary && response.ok && !/[/+]json|^text\//i.test(type));
    return new Answer(response, await readBody(response, limits.maxBytes, isBinary, operation));
  } catch (error) {
    if (error instanceof ApiError) return error as CallError;
    const cause = safeCause(error, secrets);
    return new ConnectionError(`The service cannot be reached: ${cause.message}.`, { operation, cause });
  }
}

function isRedirect({ type, status }: Response): boolean {
  return type === "opaqueredirect" || [301, 302, 303, 307, 308].includes(status);
}
