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
  given: Init = {},
): { readonly call: Call; readonly init: object } {
  const { cookie, method, path, query, server } = operation;
  const {
    pathSerializer = writePath.bind(undefined, operation),
    querySerializer = query?.bind(undefined, operation),
  } = client.options;
  const baseUrl = client.baseUrls.get(keyOf(server)) ?? "";
  const target = { operation, method, url: (given.baseUrl ?? baseUrl) + path };
  const call = new Call(target, given, client.options);
  const isPrivate = !client.isObserved && !given.middleware;
  const isText = /^(json|text)$/.test(given.parseAs ?? "json");
  const sent = {
    redirect: "manual",
    // Without middleware, the platform's fetch is given the signal itself.
    signal: isPrivate && !client.options.fetch ? undefined : call.signal,
    fetch: (request: Request) => {
      if (given.signal) call.listen(given.signal);
      return send(client, request, call, { isPrivate, isText });
    },
  };
  // openapi-fetch writes a path only if there is something to write into it, and into a query also
  // what an object inherits.
  const params: Readonly<Record<string, Values>> = {
    path: {},
    ...given.params,
    query: ownMembers(given.params?.["query"]),
  };
  const body = bodyOf(client, operation, given);
  const headers = {
    ...client.headersOf(operation),
    ...body.headers,
    ...(cookie && params["cookie"] && { cookie: cookie(params["cookie"]) }),
    ...membersOf(given.headers),
  };
  const defaults = { baseUrl, querySerializer, pathSerializer, ...body.serializer };
  return { call, init: { ...defaults, ...given, ...(!given.fetch && sent), params, headers } };
}

/** How the body of a call is written, and its media type. */
function bodyOf({ options }: Configuration, operation: Operation, given: Init) {
  const { body, bodySerializer = options.bodySerializer } = given;
  if (body === undefined || bodySerializer || !operation.body) return {};
  const [written, mediaType] = operation.body.write(operation, body);
  return { serializer: { bodySerializer: () => written }, headers: { "content-type": mediaType } };
}

function membersOf(headers: unknown): object {
  return headers instanceof Headers ? Object.fromEntries(headers) : Object(headers);
}
