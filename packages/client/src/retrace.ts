import { ApiError } from "./api-error.ts";

/**
 * An error of this package with the stack of who waits for it: one that a timer, an event or a promise of its own
 * brought about does not lead back to the call.
 *
 * @throws What is no such error, as it is.
 */
export function retrace(error: unknown): ApiError {
  if (!(error instanceof ApiError)) throw error;
  // Not every engine has it.
  Object(Error).captureStackTrace?.(error, retrace);
  return error;
}
