import createFetchClient, { type Middleware } from "openapi-fetch";
import type { Config } from "./config.ts";
import { ConfigurationError } from "./errors.ts";
import { limitsOf } from "./limits.ts";
import { fillPath, fillQuery, type Operation } from "./parameters.ts";
import { createRoutes, type Route } from "./route.ts";
import { type Answer, type Exchange, type Outgoing, send } from "./transport.ts";
import type { CallOptions } from "./types.ts";

type Values = Readonly<Record<string, unknown>>;

type Headers = Readonly<Record<string, string>>;

/** What openapi-fetch takes with a request. */
export interface RequestInput {
  readonly params?: { readonly path?: Values; readonly query?: Values; readonly header?: Values };
  readonly headers?: Values;
  /** The header parameters of a method, by name in lower case. */
  readonly header?: Headers | undefined;
  readonly body?: unknown;
  readonly parseAs?: string;
}

/** What openapi-fetch returns. */
export interface Dispatched {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response | Answer;
}

/** The engine of a client: openapi-fetch, with everything on the wire decided by the table. */
export interface Engine {
  readonly routes: readonly Route[];
  /** Whether anybody looks at the requests and answers on their way. */
  hasMiddleware(): boolean;
  use(...middleware: readonly Middleware[]): void;
  eject(...middleware: readonly Middleware[]): void;
  /** Sends a request. What must not be shown of it is put into `secrets`. */
  dispatch(
    route: Route,
    input: RequestInput,
    call: CallOptions,
    isRaw: boolean,
    secrets: string[],
  ): Promise<Dispatched>;
}

// openapi-fetch types its methods by the paths of a contract, which are not known here.
interface FetchClient extends Pick<Engine, "use" | "eject"> {
  request(method: string, path: string, init: Values): Promise<Dispatched>;
}

/** Stands for the platform's Request where nobody looks at it: to construct that costs more than all the rest. */
class PlainRequest {
  readonly url: string;
  readonly init: RequestInit & { readonly headers: globalThis.Headers };

  constructor(url: string, init: RequestInit & { readonly headers: globalThis.Headers }) {
    this.url = url;
    this.init = init;
  }
}

/** Makes the engine of a client. */
export function createEngine(config: Config): Engine {
  const { options } = config;
  const client = createFetchClient() as unknown as FetchClient;
  const inUse = new Set<Middleware>();
  const use = (...middleware: readonly Middleware[]): void => {
    client.use(...middleware);
    for (const each of middleware) inUse.add(each);
  };
  use(...(options.middleware ?? []));
  return {
    routes: createRoutes(config),
    use,
    eject: (...middleware) => {
      client.eject(...middleware);
      for (const each of middleware) inUse.delete(each);
    },
    hasMiddleware: () => inUse.size > 0,
    dispatch: (route, input, call, isRaw, secrets) => {
      const { operation, address } = route;
      const { signal, timeout, retry, maxBytes } = call;
      const isPlain = inUse.size === 0;
      const isLimited = timeout !== undefined || retry !== undefined || maxBytes !== undefined;
      const limits = isLimited ? limitsOf(operation.method, call, options) : route.limits;
      const { fetch = globalThis.fetch, logger } = options;
      const exchange = { route, fetch, limits, signal, logger, secrets };
      const headers = headersOf(route, input);
      const isSeen = isRaw || !isPlain;
      return client.request(operation.method, operation.path, {
        ...(isRaw ? input : undefined),
        signal: undefined,
        baseUrl: address,
        headers: isSeen ? { ...headers, ...input.headers } : undefined,
        params: input.params?.path ? input.params : { ...input.params, path: {} },
        body: input.body,
        parseAs: input.parseAs,
        pathSerializer: (_template: string, values: Values) => address + fillPath(operation, values),
        querySerializer: (values: Values) => fillQuery(operation, values),
        bodySerializer: (body: unknown) => serializeBody(operation, body),
        Request: isPlain ? PlainRequest : Request,
        fetch: isSeen
          ? (request: PlainRequest | Request) => sendSeen(request, exchange)
          : ({ url, init }: PlainRequest) => send({ url, init, headers }, exchange),
      });
    },
  };
}

/** Sends what others than this client look at, and answers with what they can look at. */
async function sendSeen(request: PlainRequest | Request, exchange: Exchange): Promise<Response> {
  const outgoing =
    request instanceof PlainRequest
      ? { url: request.url, init: request.init, headers: Object.fromEntries(request.init.headers) }
      : await readRequest(request, exchange.route);
  return (await send(outgoing, exchange)).toResponse();
}

/** What a hook left of a request. It may change everything but the place that the credentials are meant for. */
async function readRequest(request: Request, { address, operation }: Route): Promise<Outgoing> {
  const { url, method, headers, credentials, cache } = request;
  if (new URL(url).origin !== new URL(address).origin) {
    throw new ConfigurationError("A hook turned the request to another origin. Nothing was sent.", {
      operation,
    });
  }
  const body = request.body ? await request.arrayBuffer() : null;
  return { url, init: { method, credentials, cache, body }, headers: Object.fromEntries(headers) };
}

/** What a request carries besides credentials. */
function headersOf(
  { headers, operation: { body: mediaType } }: Route,
  { body, header }: RequestInput,
): Headers {
  if (body === undefined || !mediaType || body instanceof FormData)
    return header ? { ...headers, ...header } : headers;
  return { ...headers, "content-type": mediaType, ...header };
}

function serializeBody({ body: mediaType = "" }: Operation, body: unknown): unknown {
  if (/[/+]json/i.test(mediaType)) return JSON.stringify(body);
  if (!mediaType.startsWith("application/x-www-form-urlencoded")) return body;
  const fields = Object.entries(Object(body)).map(([name, value]): [string, string] => [name, String(value)]);
  return new URLSearchParams(fields).toString();
}
