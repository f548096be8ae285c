import { type Authentication, authenticate, renew, sign } from "./authenticate.ts";
import { limitBody } from "./body.ts";
import type { Call } from "./call.ts";
import { Deadline } from "./deadline.ts";
import { ApiError, failure } from "./errors.ts";
import { type Configuration, type Credential, credentialsFor } from "./options.ts";
import { quote, safeCause } from "./secrets.ts";

/** What is sent, how, and until when. */
interface Sending {
  readonly client: Configuration;
  readonly request: Request;
  readonly call: Call;
  readonly deadline: Deadline;
  /** None, unless it goes to a base URL of the client. */
  readonly credentials: readonly Credential[];
  readonly isOurs: boolean;
  retries: number;
  renewals: number;
}

/**
 * Sends a request with its credentials and retries. Of the response, the body is still to be read.
 * Throws an `ApiError` if there is none, or a redirect.
 */
export async function send(client: Configuration, request: Request, call: Call): Promise<Response> {
  const deadline = new Deadline(call, request.signal);
  try {
    const sending = sendingOf(client, request, call, deadline);
    return limitBody(await deadline.race(responseTo(sending)), call, deadline);
  } catch (error) {
    // Stop whatever is under way: nobody waits for it.
    deadline.end(error);
    throw error;
  }
}

function sendingOf(
  client: Configuration,
  request: Request,
  call: Call,
  deadline: Deadline,
): Sending {
  const { operation, retry } = call;
  const isOurs = client.ownUrls.some((url) => request.url.startsWith(`${url}/`));
  const credentials = operation && isOurs ? credentialsFor(client, operation, request) : [];
  const retries = retry ?? (isRead(request) ? (client.options.retry ?? 2) : 0);
  const renewals = credentials.every(({ encoded }) => encoded) ? 0 : 2;
  return { client, request, call, deadline, credentials, isOurs, retries, renewals };
}

async function responseTo(sending: Sending): Promise<Response> {
  const { call, credentials, deadline } = sending;
  deadline.signal.throwIfAborted();
  let authentication = await authenticate(credentials, call);
  for (;;) {
    // It may have been while a function gave its credential.
    deadline.signal.throwIfAborted();
    const outcome = await outcomeOf(sending, authentication);
    const next =
      (await renewalAfter(sending, authentication, outcome)) ??
      (await retryAfter(sending, outcome));
    if (!next) {
      if (isError(outcome)) throw outcome;
      return outcome;
    }
    authentication = next;
  }
}

/** Other credentials after a 401, which says that nothing was done. */
async function renewalAfter(
  sending: Sending,
  authentication: Authentication,
  outcome: Response | ApiError,
): Promise<Authentication | undefined> {
  if (outcome.status !== 401 || sending.renewals === 0) return undefined;
  const renewed = await renew(authentication, sending.call);
  sending.renewals = renewed?.isRenewed ? 0 : sending.renewals - 1;
  if (renewed) discard(outcome);
  return renewed;
}

/** The credentials of the next attempt, after a wait. `undefined`: there is none. */
async function retryAfter(
  sending: Sending,
  outcome: Response | ApiError,
): Promise<Authentication | undefined> {
  const { call, credentials, deadline } = sending;
  const wait = sending.retries > 0 ? waitOf(outcome, call.attempts) : Number.NaN;
  if (!deadline.allows(wait)) return undefined;
  sending.retries--;
  discard(outcome);
  await deadline.wait(wait);
  return authenticate(credentials, call);
}

/** Lets go of the connection of a response that nobody reads. */
function discard(outcome: Response | ApiError): void {
  if (!isError(outcome)) outcome.body?.cancel().catch(() => {});
}

function isError(outcome: Response | ApiError): outcome is ApiError {
  return outcome instanceof ApiError;
}

/** A response, or why there is none. */
async function outcomeOf(
  sending: Sending,
  authentication: Authentication,
): Promise<Response | ApiError> {
  const { call, client, request } = sending;
  // Deno and Bun name the URL, whose path and query hold the arguments.
  const hidden = () => [...call.secrets, request.url.replace(/^\w+:\/\/[^/]+/, "")];
  call.attempts++;
  try {
    const [source, init] = await prepare(sending, authentication);
    const { fetch } = client.options;
    // A fetch of the application takes a request, as that of openapi-fetch does. A browser's is no
    // method: it refuses to be called on anything else than its window.
    const response = await (fetch
      ? fetch(new Request(source, init))
      : globalThis.fetch(source, init));
    return isRedirect(response) ? redirectError(response, sending, hidden()) : response;
  } catch (thrown) {
    if (thrown instanceof ApiError) return thrown;
    const cause = safeCause(thrown, hidden());
    const says = cause.message;
    // Node.js refuses some headers only here.
    const isRefused = /^UND_ERR_(INVALID_ARG|NOT_SUPPORTED|REQ_)/.test(`${Object(cause)["code"]}`);
    if (!isRefused) return failure("connection", call, "cannot be reached", { says, cause });
    return failure("configuration", call, "cannot be sent", { says, cause, option: "headers" });
  }
}

/** The request of an attempt, and what is added to it where no middleware sees it. */
async function prepare(
  { call, client, deadline, isOurs, renewals, request, retries }: Sending,
  authentication: Authentication,
): Promise<[Request, RequestInit]> {
  const { operation, secrets } = call;
  if (request.bodyUsed) {
    const says = "its body has been read";
    throw failure("configuration", call, "cannot be sent", { says, option: "middleware" });
  }
  const headers = new Headers(request.headers);
  const init: RequestInit = { headers, redirect: "manual", signal: deadline.signal };
  // The body of a Request can be sent once.
  const source = retries + renewals > 0 && !isRead(request) ? request.clone() : request;
  if (!operation || !isOurs) return [source, init];
  for (const option of operation.settings) {
    const name = client.contract.settings[option] ?? option;
    if (!headers.has(name)) headers.set(name, `${client.settings[option]}`);
  }
  if (!headers.has("accept")) headers.set("accept", operation.accept);
  const signed = { url: request.url, headers };
  sign(signed, authentication, secrets);
  if (signed.url === request.url) return [source, init];
  const body = isRead(request) ? null : await source.blob();
  return [new Request(signed.url, new Request(source, { body })), init];
}

function isRead({ method }: Request): boolean {
  return method === "GET" || method === "HEAD";
}

/** Whether a response is a redirect, or one that a fetch has followed all the same. */
function isRedirect({ redirected, status, type }: Response): boolean {
  // A browser hides the status of a redirect that it does not follow.
  return redirected || type === "opaqueredirect" || /^30[1-35-8]$/.test(`${status}`);
}

function redirectError(
  response: Response,
  { call, client }: Sending,
  hidden: readonly string[],
): ApiError {
  const { option = "", suffix = "" } = call.operation?.server ?? {};
  const target = quote(response.headers.get("location") ?? "another URL", hidden).slice(0, 200);
  const used = option && `, from ${client.baseUrls.get(option + suffix)} (option ${option})`;
  return failure("redirect", call, `redirects to ${target}${used}`, { response });
}

/**
 * The milliseconds before the next attempt: by `Retry-After`, else exponential with full jitter.
 * NaN: the same request would not succeed later.
 */
function waitOf(outcome: Response | ApiError, retried: number): number {
  // RFC 9110 and RFC 6585: the statuses that say that the same request may succeed later.
  const what = isError(outcome) ? outcome.kind : outcome.status;
  if (!/^(408|429|50[234]|connection)$/.test(`${what}`)) return Number.NaN;
  const backoff = Math.random() * 150 * 2 ** retried;
  if (isError(outcome)) return backoff;
  const after = `${outcome.headers.get("retry-after")}`;
  if (/^\d+$/.test(after)) return Number(after) * 1000;
  // The clock of the service counts, which its date shows.
  const now = Date.parse(`${outcome.headers.get("date")}`) || Date.now();
  const wait = / GMT$/.test(after) ? Date.parse(after) - now : 0;
  return wait > 0 ? wait : backoff;
}
