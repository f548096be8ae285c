import { bind, type Configuration, callOptionsOf, configure } from "./configuration.ts";
import { ApiError } from "./errors.ts";
import { exchange } from "./exchange.ts";
import { copyOf } from "./given.ts";
import type { ContractData, Operation } from "./operation.ts";
import { createRequest } from "./request.ts";
import { readResponse } from "./response.ts";
import type * as types from "./types.ts";

/**
 * Makes a client: a method for each operation of the contract.
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

/** Makes a client of operations. */
export function buildClient(
  options: unknown,
  chosen: Readonly<Record<string, Operation>>,
  contract: ContractData,
): never {
  const operations = Object.values(chosen);
  const configuration = configure(options, operations, contract);
  const methods: Record<string, object> = {};
  const safe: Record<string, object> = {};
  for (const operation of operations) {
    methods[operation.operationId] = perform.bind(undefined, configuration, operation, false);
    safe[operation.operationId] = perform.bind(undefined, configuration, operation, true);
  }
  return Object.assign(methods, { safe }) as never;
}

/** Calls an operation: returns its data, or whatever it ends in if that is safe. */
async function perform(
  configuration: Configuration,
  operation: Operation,
  isSafe: boolean,
  args: unknown,
  given: unknown,
): Promise<unknown> {
  try {
    const bound = bind(operation, configuration);
    const options = callOptionsOf(given, bound);
    const request = createRequest(bound, copyOf(args), options.headers);
    const reply = await exchange(bound, request, options);
    const data = readResponse(bound, reply, request.included);
    return isSafe ? { data, error: undefined, response: reply.response } : data;
  } catch (thrown) {
    const error = asApiError(thrown, operation);
    traceFrom(error, perform);
    if (isSafe) return { data: undefined, error, response: error.response };
    throw error;
  }
}

/** Anything else was thrown by a getter of what the caller gave. */
function asApiError(thrown: unknown, operation: Operation): ApiError {
  if (thrown instanceof ApiError) return thrown;
  const message = "What the call was given cannot be read.";
  return new ApiError("configuration", message, operation, { cause: thrown });
}

type Callee = (...args: never) => unknown;
interface Platform {
  captureStackTrace?(error: object, callee: Callee): void;
}

/** Lets the trace of an error begin at the caller of a function, where the platform can. */
export function traceFrom(error: ApiError, callee: Callee): void {
  const platform: Platform = Error;
  platform.captureStackTrace?.(error, callee);
}
