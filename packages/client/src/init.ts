import { Call } from "./call.ts";
import { send } from "./fetch.ts";
import type { Operation } from "./operation.ts";
import { type Configuration, keyOf, ownMembers, type Values } from "./options.ts";
import { writePath } from "./serializers.ts";
import type { Limits } from "./types.ts";

/** The options of a call of openapi-fetch, with the limits of the call. */
export interface Init extends Limits {
  readonly params?: Readonly<Record<string, Values>> | undefined;
  readonly body?: unknown;
  readonly headers?: unknown;
  readonly baseUrl?: string;
  readonly fetch?: unknown;
  readonly middleware?: unknown;
  readonly parseAs?: string;
  readonly bodySerializer?: unknown;
  readonly signal?: AbortSignal | null | undefined;
}

/**
 * The options of a call: where it gives no base URL, fetch or serializer, those of the operation
 * are its defaults. And the call that they make.
 */
export function initOf(
  client: Configuration,
  operation: Operation,
  { timeout, retry, maxBytes, signal, ...given }: Init = {},
): { readonly call: Call; readonly init: object } {
  const { method, path, query, server } = operation;
  const {
    bodySerializer,
    pathSerializer = writePath.bind(undefined, operation),
    querySerializer = query?.bind(undefined, operation),
  } = client.options;
  const baseUrl = client.baseUrls.get(keyOf(server)) ?? "";
  const target = { operation, method, url: (given.baseUrl ?? baseUrl) + path };
  const call = new Call(target, { timeout, retry, maxBytes }, client.options);
  const isPrivate = !client.isObserved && !given.middleware;
  const isText = /^(json|text)$/.test(given.parseAs ?? "json");
  const defaults = { baseUrl, querySerializer, pathSerializer };
  const sent = {
    redirect: "manual",
    // Without middleware, the platform's fetch is given the signal itself.
    signal: isPrivate && !client.options.fetch ? undefined : call.signal,
    fetch: (request: Request) => {
      if (signal) call.listen(signal);
      return send(client, request, call, { isPrivate, isText });
    },
  };
  const body = bodySerializer ? {} : bodyOf(operation, given);
  // openapi-fetch writes a path only if there is something to write into it, and into a query also
  // what an object inherits.
  const params = { path: {}, ...given.params, query: ownMembers(given.params?.["query"]) };
  const headers = {
    ...client.headersOf(operation),
    ...body.headers,
    ...cookieOf(operation, params),
    ...membersOf(given.headers),
  };
  const further = given.fetch ? { signal } : sent;
  return { call, init: { ...defaults, ...given, ...further, ...body.serializer, params, headers } };
}

/** How the body of a call is written, and its media type. */
function bodyOf(operation: Operation, { body, bodySerializer }: Init) {
  if (body === undefined || bodySerializer || !operation.body) return {};
  const [written, mediaType] = operation.body.write(operation, body);
  return { serializer: { bodySerializer: () => written }, headers: { "content-type": mediaType } };
}

function cookieOf({ cookie }: Operation, params: Readonly<Record<string, Values>>): object {
  const values = params["cookie"];
  return cookie && values ? { cookie: cookie(values) } : {};
}

function membersOf(headers: unknown): object {
  return headers instanceof Headers ? Object.fromEntries(headers) : Object(headers);
}
