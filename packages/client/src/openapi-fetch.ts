import createClient, { type Client } from "openapi-fetch";
import { baseUrlOf, configure } from "./configuration.ts";
import { ApiError, refuse } from "./errors.ts";
import { exchange } from "./exchange.ts";
import { operations as rows } from "./generated/contract.ts";
import type { paths } from "./generated/openapi.ts";
import type { Operation } from "./operation.ts";
import { type Prepared, prepare } from "./request.ts";
import { readResponse } from "./response.ts";
import type { Auth, Authentication, CallOptions, ClientOptions, FetchOptions } from "./types.ts";

export type { Middleware } from "openapi-fetch";

type Values = Readonly<Record<string, unknown>>;
type Params = Readonly<Partial<Record<"path" | "query" | "header", Values>>>;
type Init = CallOptions & {
  readonly params?: Params;
  readonly body?: unknown;
  readonly baseUrl?: string;
  readonly fetch?: (request: Request) => Promise<Response>;
  // The options of openapi-fetch itself.
  readonly middleware?: unknown;
  readonly parseAs?: unknown;
  readonly bodySerializer?: unknown;
};

/**
 * Makes an openapi-fetch client with the same options, for middleware and for companions such as
 * openapi-react-query. It authenticates, limits, retries and checks requests as the methods do.
 * Documented errors are returned, others are thrown. A call also takes `timeout`, `attemptTimeout`,
 * `retry` and `maxBytes`, though its type does not name them. Middleware sees no credentials.
 *
 * @throws {ApiError} An option cannot work.
 */
export function createFetchClient(options: ClientOptions & Authentication<Auth>): Client<paths> {
  const operations = configure(options, Object.values(rows()));
  const client = createClient<paths>();
  const plain = new Request(options.baseUrl);
  const request = async (method: string, path: string, init: Init = {}): Promise<unknown> => {
    const found = operations.find(
      (each) => each.method === method.toUpperCase() && each.path === path,
    );
    if (!found) return refuse("path", `names no operation: ${method} ${path}`);
    const operation = operationOf(found, init);
    const prepared = prepare(operation, argumentsOf(operation, init));
    const inner = {
      ...init,
      params: { ...init.params, path: { ...init.params?.path } },
      pathSerializer: () => prepared.url,
      querySerializer: () => "",
      fetch: (sent: Request) => {
        const fetchOptions = { ...fetchOptionsOf(init), ...changedOptions(sent, plain) };
        return respond(operation, sent, prepared, { ...init, fetchOptions });
      },
    };
    return client.request(method as never, path as never, inner as never);
  };
  const methods = operations.map(({ method }) => [method, request.bind(undefined, method)]);
  return { ...client, ...Object.fromEntries(methods), request };
}

/** Options in the type of a call that the client decides: they are rejected, not ignored. */
const decided = ["method", "pathSerializer", "querySerializer", "redirect"] as const;

/** An operation as a call names it. */
function operationOf(operation: Operation, init: Init): Operation {
  const { baseUrl, fetch } = init;
  for (const option of decided)
    if (option in init) refuse(option, "is decided by the contract", operation);
  return {
    ...operation,
    ...(baseUrl && { baseUrl: baseUrlOf("baseUrl", baseUrl) + (operation.prefix ?? "") }),
    ...(fetch && { options: { ...operation.options, fetch: byRequest(fetch) } }),
  };
}

/** openapi-fetch passes a request to the `fetch` of a call. */
function byRequest(fetch: NonNullable<Init["fetch"]>): ClientOptions["fetch"] {
  return (url, init) => fetch(new Request(url, init));
}

/** The arguments of a call by the names that the methods use. */
function argumentsOf({ takes }: Operation, { params = {}, body }: Init): Values {
  const named = Object.entries(takes).map(([argument, { in: place, name }]) => {
    return [argument, place === "body" ? body : params[place]?.[name]];
  });
  return { ...params.path, ...Object.fromEntries(named) };
}

/** Further options for `fetch`: those that neither this client nor openapi-fetch interprets. */
function fetchOptionsOf(init: Init): FetchOptions {
  const { timeout, attemptTimeout, retry, maxBytes, signal, headers, fetchOptions, ...rest } = init;
  const { params, body, baseUrl, fetch, middleware, parseAs, bodySerializer, ...more } = rest;
  return { ...fetchOptions, ...more };
}

/** The options of a request that a call or middleware has set: those that differ from a new one. */
function changedOptions(request: Request, plain: Request): FetchOptions {
  const changed = settable.filter((name) => request[name] !== plain[name]);
  return Object.fromEntries(changed.map((name) => [name, request[name]]));
}

const settable = ["cache", "credentials", "integrity", "keepalive", "mode"] as const;

/** Sends the request that openapi-fetch and its middleware have built. */
async function respond(
  operation: Operation,
  request: Request,
  { included, headers: { "content-type": type } }: Prepared,
  options: CallOptions,
): Promise<Response> {
  const { url, signal } = request;
  if (request.bodyUsed || !url.startsWith(`${operation.baseUrl}/`))
    refuse("middleware", "must neither read the body nor leave the base URL", operation);
  const reply = await exchange(
    operation,
    {
      url,
      headers: type ? { "content-type": type } : {},
      body: type ? await request.text() : null,
    },
    { ...options, signal, headers: request.headers },
  );
  try {
    readResponse(operation, reply, included);
  } catch (error) {
    // openapi-fetch and its companions take an error without a body for a success.
    if (!(error instanceof ApiError && error.kind === "status" && reply.text)) throw error;
  }
  const { status, statusText, headers: received } = reply.response;
  return new Response(reply.text || null, { status, statusText, headers: received });
}
