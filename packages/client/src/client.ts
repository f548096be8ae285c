import { readAnswer } from "./answer.ts";
import { ApiError } from "./errors.ts";
import { exchange } from "./exchange.ts";
import { configure, type Operation } from "./operation.ts";
import { prepare } from "./request.ts";
import type * as types from "./types.ts";

/**
 * Makes a client: a method for each operation that its way of authenticating opens.
 *
 * @throws {ApiError} An option cannot work. No message shows the value of a credential.
 */
export function createClient<const Given extends types.Auth>(
  options: types.ClientOptions & types.Authentication<Given>,
): types.Client<types.OpenedBy<Given>> {
  const operations = configure(options);
  const methods = (isSafe: boolean): object =>
    Object.fromEntries(
      operations.map((each) => [each.operationId, perform.bind(undefined, each, isSafe)]),
    );
  // The members are those of the table, which the type is made of.
  return { ...methods(false), safe: methods(true) } as never;
}

/**
 * Whether an error is a documented answer of an operation. Its `status` then tells the type of its
 * `body`.
 */
export function isStatusError<Id extends types.OperationId>(
  operationId: Id,
  error: unknown,
): error is types.StatusErrorOf<Id> {
  return error instanceof ApiError && error.kind === "status" && error.operationId === operationId;
}

/** Calls an operation: returns its data, or with its answer and instead of throwing. */
async function perform(
  operation: Operation,
  isSafe: boolean,
  args?: object | null,
  options?: types.CallOptions,
): Promise<unknown> {
  try {
    const request = prepare(operation, Object(args));
    const reply = await exchange(operation, request, options);
    const data = readAnswer(operation, reply, request.asked);
    return isSafe ? { data, response: reply.response } : data;
  } catch (error) {
    if (error instanceof ApiError) {
      // A timer or an event does not lead back to the call.
      Object(Error).captureStackTrace?.(error);
      if (isSafe) return { error, response: error.response };
    }
    throw error;
  }
}
