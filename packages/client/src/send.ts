import { limitBody } from "./body.ts";
import type { Call } from "./call.ts";
import { ApiError, type Kinds } from "./errors.ts";
import type { Configuration, Field } from "./options.ts";
import type { CommonOptions, Limits } from "./types/client.ts";

/** The limits of a call, its signal, and how its response is read. */
interface SendOptions extends Limits {
  readonly signal?: AbortSignal | null | undefined;
  /** As text or JSON alone. */
  readonly isText?: boolean;
}

/** What is sent, and how. */
interface Exchange {
  readonly call: Call;
  readonly request: Request;
  /** What the request is to carry. */
  readonly fields: readonly Field[];
  /** Whether it may be sent again with its body. */
  readonly isKept: boolean;
  readonly fetch: CommonOptions["fetch"];
  readonly init: RequestInit | undefined;
}

type Outcome = Response | ApiError;

/**
 * Sends a request, which nobody else has, with its credentials and retries. Of the response, the
 * body is still to be read. Throws an `ApiError` if there is none, or a redirect.
 */
export async function send(
  client: Configuration,
  call: Call,
  request: Request,
  given: SendOptions,
  init?: RequestInit,
): Promise<Response> {
  const { fetch, maxBytes = 2 ** 23, retry = 2, signal, timeout = 30_000 } = client.options;
  const isRead = /^(GET|HEAD)$/.test(request.method);
  const retries = given.retry ?? (isRead ? retry : 0);
  const fields = fieldsOf(client, call, request);
  const renewals = Number(fields.some(({ value }) => !value));
  const isKept = !isRead && retries + renewals > 0;
  const time = call.start(given.timeout ?? timeout, given.signal ?? signal);
  const exchange = { call, request, fields, isKept, fetch, init };
  const outcome = await outcomeOf(exchange, retries, renewals, time.deadline);
  time.release();
  if (isResponse(outcome))
    return limitBody(outcome, call, given.maxBytes ?? maxBytes, given.isText);
  call.end(outcome);
  throw outcome;
}

/** What a request is to carry. What it has already was given by the application. */
function fieldsOf(
  { fields, urls }: Configuration,
  { target }: Call,
  { headers, url }: Request,
): Field[] {
  if (!headers.has("accept")) headers.set("accept", target.accept ?? "*/*");
  const isOurs = Object.values(urls).some((own) => url.startsWith(`${own}/`));
  return fields.filter(
    ({ header, option }) =>
      isOurs && target.fields?.includes(option) && !(header && headers.has(header)),
  );
}

/** The outcome of the last attempt. */
async function outcomeOf(
  exchange: Exchange,
  retries: number,
  renewals: number,
  deadline: number,
): Promise<Outcome> {
  const { call } = exchange;
  let [retriesLeft, renewalsLeft] = [retries, renewals];
  let refused: Response | undefined;
  for (;;) {
    const outcome: Outcome = await call.race(attempt(exchange, refused)).catch((error) => error);
    const isRefused = isResponse(outcome) && outcome.status === 401 && renewalsLeft-- > 0;
    refused = isRefused ? outcome : undefined;
    const wait = refused ? 0 : waitOf(outcome, call.attempts);
    if (!(Date.now() + wait < deadline && (refused || retriesLeft-- > 0))) return outcome;
    if (isResponse(outcome) && !refused) letGo(outcome);
    // The deadline keeps the program running.
    await call.race(new Promise((resolve) => setTimeout(resolve, wait).unref?.()));
  }
}

function isResponse(outcome: Outcome): outcome is Response {
  return !(outcome instanceof ApiError);
}

/** Frees the connection of a response whose body nobody reads. */
function letGo({ body }: Response): void {
  body?.cancel().catch(() => {});
}

/**
 * A response.
 *
 * @param refused - A 401. It is returned if there is no other credential.
 */
async function attempt(exchange: Exchange, refused?: Response): Promise<Response> {
  const { call, fetch = globalThis.fetch, init } = exchange;
  let kind: keyof Kinds = "credential";
  let what = "cannot be sent: a function of auth threw";
  try {
    const sent = await sign(exchange, refused);
    if (!sent) return refused as Response;
    if (refused) letGo(refused);
    // The call may be over by now.
    call.signal.throwIfAborted();
    call.attempts++;
    kind = "connection";
    what = "cannot be reached";
    return direct(call, await fetch(sent, { ...init, signal: call.signal }));
  } catch (thrown) {
    // Node.js refuses some headers only here.
    if (/_(INV|NOT|REQ)/.test(Object(Object(thrown).cause).code)) {
      kind = "configuration";
      what = "cannot be sent";
    }
    throw call.failure(kind, what, { thrown });
  }
}

/** The request of an attempt. `undefined`: it would have what was refused. */
async function sign(
  { call, fields, isKept, request }: Exchange,
  refused?: Response,
): Promise<Request | undefined> {
  const { attempts, values } = call;
  // The body of a Request can be sent once, and a fetch may keep what it was given.
  let sent = isKept || attempts ? request.clone() : request;
  let isSame = refused !== undefined;
  for (const { ask, header, option, prefix = "", value: given, write } of fields) {
    const last = values[option];
    const value = given ?? (refused || !last ? await ask(last) : last);
    isSame &&= value === last;
    values[option] = value;
    if (header) sent.headers.set(header, prefix + value);
    else if (write) sent = await write(sent, value);
  }
  return isSame ? undefined : sent;
}

/** A response that is no redirect: credentials stay with the URL that they were given for. */
function direct(call: Call, response: Response): Response {
  const { headers, status, type } = response;
  // A browser hides the status of a redirect that it does not follow.
  if (!/^30[12378]$/.test(`${status}`) && type !== "opaqueredirect") return response;
  const what = `redirects: is the option ${call.target.server ?? "baseUrl"} right?`;
  throw call.failure("redirect", what, { says: headers.get("location"), response });
}

/** The milliseconds before the next attempt. NaN: the same request would not succeed later. */
function waitOf(outcome: Outcome, attempts: number): number {
  const { headers, kind, status } = outcome as Partial<ApiError> & Partial<Response>;
  // RFC 9110 and RFC 6585: the statuses that say that the same request may succeed later.
  if (!/^(408|429|50[234]|connection)$/.test(`${kind ?? status}`)) return Number.NaN;
  const after = headers?.get("retry-after");
  // By `Retry-After`, seconds or a date, else exponential with full jitter.
  const wait = Number(after) * 1000 || Date.parse(`${after}`) - Date.now();
  return wait > 0 ? wait : Math.random() * 150 * 2 ** attempts;
}
