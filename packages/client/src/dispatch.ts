import createFetchClient, { type Middleware } from "openapi-fetch";
import type { Config } from "./config.ts";
import { authorize, wayOf } from "./credentials.ts";
import { ConfigurationError } from "./errors.ts";
import { settings } from "./generated/wire.ts";
import { limitsOf } from "./limits.ts";
import { fillPath, fillQuery, type Operation } from "./parameters.ts";
import { type Answer, type Outgoing, send } from "./transport.ts";
import type { CallOptions } from "./types.ts";

type Values = Readonly<Record<string, unknown>>;

/** What openapi-fetch takes with a request. */
export interface RequestInput extends CallOptions {
  readonly params?: { readonly path?: Values; readonly query?: Values; readonly header?: Values };
  readonly headers?: Values;
  readonly body?: unknown;
  readonly parseAs?: string;
}

/** What openapi-fetch returns, and what must not be shown of it. */
export interface Dispatched {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response | Answer;
  readonly secrets: readonly string[];
}

/** The engine of a client: openapi-fetch, with everything on the wire decided by the table. */
export interface Engine {
  /** Whether anybody looks at the requests and answers on their way. */
  hasMiddleware(): boolean;
  use(...middleware: readonly Middleware[]): void;
  eject(...middleware: readonly Middleware[]): void;
  dispatch(operation: Operation, input: RequestInput, isRaw: boolean): Promise<Dispatched>;
}

// openapi-fetch types its methods by the paths of a contract, which are not known here.
interface FetchClient {
  request(method: string, path: string, init: Values): Promise<Omit<Dispatched, "secrets">>;
  use(...middleware: readonly Middleware[]): void;
  eject(...middleware: readonly Middleware[]): void;
}

/** Stands for the platform's Request where nobody looks at it: constructing that costs more than all the rest. */
class PlainRequest implements Outgoing {
  readonly url: string;
  readonly init: Outgoing["init"];

  constructor(url: string, init: Outgoing["init"]) {
    this.url = url;
    this.init = init;
  }
}

/** Makes the engine of a client. */
export function createEngine(config: Config): Engine {
  const { options, credentials } = config;
  const client = createFetchClient() as unknown as FetchClient;
  const inUse = new Set<Middleware>();
  const use = (...middleware: readonly Middleware[]): void => {
    client.use(...middleware);
    for (const each of middleware) inUse.add(each);
  };
  use(...(options.middleware ?? []));
  limitsOf("GET", {}, options);
  return {
    use,
    eject: (...middleware) => {
      client.eject(...middleware);
      for (const each of middleware) inUse.delete(each);
    },
    hasMiddleware: () => inUse.size > 0,
    dispatch: async (operation, { signal, timeout, retry, maxBytes, ...input }, isRaw) => {
      const way = wayOf(operation, credentials);
      const secrets: string[] = [];
      const isPlain = inUse.size === 0;
      const address = config.addressOf(operation);
      const exchange = {
        operation,
        fetch: options.fetch ?? globalThis.fetch,
        limits: limitsOf(operation.method, { timeout, retry, maxBytes }, options),
        signal,
        logger: options.logger,
        wantsBytes: isRaw || !isPlain,
        secrets,
        authorize: (outgoing: Outgoing) => authorize(operation, way, credentials, outgoing, secrets),
      };
      const result = await client.request(operation.method, operation.path, {
        ...input,
        baseUrl: address,
        params: { ...input.params, path: input.params?.path ?? {} },
        headers: { ...headersOf(config, operation, input.body), ...input.headers },
        pathSerializer: (template: string, values: Values) => fillPath(operation, template, values),
        querySerializer: (values: Values) => fillQuery(operation, values),
        bodySerializer: (body: unknown) => serializeBody(operation, body),
        Request: isPlain ? PlainRequest : Request,
        fetch: async (request: PlainRequest | Request) => {
          const outgoing =
            request instanceof PlainRequest ? request : await readRequest(request, address, operation);
          const answer = await send(outgoing, exchange);
          return isRaw || !isPlain ? answer.toResponse() : answer;
        },
      });
      return { ...result, secrets };
    },
  };
}

function headersOf({ values }: Config, operation: Operation, body: unknown): Record<string, string> {
  const headers: Record<string, string> = {};
  if (operation.accept) headers["Accept"] = operation.accept;
  if (body !== undefined && operation.body && !(body instanceof FormData))
    headers["Content-Type"] = operation.body;
  for (const option of operation.settings ?? []) {
    const { header = option } = settings[option] ?? {};
    headers[header] = values[option] ?? "";
  }
  return headers;
}

function serializeBody({ body: mediaType = "" }: Operation, body: unknown): unknown {
  if (/[/+]json/i.test(mediaType)) return JSON.stringify(body);
  if (!mediaType.startsWith("application/x-www-form-urlencoded")) return body;
  const fields = Object.entries(Object(body)).map(([name, value]): [string, string] => [name, String(value)]);
  return new URLSearchParams(fields).toString();
}

/** What a hook left of a request. It may change everything but the place that the credentials are meant for. */
async function readRequest(request: Request, address: string, operation: Operation): Promise<Outgoing> {
  const { url, method, headers, credentials, cache } = request;
  if (new URL(url).origin !== new URL(address).origin) {
    throw new ConfigurationError("A hook turned the request to another origin. Nothing was sent.", {
      operation,
    });
  }
  const body = request.body ? await request.arrayBuffer() : null;
  return { url, init: { method, headers: new Headers(headers), credentials, cache, body } };
}
