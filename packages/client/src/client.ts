import createFetchClient from "openapi-fetch";
import type { Call } from "./call.ts";
import { ApiError, refuse } from "./errors.ts";
import { type Init, initOf } from "./init.ts";
import type { ContractData, Expected, Operation } from "./operation.ts";
import { type Configuration, configure } from "./options.ts";
import { type Received, readResponse } from "./response.ts";
import { type Fetch, fetchOf } from "./route.ts";
import { quote } from "./secrets.ts";
import { checkArgument, refuseArgument } from "./serializers.ts";
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
}

/** Makes a client of operations. */
export function buildClient(
  options: unknown,
  chosen: Readonly<Record<string, Operation>>,
  contract: ContractData,
): never {
  const operations = Object.values(chosen);
  const client = configure(options, operations, contract);
  const core = createCore(client, operations);
  const { request } = core;
  const methods: Record<string, object> = {};
  const safe: Record<string, object> = {};
  for (const operation of operations) {
    const call = perform.bind(undefined, client, operation, request);
    methods[operation.operationId] = call.bind(undefined, false);
    safe[operation.operationId] = call.bind(undefined, true);
  }
  return Object.assign(addOperations(core, client, operations), methods, { safe }) as never;
}

function createCore(client: Configuration, operations: readonly Operation[]): Core {
  const { auth: _, ...options } = client.options as types.CommonOptions & { auth?: unknown };
  const baseUrl = client.baseUrls.get("baseUrl") ?? "";
  const core = createFetchClient({ ...options, baseUrl, fetch: fetchOf(client, operations) });
  return core as unknown as Core;
}

/** Where a call gives no base URL, fetch or serializer, those of its operation are the defaults. */
function addOperations(
  core: Core,
  client: Configuration,
  operations: readonly Operation[],
): Core {
  let byPath: Map<string, Operation> | undefined;
  const { request: send } = core;
  const request = async (method: string, path: string, given?: Init): Promise<Received> => {
    byPath ??= new Map(operations.map((each) => [`${each.method} ${each.path}`, each]));
    const operation = byPath.get(`${method.toUpperCase()} ${path}`);
    return send(method, path, operation ? initOf(client, operation, given).init : given);
  };
  const methods = Object.keys(core)
    .filter((name) => /^[A-Z]+$/.test(name))
    .map((name) => [name, (path: string, given?: Init) => request(name, path, given)]);
  return Object.assign(core, { request }, Object.fromEntries(methods));
}

/** Calls an operation: returns its data, or whatever it ends in if that is safe. */
async function perform(
  client: Configuration,
  operation: Operation,
  request: Core["request"],
  ...[isSafe, args, options]: readonly [isSafe: boolean, args: unknown, options?: Init]
): Promise<unknown> {
  let call: Call | undefined;
  let received: Received | undefined;
  try {
    const { included, ...given } = argumentsOf(operation, args);
    const { signal, ...further } = options ?? {};
    const headers = headersOf(operation, further.headers);
    const all = { ...further, ...headers, ...given, parseAs: "text" };
    const prepared = initOf(client, operation, all, signal);
    ({ call } = prepared);
    received = await request(operation.method, operation.path, prepared.init);
    const data = readResponse(operation, call, received, included);
    return isSafe ? { data, error: undefined, response: received.response } : data;
  } catch (thrown) {
    const error = asApiError(thrown, operation, call);
    traceFrom(error, perform);
    if (isSafe) return { data: undefined, error, response: error.response };
    throw error;
  }
}

interface Arguments {
  readonly params: Readonly<Record<string, Record<string, unknown>>>;
  readonly body: unknown;
  /** What the body of the response must hold, because the call asks for it. */
  readonly included: readonly Expected[];
}

/** The arguments of a call as openapi-fetch takes them. Throws an `ApiError` if one is wrong. */
function argumentsOf(operation: Operation, args: unknown = {}): Arguments {
  const { parameters } = operation;
  if (typeof args !== "object") {
    const example = `{ ${parameters[0]?.argument ?? ""} }`;
    refuseArgument(operation, parameters[0]?.argument ?? "", `belongs into an object: ${example}`);
  }
  const given: Readonly<Record<string, unknown>> = { ...args };
  const known = ["body", ...parameters.map(({ argument }) => argument)];
  for (const name of Object.keys(given))
    if (given[name] !== undefined && !(known.includes(name) && (name !== "body" || operation.body)))
      refuseArgument(operation, name, "is unknown");
  const params: Arguments["params"] = { path: {}, query: {}, header: {}, cookie: {} };
  const included: Expected[] = [];
  for (const parameter of parameters) {
    const { argument, includes, in: location, name, required } = parameter;
    const value = Object.hasOwn(given, argument) ? (given[argument] ?? undefined) : undefined;
    if (value === undefined) {
      if (required) refuseArgument(operation, argument, "is required");
      continue;
    }
    if (location !== "path") checkArgument(operation, parameter, value);
    Object.assign(params[location] ?? {}, { [name]: value });
    for (const text of [value].flat())
      if (includes && Object.hasOwn(includes, `${text}`)) included.push(includes[`${text}`] ?? false);
  }
  const body = Object.hasOwn(given, "body") ? given["body"] : undefined;
  if (body === undefined && operation.body?.required)
    refuseArgument(operation, "body", "is required");
  return { params, body, included };
}

function headersOf(operation: Operation, given: unknown): { headers?: Headers } {
  try {
    return given ? { headers: new Headers(given as RequestInit["headers"]) } : {};
  } catch {
    return refuse("headers", "cannot be sent: one is no valid header", operation);
  }
}

/** Anything else was thrown by openapi-fetch, by middleware or by a getter. */
function asApiError(thrown: unknown, operation: Operation, call: Call | undefined): ApiError {
  if (thrown instanceof ApiError) return thrown;
  const says = quote(thrown instanceof Error ? thrown.message : thrown, call?.secrets ?? []);
  const what = call?.attempts ? "Middleware threw" : "The request cannot be made";
  return new ApiError("configuration", `${what}: ${says}`, operation, { cause: thrown });
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
