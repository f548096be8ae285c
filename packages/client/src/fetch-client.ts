import createFetchClient, { type Middleware } from "openapi-fetch";
import { type Reply, readAnswer } from "./answer.ts";
import { within } from "./deadline.ts";
import { AbortError, ConfigurationError } from "./errors.ts";
import type { Exchange } from "./exchange.ts";
import { schemes } from "./generated/wire.ts";
import { keepingHook, keptBodies, refuseHooks } from "./hooks.ts";
import { type Sender, sendStraight } from "./methods.ts";
import type { Body } from "./operation.ts";
import { originOf } from "./origin.ts";
import { argumentsOf, type Params, paramsOf } from "./params.ts";
import { bodyOf, urlOf } from "./route.ts";
import { send } from "./transport.ts";

type Values = Readonly<Record<string, unknown>>;

/** What openapi-fetch takes with a request. */
export interface RequestInput {
  readonly params?: Params;
  readonly headers?: Values | undefined;
  readonly body?: unknown;
  readonly parseAs?: string;
}

/** What openapi-fetch returns. */
interface Dispatched {
  readonly data?: Body;
  readonly error?: unknown;
  readonly response: Response;
}

// openapi-fetch types its methods by the paths of a contract, which are not known here.
interface Untyped {
  request(method: string, path: string, init: Values): Promise<Dispatched>;
  use(...hooks: readonly object[]): void;
  eject(...hooks: readonly object[]): void;
}

/** An openapi-fetch client whose requests travel as the table says, with every guard. */
export interface FetchClient extends Pick<Untyped, "use" | "eject"> {
  /** Sends what a call of a method asks for. */
  readonly send: Sender;
  request(exchange: Exchange, input: RequestInput): Promise<Dispatched>;
}

/**
 * Makes the openapi-fetch client, with the hooks that an application gave.
 *
 * @throws {ConfigurationError} They are no hooks.
 */
export function createGuardedClient(hooks: readonly Middleware[]): FetchClient {
  // It takes a body of no type for JSON otherwise.
  const client = createFetchClient({ headers: { "content-type": null } }) as unknown as Untyped;
  const kept = new WeakMap<object, object>();
  let isHooked = false;
  const use = (...added: readonly Middleware[]): void => {
    for (const hook of added) {
      const keeping = kept.get(hook) ?? keepingHook(hook);
      kept.set(hook, keeping);
      client.use(keeping);
      isHooked = true;
    }
  };
  const eject = (...ejected: readonly object[]): void =>
    client.eject(...ejected.map((hook) => kept.get(hook) ?? hook));
  const request = (exchange: Exchange, input: RequestInput): Promise<Dispatched> => {
    const { route, headers } = exchange;
    const args = argumentsOf(route, input.params);
    // Before the deadline are the hooks too: one may wait for what never comes.
    return within(exchange, (signal, stop) =>
      client.request(route.method, route.path, {
        ...input,
        baseUrl: route.baseUrl,
        pathSerializer: () => urlOf(route, args),
        querySerializer: () => "",
        bodySerializer: (body: unknown) => bodyOf(route, body) ?? undefined,
        // What stands in headers is in those of the exchange.
        params: { path: { ...input.params?.path }, query: input.params?.query },
        signal: undefined,
        headers,
        Request,
        fetch: (request: Request) => sendSeen(request, exchange, signal, stop),
      }),
    );
  };
  if (!Array.isArray(hooks)) refuseHooks();
  use(...hooks);
  return {
    use,
    eject,
    send: (exchange, args) => {
      if (!isHooked) return sendStraight(exchange, args);
      const input = { params: paramsOf(exchange.route, args), body: args["body"], parseAs: "arrayBuffer" };
      return request(exchange, input).then(replyOf);
    },
    request,
  };
}

/** The answer to a request that asked for an `arrayBuffer`. */
export async function replyOf({ data, response }: Dispatched): Promise<Reply> {
  return { response, status: response.status, body: data ?? (await keptBodies.get(response)) ?? "" };
}

/** Sends what hooks may have changed: everything but the place that the credentials are meant for. */
async function sendSeen(
  request: Request,
  exchange: Exchange,
  signal: AbortSignal,
  stop: (error: unknown) => void,
): Promise<Response> {
  const { route } = exchange;
  const { url, method, credentials, cache, mode, integrity, keepalive, referrer, referrerPolicy } = request;
  if (originOf(url) !== originOf(route.baseUrl)) {
    throw new ConfigurationError("A hook turned the request to another origin. Nothing was sent.", {
      operation: route,
    });
  }
  // Not every Request has one.
  const own: AbortSignal | undefined = request.signal;
  const abort = (): void =>
    stop(new AbortError("A hook aborted the call.", { operation: route, cause: own?.reason }));
  own?.addEventListener("abort", abort);
  if (own?.aborted) abort();
  // Not by `request.body`, which Firefox lacks.
  const sent = await request.arrayBuffer();
  const body = sent.byteLength > 0 ? sent : null;
  const headers = Object.fromEntries(request.headers);
  // There is one way of authenticating, which is not that of a hook.
  for (const { header = "" } of Object.values(schemes)) delete headers[header];
  const reply = await send(
    url,
    // What a Request has no member for, such as the priority, openapi-fetch leaves on it as it was given.
    { ...request, method, credentials, cache, mode, integrity, keepalive, referrer, referrerPolicy, body },
    { ...exchange, headers },
    signal,
  );
  const { response, status, body: bytes } = reply;
  // No Response can be made of such a status, and none is documented.
  if (status < 200 || status > 599) readAnswer(route, reply, [], exchange.secrets);
  const { headers: answered, url: value } = response;
  // Not every phrase that arrives may be that of a Response.
  const statusText = (response.statusText ?? "").replace(/[^\t -~\x80-\xff]/g, "");
  // A Response of some statuses takes no body, not even an empty one, though not every fetch leaves it out.
  const content = bytes.byteLength > 0 && ![204, 205, 304].includes(status) ? bytes : null;
  const seen = new Response(content, { status, statusText, headers: answered });
  Object.defineProperty(seen, "url", { value, configurable: true });
  if (!seen.ok) keptBodies.set(seen, bytes);
  return seen;
}
