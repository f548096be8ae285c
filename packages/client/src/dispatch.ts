import createFetchClient, { type Middleware } from "openapi-fetch";
import type { Reply } from "./answer.ts";
import { ConfigurationError } from "./errors.ts";
import { limitsOf } from "./limits.ts";
import type { Body } from "./operation.ts";
import { createRoutes, type Route } from "./route.ts";
import { type Exchange, send } from "./transport.ts";
import type { CallOptions, CommonOptions } from "./types.ts";

type Values = Readonly<Record<string, unknown>>;

type Headers = Readonly<Record<string, string>>;

/** What openapi-fetch takes with a request. */
export interface RequestInput {
  readonly params?: { readonly path?: Values; readonly query?: Values; readonly header?: Values };
  readonly headers?: Values | undefined;
  readonly body?: unknown;
  readonly parseAs?: string | undefined;
}

/** What openapi-fetch returns. */
export interface Dispatched {
  readonly data?: Body;
  readonly error?: unknown;
  readonly response: Response | Stub;
}

/** Stands for a Response where nobody looks at it: openapi-fetch asks no more of an answer without a body. */
interface Stub {
  readonly ok: true;
  readonly status: 204;
  readonly headers: ReadonlyMap<string, string>;
  readonly reply: Reply;
}

const NO_HEADERS: ReadonlyMap<string, string> = new Map();

/** Stands for the platform's Request where nobody looks at it: to construct that costs more than all the rest. */
class PlainRequest {
  readonly url: string;
  readonly body: NonNullable<RequestInit["body"]> | null;

  constructor(url: string, { body }: RequestInit) {
    this.url = url;
    this.body = body ?? null;
  }
}

/** The engine of a client: openapi-fetch, with everything on the wire decided by the table. */
export interface Engine {
  readonly routes: readonly Route[];
  use(...middleware: readonly Middleware[]): void;
  eject(...middleware: readonly Middleware[]): void;
  /**
   * Sends a request.
   *
   * @param secrets - Takes what must not be shown.
   * @param isSeen - Whether others look at the request and the answer. Default: whether there are hooks.
   */
  dispatch(
    route: Route,
    input: RequestInput,
    call: CallOptions | undefined,
    secrets: string[],
    isSeen?: boolean,
  ): Promise<Dispatched>;
}

// openapi-fetch types its methods by the paths of a contract, which are not known here.
interface FetchClient extends Pick<Engine, "use" | "eject"> {
  request(method: string, path: string, init: Values): Promise<Dispatched>;
}

/** Makes the engine of a client. */
export function createEngine(options: CommonOptions & Values): Engine {
  const client = createFetchClient() as unknown as FetchClient;
  let hasHooks = false;
  const use = (...middleware: readonly Middleware[]): void => {
    client.use(...middleware);
    hasHooks = true;
  };
  if (options.middleware) use(...options.middleware);
  return {
    routes: createRoutes(options),
    use,
    eject: client.eject,
    dispatch: (route, input, call, secrets, isSeen = hasHooks) => {
      const exchange: Exchange = {
        route,
        secrets,
        fetch: options.fetch ?? globalThis.fetch,
        limits: call ? limitsOf(route.method, call, options) : route.limits,
        signal: call?.signal,
        logger: options.logger,
      };
      const type = input.body === undefined ? undefined : route.body?.type;
      const headers = { ...route.headers, ...(type && { "content-type": type }), ...input.headers };
      const { path, ...params } = input.params ?? {};
      return client.request(route.method, route.path, {
        ...input,
        ...route.init,
        params: { ...params, path: path ?? {} },
        signal: undefined,
        headers: isSeen ? headers : undefined,
        Request: isSeen ? Request : PlainRequest,
        fetch: isSeen
          ? (request: Request) => sendSeen(request, exchange)
          : (request: PlainRequest) => sendUnseen(request, headers as Headers, exchange),
      });
    },
  };
}

/** Sends what nobody else looks at. */
async function sendUnseen({ url, body }: PlainRequest, headers: Headers, exchange: Exchange): Promise<Stub> {
  const { method } = exchange.route;
  const reply = await send({ url, method, body, headers }, exchange);
  return { ok: true, status: 204, headers: NO_HEADERS, reply };
}

/** Sends what hooks may have changed: everything but the place that the credentials are meant for. */
async function sendSeen(request: Request, exchange: Exchange): Promise<Response> {
  const { route } = exchange;
  const { url, method, credentials, cache } = request;
  if (new URL(url).origin !== new URL(route.init.baseUrl).origin) {
    throw new ConfigurationError("A hook turned the request to another origin. Nothing was sent.", {
      operation: route,
    });
  }
  const body = request.body && (await request.arrayBuffer());
  const headers = Object.fromEntries(request.headers);
  const reply = await send({ url, method, credentials, cache, body, headers }, exchange);
  const { status, statusText, headers: answered } = reply.response;
  // A Response of some statuses takes no body, not even an empty one.
  return new Response(reply.body.length > 0 ? reply.body : null, {
    status,
    statusText,
    headers: answered,
  });
}
