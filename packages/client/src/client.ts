import { configure } from "./configuration.ts";
import { ApiError, refuse } from "./errors.ts";
import { exchange } from "./exchange.ts";
import { operations } from "./generated/contract.ts";
import type { Operation, Row } from "./operation.ts";
import { prepare } from "./request.ts";
import { readResponse } from "./response.ts";
import type * as types from "./types.ts";

/**
 * Makes a client: a method for each operation of the contract.
 *
 * @throws {ApiError} An option cannot work. No message shows the value of a credential.
 */
export function createClient<const Given extends types.Auth>(
  options: types.ClientOptions & types.Authentication<Given>,
): types.Client<types.OpenedBy<Given>> {
  return build(options, operations());
}

/**
 * Makes a client of the given operations. Bundlers drop all others.
 *
 * @throws {ApiError} An option cannot work. No message shows the value of a credential.
 */
export function createClientOf<const Given extends types.Auth, Id extends types.OperationId>(
  options: types.ClientOptions & types.Authentication<Given>,
  chosen: Readonly<Record<string, Row<Id>>>,
): types.Client<types.OpenedBy<Given>, Id> {
  const rows: readonly unknown[] = Object.values(Object(chosen));
  if (rows.length === 0 || !rows.every((row) => Object(row).auth))
    refuse("operations", "must be operations of this package");
  return build(options, chosen);
}

/** The members are those of the table, from which the types of the factories are made. */
function build(options: types.ClientOptions, chosen: Readonly<Record<string, Row>>): never {
  const configured = configure(options, Object.values(chosen));
  const methods = (style?: Style): object =>
    Object.fromEntries(
      configured.map((each) => [each.operationId, perform.bind(undefined, each, style)]),
    );
  return { ...methods(), safe: methods("safe"), withResponse: methods("withResponse") } as never;
}

/**
 * Whether an error is a documented response of an operation. Its `status` then determines the type
 * of its `body`.
 */
export function isStatusError<Id extends types.OperationId>(
  operationId: Id,
  error: unknown,
): error is types.StatusErrorOf<Id> {
  return error instanceof ApiError && error.kind === "status" && error.operationId === operationId;
}

type Style = "safe" | "withResponse";

/** Calls an operation: returns its data, with its response if the style says so. */
async function perform(
  operation: Operation,
  style?: Style,
  args?: object | null,
  options?: types.CallOptions,
): Promise<unknown> {
  try {
    const request = prepare(operation, Object(args));
    const reply = await exchange(operation, request, Object(options));
    const data = readResponse(operation, reply, request.included);
    return style ? { data, response: reply.response } : data;
  } catch (error) {
    if (error instanceof ApiError) {
      // A timer or an event does not lead back to the call.
      Object(Error).captureStackTrace?.(error);
      if (style === "safe") return { error, response: error.response };
    }
    throw error;
  }
}
