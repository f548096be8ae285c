import createFetchClient from "openapi-fetch";
import { argumentsOf, writePath } from "./arguments.ts";
import { Call } from "./call.ts";
import { ApiError } from "./errors.ts";
import { type Configuration, configure, own, urlOf, type Values } from "./options.ts";
import { dataOf, type FetchResult } from "./response.ts";
import type { Fetch } from "./route.ts";
import { send } from "./send.ts";
import type * as types from "./types/client.ts";
import type { ContractData, Operation } from "./types/operation.ts";

/**
 * Makes an openapi-fetch client, with a method for each operation of the contract.
 *
 * @throws {ApiError} An option cannot work. No message shows the value of a credential.
 */
export type CreateClient<C extends types.Contract> = <
  const Given extends C["credentials"] = Record<never, never>,
>(
  options: C["options"] & types.Authentication<C, Given>,
) => types.Client<C, types.OpenedBy<C, Given>>;

/**
 * Makes a client of the given operations. Bundlers drop all others.
 *
 * @throws {ApiError} An option cannot work. No message shows the value of a credential.
 */
export type CreateClientOf<C extends types.Contract> = <
  Id extends types.OperationId<C> & string,
  const Given extends C["credentials"] = Record<never, never>,
>(
  options: C["options"] & types.Authentication<C, Given>,
  operations: Readonly<Record<string, Operation<Id>>>,
) => types.Client<C, types.OpenedBy<C, Given>, Id>;

/**
 * Makes a `fetch` that sends requests of the contract's operations as the client does: with
 * credentials, a deadline, retries and limits. Others are sent without credentials.
 *
 * @throws {ApiError} An option cannot work. No message shows the value of a credential.
 */
export type CreateFetch<C extends types.Contract, Chosen extends readonly unknown[] = []> = <
  const Given extends C["credentials"] = Record<never, never>,
>(
  options: C["options"] & types.Authentication<C, Given>,
  ...chosen: Chosen
) => Fetch;

/** The same for the given operations. Bundlers drop all others. */
export type CreateFetchOf<C extends types.Contract> = CreateFetch<
  C,
  [operations: Readonly<Record<string, Operation>>]
>;

/**
 * Whether an error is a documented response of an operation. Its `status` then determines the type
 * of its `body`.
 */
export type IsStatusError<C extends types.Contract> = <Id extends types.OperationId<C>>(
  operationId: Id,
  error: unknown,
) => error is types.StatusErrorOf<C, Id>;

export function isStatusError(operationId: PropertyKey, error: unknown): error is never {
  return error instanceof ApiError && error.kind === "status" && error.operationId === operationId;
}

/** The options of a call of openapi-fetch, with the limits of the call. */
export interface Init extends types.Limits {
  readonly params?: Readonly<Record<string, Values>>;
  readonly body?: unknown;
  readonly bodySerializer?: unknown;
  readonly headers?: RequestInit["headers"];
  readonly baseUrl?: string;
  readonly fetch?: unknown;
  readonly middleware?: unknown;
  readonly signal?: AbortSignal | null | undefined;
  readonly parseAs?: string;
  readonly querySerializer?: unknown;
  readonly pathSerializer?: unknown;
  readonly redirect?: string;
}

/** A client of openapi-fetch, as far as the methods use it. */
interface Core {
  request(method: string, path: string, init?: Init): Promise<FetchResult>;
  use(...middleware: never[]): void;
  [method: string]: unknown;
}

/** Makes a client of operations. */
export function buildClient(
  given: unknown,
  chosen: Readonly<Record<string, Operation>>,
  contract: ContractData,
): never {
  const client = configure(given, contract);
  const base = { ...client.options, baseUrl: `${client.urls["baseUrl"]}` };
  const core: Core = createFetchClient(base as never) as never;
  const { request, use } = core;
  const caller: Caller = { client, isObserved: false, request };
  let byPath: Map<string, Operation> | undefined;
  const safe: Record<string, unknown> = {};
  const operations = Object.values(chosen);
  for (const operation of operations) {
    const { operationId } = operation;
    safe[operationId] = (args: unknown, init?: Init) => perform(caller, operation, args, init);
    core[operationId] = async (args: unknown, init?: Init) => {
      const { data, error } = await perform(caller, operation, args, init);
      if (error) throw error;
      return data;
    };
  }
  core.request = (method, path, init = {}) => {
    byPath ??= new Map(operations.map((each) => [each.method + each.path, each]));
    const operation = byPath.get(method.toUpperCase() + path);
    return operation
      ? requestOf(caller, operation, callOf(client, operation, init), init)
      : request(method, path, init);
  };
  for (const name of Object.keys(core))
    if (/^[A-Z]+$/.test(name))
      core[name] = (path: string, init?: Init) => core.request(name, path, init);
  core.use = (...middleware) => {
    caller.isObserved = true;
    use(...middleware);
  };
  core["safe"] = safe;
  return core as never;
}

/** What the calls of a client have in common. */
interface Caller {
  readonly client: Configuration;
  /** Whether middleware sees its requests. */
  isObserved: boolean;
  readonly request: Core["request"];
}

function callOf({ urls }: Configuration, operation: Operation, { baseUrl }: Init): Call {
  return new Call(operation, baseUrl ?? urlOf(operation, urls));
}

/** Calls an operation by its method. */
async function perform(
  caller: Caller,
  operation: Operation,
  args: unknown,
  init: Init = {},
): Promise<{ data?: unknown; error?: ApiError; response: Response | undefined }> {
  const call = callOf(caller.client, operation, init);
  try {
    const [sorted, included] = argumentsOf(call, operation, args);
    const all = { ...init, ...sorted, parseAs: "text" };
    const received = await requestOf(caller, operation, call, all);
    return { data: dataOf(call, operation, received, included), response: received.response };
  } catch (thrown) {
    const what = call.attempts ? "failed" : "cannot be sent";
    const error = call.failure("configuration", what, { thrown });
    return { error, response: error.response };
  }
}

/** Calls an operation by openapi-fetch, with its defaults. */
function requestOf(
  { client, isObserved, request }: Caller,
  operation: Operation,
  call: Call,
  init: Init,
): Promise<FetchResult> {
  const { options } = client;
  const { method, path, query, write } = operation;
  const fetch = (sent: Request, ext?: RequestInit): Promise<Response> => {
    const isText = /json|text/.test(init.parseAs ?? "json");
    if (!isObserved && !init.middleware) return send(client, call, sent, { ...init, isText }, ext);
    // The credentials must not stand in a request that middleware has.
    const copy = new Request(sent, { redirect: "manual" });
    return send(client, call, copy, { ...init, signal: sent.signal }, ext);
  };
  return request(method, path, {
    querySerializer: options.querySerializer ?? query,
    pathSerializer:
      options.pathSerializer ?? ((url: string, values: Values) => writePath(call, url, values)),
    ...init,
    ...write?.(init),
    baseUrl: call.baseUrl,
    ...(!init.fetch && { redirect: "manual", fetch }),
    // openapi-fetch writes a path only if there is something to write into it, and into a query
    // also what an object inherits.
    params: { path: {}, query: own(), ...init.params },
  });
}
