import type { StatusErrors } from "./generated/types.ts";
import { StatusError } from "./status-error.ts";

/**
 * Whether an error is a documented answer of an operation. Its `status` then tells the type of its `body`.
 */
export function isStatusError<Name extends keyof StatusErrors>(
  operationId: Name,
  error: unknown,
): error is StatusErrors[Name] {
  return error instanceof StatusError && error.operationId === operationId;
}
