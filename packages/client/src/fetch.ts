import { type Authentication, authenticate, renew, sign } from "./authenticate.ts";
import { limitBody } from "./body.ts";
import type { Call } from "./call.ts";
import { Deadline } from "./deadline.ts";
import { ApiError, failure } from "./errors.ts";
import { type Configuration, credentialsFor } from "./options.ts";
import { quote, safeCause } from "./secrets.ts";

/** What is sent, how, and until when. */
interface Sending {
  readonly client: Configuration;
  readonly request: Request;
  readonly call: Call;
  readonly deadline: Deadline;
  /** Whether it goes to a base URL of the client. */
  readonly isOurs: boolean;
}

/**
 * Sends a request with its credentials and retries. Of the response, the body is still to be read.
 * Throws an `ApiError` if there is none, or a redirect.
 */
export async function send(client: Configuration, request: Request, call: Call): Promise<Response> {
  const deadline = new Deadline(call, request.signal);
  const isOurs = client.ownUrls.some((url) => request.url.startsWith(`${url}/`));
  try {
    const sending = { client, request, call, deadline, isOurs };
    return limitBody(await deadline.race(responseTo(sending)), call, deadline);
  } catch (error) {
    // Stop whatever is under way: nobody waits for it.
    deadline.end(error);
    throw error;
  }
}

async function responseTo(sending: Sending): Promise<Response> {
  const { call, client, deadline, isOurs, request } = sending;
  const { operation } = call;
  deadline.signal.throwIfAborted();
  let retries = call.retry ?? (isBodyless(request) ? (client.options.retry ?? 2) : 0);
  const credentials = operation && isOurs ? credentialsFor(client, operation, request) : [];
  let renewals = credentials.some(({ encoded }) => !encoded) ? 2 : 0;
  let authentication = await authenticate(credentials, call);
  for (let retried = 1; ; ) {
    // It may have been while a function gave its credential.
    deadline.signal.throwIfAborted();
    const outcome = await outcomeOf(sending, authentication, retries + renewals > 0);
    // A 401 says that nothing was done, and it alone shows that a credential has expired.
    if (outcome.status === 401 && renewals > 0) {
      const renewed = await renew(authentication, call);
      if (renewed) {
        authentication = renewed;
        renewals = renewed.isRenewed ? 0 : renewals - 1;
        discard(outcome);
        continue;
      }
    }
    const wait = retries > 0 ? waitOf(outcome, retried) : Number.NaN;
    if (!deadline.allows(wait)) {
      if (isError(outcome)) throw outcome;
      return outcome;
    }
    discard(outcome);
    retries--;
    retried++;
    await deadline.wait(wait);
    authentication = await authenticate(credentials, call);
  }
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
  isRepeatable: boolean,
): Promise<Response | ApiError> {
  const { call, client } = sending;
  // Deno and Bun name the URL, whose path and query hold the arguments.
  const hidden = () => [...call.secrets, sending.request.url.replace(/^\w+:\/\/[^/]+/, "")];
  call.attempts++;
  try {
    const [source, init] = await prepare(sending, authentication, isRepeatable);
    const { fetch } = client.options;
    // A fetch of the application takes a request, as that of openapi-fetch does. A browser's is no
    // method: it refuses to be called on anything else than its window.
    const response = await (fetch ? fetch(new Request(source, init)) : globalThis.fetch(source, init));
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
  { call, client, deadline, isOurs, request }: Sending,
  authentication: Authentication,
  isRepeatable: boolean,
): Promise<[Request, RequestInit]> {
  const { operation, secrets } = call;
  if (request.bodyUsed) {
    const says = "its body has been read";
    throw failure("configuration", call, "cannot be sent", { says, option: "middleware" });
  }
  const headers = new Headers(request.headers);
  const init: RequestInit = { headers, redirect: "manual", signal: deadline.signal };
  // The body of a Request can be sent once.
  const source = isRepeatable && request.body ? request.clone() : request;
  if (!operation || !isOurs) return [source, init];
  for (const option of operation.settings) {
    const name = client.contract.settings[option] ?? option;
    if (!headers.has(name)) headers.set(name, `${client.settings[option]}`);
  }
  if (!headers.has("accept")) headers.set("accept", operation.accept);
  const url = sign(request.url, headers, authentication, secrets);
  if (url === request.url) return [source, init];
  const body = isBodyless(request) ? null : await source.blob();
  return [new Request(url, new Request(source, { body })), init];
}

function isBodyless({ method }: Request): boolean {
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
  discard(response);
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
