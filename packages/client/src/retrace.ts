import { ApiError } from "./api-error.ts";

/**
 * An error of this package with the stack of who waits for it: one that a timer, an event or a promise of its own
 * brought about does not lead back to the call.
 *
 * @throws What is no such error, as it is.
 */
export function retrace(error: unknown): ApiError {
  if (!(error instanceof ApiError)) throw error;
  try {
    // Not every engine has it, and a hook may have frozen the error.
    Object(Error).captureStackTrace?.(error, retrace);
  } catch {}
  return error;
}
