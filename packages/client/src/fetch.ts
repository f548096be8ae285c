import type { SecretFunction } from "./auth-types.ts";
import { limitBody } from "./body.ts";
import type { Call } from "./call.ts";
import type { EncodedCredential } from "./credentials.ts";
import { ApiError, failure } from "./errors.ts";
import {
  type Configuration,
  type Credential,
  credentialsFor,
  encode,
  type Renewal,
} from "./options.ts";
import { quote, safeCause } from "./secrets.ts";

/** What is sent, and how. */
interface Sending {
  readonly client: Configuration;
  /** Nobody else has it. */
  readonly request: Request;
  readonly call: Call;
  readonly credentials: readonly Credential[];
  /** What was sent of each credential. `undefined`: its function is to be asked. */
  values: (EncodedCredential | undefined)[];
  retries: number;
  renewals: number;
}

/**
 * Sends a request with its credentials and retries. Of the response, the body is still to be read.
 * Throws an `ApiError` if there is none, or a redirect.
 *
 * @param privacy - What else sees the request and the response. Default: anything.
 */
export async function send(
  client: Configuration,
  given: Request,
  call: Call,
  { isPrivate, isText }: Privacy = {},
): Promise<Response> {
  try {
    call.start();
    const response = await call.race(responseTo(sendingOf(client, given, call, isPrivate)));
    return limitBody(response, call, isPrivate && isText);
  } catch (error) {
    // Stop whatever is under way: nobody waits for it.
    call.end(error);
    throw error;
  }
}

/** What nobody sees costs less. */
interface Privacy {
  /** Nobody else has the request, and it has the signal of the call. */
  readonly isPrivate?: boolean;
  /** The response is read as text or as JSON alone. */
  readonly isText?: boolean;
}

function sendingOf(
  client: Configuration,
  given: Request,
  call: Call,
  isPrivate?: boolean,
): Sending {
  const { retry, signal, target } = call;
  if (!isPrivate) call.listen(given.signal);
  signal.throwIfAborted();
  // The credentials must not stand in a request that middleware has.
  const request = isPrivate ? given : new Request(given, { redirect: "manual", signal });
  const { url } = request;
  const isOurs = client.ownUrls.some((own) => url.startsWith(own));
  const operation = isOurs ? target.operation : undefined;
  const credentials = operation ? credentialsFor(client, operation, request) : [];
  const values = credentials.map(({ encoded }) => encoded);
  const retries = retry ?? (isRead(request) ? (client.options.retry ?? 2) : 0);
  const renewals = values.includes(undefined) ? 2 : 0;
  return { client, request, call, credentials, values, retries, renewals };
}

async function responseTo(sending: Sending): Promise<Response> {
  for (;;) {
    const outcome = await outcomeOf(sending);
    const isRefused = outcome.status === 401 && sending.renewals > 0;
    const isRepeated = isRefused ? await renew(sending) : await waitFor(sending, outcome);
    if (!isRepeated) {
      if (isError(outcome)) throw outcome;
      return outcome;
    }
    // It lets go of the connection of a response that nobody reads.
    if (!isError(outcome)) outcome.body?.cancel().catch(() => {});
  }
}

function isError(outcome: Response | ApiError): outcome is ApiError {
  return outcome instanceof ApiError;
}

/** A response, or why there is none. */
async function outcomeOf(sending: Sending): Promise<Response | ApiError> {
  const { call, client, request } = sending;
  // Deno and Bun name the URL, whose path and query hold the arguments.
  const hidden = () => [...call.secrets, request.url.replace(/^\w+:\/\/[^/]+/, "")];
  try {
    const sent = await sign(sending);
    call.attempts++;
    // A browser's fetch is no method: it refuses to be called on anything else than its window.
    const { fetch } = client.options;
    const response = await (fetch ? fetch(sent) : globalThis.fetch(sent, { signal: call.signal }));
    return isRedirect(response) ? redirectError(response, sending, hidden()) : response;
  } catch (thrown) {
    if (thrown instanceof ApiError) return thrown;
    const cause = safeCause(thrown, hidden());
    const says = cause.message;
    // Node.js refuses some headers only here.
    const isRefused = /^UND_ERR_(INVALID_ARG|NOT_SUPPORTED|REQ_)/.test(`${Object(cause)["code"]}`);
    return isRefused
      ? failure("configuration", call, "cannot be sent", { says, cause, option: "headers" })
      : failure("connection", call, "cannot be reached", { says, cause });
  }
}

/** The request of an attempt, with its credentials. */
async function sign(sending: Sending): Promise<Request> {
  const { call, credentials, request, renewals, retries, values } = sending;
  // The body of a Request can be sent once, and a fetch may keep what it was given.
  const isOriginal = isRead(request) ? call.attempts === 0 : retries + renewals === 0;
  let signed = isOriginal ? request : request.clone();
  for (const [index, credential] of credentials.entries()) {
    const { place, parameter } = credential.scheme;
    const { secrets, value } = values[index] ?? (await ask(credential, false, call));
    values[index] = { secrets, value };
    call.secrets.push(...secrets);
    signed = await place(signed, parameter, value);
  }
  // The call may be over by now.
  call.signal.throwIfAborted();
  return signed;
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
  const { option = "", suffix = "" } = call.target.operation?.server ?? {};
  const target = quote(response.headers.get("location") ?? "another URL", hidden).slice(0, 200);
  const used = option && `, from ${client.baseUrls.get(option + suffix)} (option ${option})`;
  return failure("redirect", call, `redirects to ${target}${used}`, { response });
}

/** Whether there are other credentials after a 401, which says that nothing was done. */
async function renew(sending: Sending): Promise<boolean> {
  const { call, credentials, values } = sending;
  sending.renewals--;
  let isAnother = false;
  for (const [index, credential] of credentials.entries()) {
    const refused = values[index]?.value ?? "";
    if (credential.encoded) continue;
    const renewal = await renewalOf(credential, refused, call);
    values[index] = renewal;
    isAnother ||= renewal.value !== refused;
    if (renewal.isRenewed) sending.renewals = 0;
  }
  return isAnother;
}

/** Whoever was refused with the same value waits for the same renewal. */
function renewalOf(credential: Credential, refused: string, call: Call): Promise<Renewal> {
  const { renewals } = credential;
  const renewal =
    renewals.get(refused) ??
    renewalAfter(credential, refused, call).finally(() => renewals.delete(refused));
  renewals.set(refused, renewal);
  return renewal;
}

/** The function may have another value by now: only else it is asked to renew it. */
async function renewalAfter(credential: Credential, refused: string, call: Call): Promise<Renewal> {
  const current = await ask(credential, false, call);
  if (current.value !== refused) return { ...current, isRenewed: false };
  return { ...(await ask(credential, true, call)), isRenewed: true };
}

async function ask(
  { given, scheme }: Credential,
  refused: boolean,
  { secrets, target }: Call,
): Promise<EncodedCredential> {
  let secret: unknown;
  try {
    secret = await (given as SecretFunction<unknown>)({ refused });
  } catch (cause) {
    const says = quote(cause instanceof Error ? cause.message : cause, secrets);
    const message = `The function of auth.${scheme.name} threw: ${says}`;
    throw new ApiError("credential", message, target.operation, { cause });
  }
  return encode(scheme, secret, target.operation);
}

/** Waits before another attempt, if there is one. */
function waitFor(sending: Sending, outcome: Response | ApiError): boolean | Promise<boolean> {
  const { call, credentials, retries } = sending;
  const wait = waitOf(outcome, call.attempts);
  if (retries === 0 || !call.allows(wait)) return false;
  sending.retries--;
  sending.values = credentials.map(({ encoded }) => encoded);
  return call.wait(wait);
}

/**
 * The milliseconds before the next attempt: by `Retry-After`, else exponential with full jitter.
 * NaN: the same request would not succeed later.
 */
function waitOf(outcome: Response | ApiError, attempts: number): number {
  // RFC 9110 and RFC 6585: the statuses that say that the same request may succeed later.
  const what = isError(outcome) ? outcome.kind : outcome.status;
  if (!/^(408|429|50[234]|connection)$/.test(`${what}`)) return Number.NaN;
  const after = `${isError(outcome) ? "" : outcome.headers.get("retry-after")}`;
  if (/^\d+$/.test(after)) return Number(after) * 1000;
  // A date that is past says nothing.
  const wait = / GMT$/.test(after) ? Date.parse(after) - Date.now() : 0;
  return wait > 0 ? wait : Math.random() * 150 * 2 ** attempts;
}
