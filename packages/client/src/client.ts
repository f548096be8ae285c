import createFetchClient from "openapi-fetch";
import { argumentsOf } from "./arguments.ts";
import { Call } from "./call.ts";
import { ApiError, refuse } from "./errors.ts";
import { send } from "./fetch.ts";
import { type Init, initOf } from "./init.ts";
import type { ContractData, Operation } from "./operation.ts";
import { type Configuration, configure } from "./options.ts";
import { type Received, readResponse } from "./response.ts";
import type { Fetch } from "./route.ts";
import { safeCause } from "./secrets.ts";
import type * as types from "./types.ts";

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
export type CreateFetch<C extends types.Contract> = <
  const Given extends C["credentials"] = Record<never, never>,
>(
  options: C["options"] & types.Authentication<C, Given>,
) => Fetch;

/** The same for the given operations. Bundlers drop all others. */
export type CreateFetchOf<C extends types.Contract> = <
  const Given extends C["credentials"] = Record<never, never>,
>(
  options: C["options"] & types.Authentication<C, Given>,
  operations: Readonly<Record<string, Operation>>,
) => Fetch;

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

/** A client of openapi-fetch, as far as the methods use it. */
interface Core {
  request(method: string, path: string, init?: object): Promise<Received>;
  use(...middleware: never[]): void;
  safe: Record<string, object>;
  [method: string]: unknown;
}

/** Makes a client of operations. */
export function buildClient(
  options: unknown,
  chosen: Readonly<Record<string, Operation>>,
  contract: ContractData,
): never {
  const operations = Object.values(chosen);
  const client = configure(options, operations, contract);
  const core = createCore(client);
  const { request } = core;
  addDefaults(core, client, operations);
  core.safe = {};
  for (const operation of operations) {
    const { operationId } = operation;
    const call = perform.bind(undefined, { client, operation, request });
    core[operationId] = (args: unknown, given: Init) => call(args, given, false);
    core.safe[operationId] = (args: unknown, given: Init) => call(args, given, true);
  }
  return core as never;
}

function createCore(client: Configuration): Core {
  const { auth: _, ...options } = client.options as types.CommonOptions & { auth?: unknown };
  // A call of no operation has no credentials.
  const fetch = (request: Request): Promise<Response> => {
    const { method, url } = request;
    return send(client, request, new Call({ method, url }, {}, options));
  };
  const baseUrl = client.baseUrls.get("baseUrl") ?? "";
  return createFetchClient({ ...options, baseUrl, fetch }) as unknown as Core;
}

/** Gives the calls of openapi-fetch the defaults of their operations. */
function addDefaults(core: Core, client: Configuration, operations: readonly Operation[]): void {
  let byPath: Map<string, Operation> | undefined;
  const { request, use } = core;
  core.use = (...middleware) => {
    client.isObserved = true;
    use(...middleware);
  };
  core.request = async (method, path, given) => {
    byPath ??= new Map(operations.map((each) => [`${each.method} ${each.path}`, each]));
    const operation = byPath.get(`${method.toUpperCase()} ${path}`);
    return request(method, path, operation ? initOf(client, operation, given).init : given);
  };
  for (const name of Object.keys(core))
    if (/^[A-Z]+$/.test(name)) core[name] = core.request.bind(undefined, name);
}

interface Method {
  readonly client: Configuration;
  readonly operation: Operation;
  readonly request: Core["request"];
}

/** Calls an operation: returns its data, or whatever it ends in if that is safe. */
async function perform(
  { client, operation, request }: Method,
  args: unknown,
  options: Init | null | undefined,
  isSafe: boolean,
): Promise<unknown> {
  let call: Call | undefined;
  try {
    const { included, ...given } = argumentsOf(operation, args);
    const further = withHeaders(operation, options ?? {});
    const { signal } = options ?? {};
    const all = { ...further, ...given, signal, parseAs: "text" };
    const prepared = initOf(client, operation, all);
    ({ call } = prepared);
    const received = await request(operation.method, operation.path, prepared.init);
    const data = readResponse(operation, call, received, included);
    return isSafe ? { data, error: undefined, response: received.response } : data;
  } catch (thrown) {
    const error = asApiError(thrown, operation, call);
    traceFrom(error, perform);
    if (isSafe) return { data: undefined, error, response: error.response };
    throw error;
  }
}

/** The options of a call; its headers in one of the forms that openapi-fetch takes. */
function withHeaders(operation: Operation, options: Init): Init {
  if (!options.headers) return options;
  try {
    return { ...options, headers: new Headers(options.headers as RequestInit["headers"]) };
  } catch {
    return refuse("headers", "cannot be sent: one is no valid header", operation);
  }
}

/** Anything else was thrown by openapi-fetch, by middleware or by a getter. */
function asApiError(thrown: unknown, operation: Operation, call: Call | undefined): ApiError {
  if (thrown instanceof ApiError) return thrown;
  const { message } = safeCause(thrown, call?.secrets ?? []);
  const what = call?.attempts ? "Middleware threw" : "The request cannot be made";
  return new ApiError("configuration", `${what}: ${message}`, operation, { cause: thrown });
}

type Callee = (...args: never) => unknown;
interface Platform {
  captureStackTrace?(error: object, callee: Callee): void;
}

/** Lets the trace of an error begin at the caller of a function, where the platform can. */
function traceFrom(error: ApiError, callee: Callee): void {
  const platform: Platform = Error;
  platform.captureStackTrace?.(error, callee);
}
