import createClient, { type Middleware } from "openapi-fetch";
import { traceFrom } from "./client.ts";
import {
  type BoundOperation,
  bind,
  type CheckedCallOptions,
  callOptionsOf,
  configure,
} from "./configuration.ts";
import { ApiError, refuse } from "./errors.ts";
import { exchange } from "./exchange.ts";
import type { FetchClient } from "./fetch-client-types.ts";
import { copyOf, emptyRecord, type Given } from "./given.ts";
import type { ContractData, Headers, Operation } from "./operation.ts";
import { createRequest } from "./request.ts";
import { readResponse } from "./response.ts";
import type { CallRequest } from "./serializers.ts";
import type { Authentication, Contract, OpenedBy } from "./types.ts";

/**
 * Makes an openapi-fetch client with the same options, for middleware and for companions such as
 * openapi-react-query. It authenticates, limits, retries and checks requests as the methods do.
 * Documented errors are returned, others are thrown. Middleware sees requests without credentials;
 * of what it changes, headers and the body are sent.
 *
 * @throws {ApiError} An option cannot work.
 */
export type CreateFetchClient<C extends Contract> = <
  const Given extends C["credentials"] = Record<never, never>,
>(
  options: C["options"] & Authentication<C, Given>,
) => FetchClient<C, OpenedBy<C, Given>>;

export function buildFetchClient(
  options: unknown,
  chosen: Readonly<Record<string, Operation>>,
  contract: ContractData,
): never {
  const operations = Object.values(chosen);
  const configuration = configure(options, operations, contract);
  const byPath = new Map(operations.map((each) => [`${each.method} ${each.path}`, each]));
  const client = createClient(clientOptions());
  const request = async (method: string, path: string, init: unknown): Promise<unknown> => {
    try {
      const operation = byPath.get(`${method} ${path}`);
      if (!operation) return refuse("path", `names no operation: ${method} ${path}`);
      const given = requestInit(bind(operation, configuration), copyOf(init));
      const result = await client.request(method as never, path as never, given as never);
      return { data: undefined, error: undefined, ...(result as object) };
    } catch (error) {
      if (error instanceof ApiError) traceFrom(error, request);
      throw error;
    }
  };
  const methods = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"].map(
    (method) => [method, request.bind(undefined, method)],
  );
  const { eject, use } = client;
  return { ...Object.fromEntries(methods), eject, use } as never;
}

/** Each option that openapi-fetch looks up, so that it finds none on `Object.prototype`. */
function clientOptions(): object {
  const none = undefined;
  return {
    baseUrl: "",
    Request: requestConstructor(),
    fetch: none,
    querySerializer: () => "",
    bodySerializer: none,
    pathSerializer: none,
    headers: none,
    requestInitExt: none,
  };
}

/** `Request`, which finds no option on `Object.prototype`, either. */
function requestConstructor(): typeof Request {
  const construct = (target: typeof Request, [url, init]: [string, RequestInit]): Request => {
    const given = Object.assign(emptyRecord<unknown>(), init);
    // Node.js looks up there what is not given, even if the object has no prototype.
    for (const name of ["body", "signal", "window"]) given[name] ??= null;
    return new target(url, given);
  };
  return new Proxy(globalThis.Request, Object.assign(emptyRecord(), { construct }));
}

/** The options of a call as openapi-fetch takes them, again each that it looks up. */
function requestInit(operation: BoundOperation, given: Given): Given {
  const { params: givenParams, body, middleware, ...further } = given;
  const params = copyOf(givenParams);
  const options = callOptionsOf(further, operation);
  const args = argumentsOf(operation, params, body);
  const request = createRequest(operation, args, options.headers);
  return {
    baseUrl: "",
    Request: undefined,
    // It writes a path only if there is something to write into it.
    params: Object.assign(emptyRecord(), params, {
      path: copyOf(params["path"]),
      header: undefined,
    }),
    parseAs: "json",
    querySerializer: undefined,
    pathSerializer: () => request.url,
    bodySerializer: () => request.body,
    body: request.body ?? undefined,
    headers: request.headers,
    middleware: (middleware ?? []) as Middleware[],
    signal: options.signal,
    fetch: (sent: Request) => respond(operation, sent, request, options),
  };
}

/**
 * The arguments of a call by the names that the methods use. One that the operation does not have
 * is there with its location, to be refused with the other unknown arguments.
 */
function argumentsOf({ parameters }: BoundOperation, params: Given, body: unknown): Given {
  const names = new Map(
    parameters.map(({ argument, name, serializer }) => [`${serializer.in} ${name}`, argument]),
  );
  const args = emptyRecord<unknown>();
  for (const [location, given] of Object.entries(params))
    for (const [name, value] of Object.entries(copyOf(given))) {
      const key = `${location} ${name}`;
      args[names.get(key) ?? key] = value;
    }
  if (body !== undefined) args["body"] = body;
  return args;
}

/** Sends the request that openapi-fetch and its middleware have built. */
async function respond(
  operation: BoundOperation,
  request: Request,
  { headers: before, included }: CallRequest,
  options: CheckedCallOptions,
): Promise<Response> {
  const { bodyUsed, method, signal, url } = request;
  const { contract } = operation.configuration;
  if (bodyUsed || method !== operation.method || !url.startsWith(`${operation.baseUrl}/`)) {
    const problem = "must neither read the body, nor change the method, nor leave the base URL";
    refuse("middleware", problem, operation);
  }
  const headers: Headers = Object.assign(emptyRecord(), Object.fromEntries(request.headers));
  for (const name of Object.keys(headers))
    if (contract.headers.includes(name) && !(name in before))
      refuse("middleware", `cannot set ${name}, which the client sends`, operation);
  const sent = { url, headers, body: (await request.text()) || null };
  const reply = await exchange(operation, sent, { ...options, signal });
  try {
    readResponse(operation, reply, included);
  } catch (error) {
    // openapi-fetch and its companions take an error without a body for a success.
    if (!(error instanceof ApiError && error.kind === "status" && reply.text)) throw error;
  }
  const { status, statusText, headers: received } = reply.response;
  return new Response(reply.text || null, { status, statusText, headers: received });
}
