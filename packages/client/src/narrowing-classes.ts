import { ApiError as AnyApiError } from "./api-error.ts";
import type { CallError } from "./errors.ts";
import { StatusError as AnyStatusError } from "./status-error.ts";

// `instanceof` takes `any` for what a generic class is generic over: these say what it narrows to.
type Narrowing<Instance> = abstract new (...args: never) => Instance;

/** A documented answer that is an error. There is a class for each status. */
// No alias, which the compiler looks through: the types of a program's own exports name what this module exports.
export interface StatusError<Status extends number = number, Body = unknown>
  extends AnyStatusError<Status, Body> {}

/** The class of every {@link StatusError}, for `instanceof`. `isStatusError` narrows to those of an operation. */
export const StatusError = AnyStatusError as unknown as Narrowing<StatusError>;

/**
 * Everything that this package throws. `kind` tells the classes apart, as `instanceof` does. No credential is in it;
 * what the service said is in `body` and `headers` alone, which are neither logged nor serialised with the error.
 */
export type ApiError = CallError | StatusError;

/** The class of every {@link ApiError}, for `instanceof`. */
export const ApiError = AnyApiError as unknown as Narrowing<ApiError>;
