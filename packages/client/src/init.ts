import { type Call, createCall } from "./call.ts";
import { send } from "./fetch.ts";
import type { Operation } from "./operation.ts";
import { type Configuration, keyOf } from "./options.ts";
import { writeCookies, writePath, writeQuery } from "./serializers.ts";
import type { Limits } from "./types.ts";

type Values = Readonly<Record<string, unknown>>;

/** The options of a call of openapi-fetch, with the limits of the call. */
export interface Init extends Limits {
  readonly params?: Readonly<Record<string, Values>> | undefined;
  readonly body?: unknown;
  readonly headers?: unknown;
  readonly baseUrl?: string;
  readonly bodySerializer?: unknown;
  readonly signal?: AbortSignal | null | undefined;
}

/** The options of a call with the defaults of its operation, and the call that they make. */
export function initOf(
  client: Configuration,
  operation: Operation,
  given: Init = {},
  signal?: AbortSignal | null,
): { readonly call: Call; readonly init: object } {
  const { timeout, retry, maxBytes, ...init } = given;
  const { bodySerializer, pathSerializer, querySerializer } = client.options;
  const baseUrl = client.baseUrls.get(keyOf(operation.server)) ?? "";
  const { method, path } = operation;
  const url = (init.baseUrl ?? baseUrl) + path;
  const limits = { timeout, retry, maxBytes, signal };
  const call = createCall({ operation, method, url }, client.options, limits);
  const defaults = {
    baseUrl,
    fetch: (request: Request) => send(client, request, call),
    querySerializer: querySerializer ?? ((query: Values) => writeQuery(operation, query)),
    pathSerializer:
      pathSerializer ?? ((url: string, values: Values) => writePath(operation, url, values)),
  };
  const written = !init.bodySerializer && !bodySerializer ? bodyOf(operation, init.body) : {};
  const { cookie, path: segments = {} } = init.params ?? {};
  return {
    call,
    init: {
      ...defaults,
      ...init,
      // It writes a path only if there is something to write into it.
      params: { ...init.params, path: segments },
      ...written.serializer,
      headers: headersOf(init.headers, { ...written.headers, ...cookieOf(cookie) }),
    },
  };
}

/** How the body of a call is written, and its media type. */
function bodyOf(operation: Operation, body: unknown) {
  if (body === undefined || !operation.body) return {};
  const [written, mediaType] = operation.body.write(operation, body);
  return {
    serializer: { bodySerializer: () => written },
    headers: { "content-type": mediaType },
  };
}

function cookieOf(cookies: Values | undefined): object {
  return cookies && Object.keys(cookies).length > 0 ? { cookie: writeCookies(cookies) } : {};
}

/** The headers of a call, which come before those of its operation. */
function headersOf(given: unknown, defaults: object): object {
  const own = given instanceof Headers ? Object.fromEntries(given) : Object(given);
  return { ...defaults, ...own };
}
