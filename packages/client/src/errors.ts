import { ApiError } from "./api-error.ts";

/**
 * An option of the client is wrong, or it does not have the credentials that an operation takes. Nothing was sent,
 * unless it is that the option `fetch` gives answers that it has read itself.
 */
export class ConfigurationError extends ApiError<undefined, undefined> {
  override readonly name = "ConfigurationError";
  readonly kind = "configuration";
  /** The option; `auth.apiKey` stands for a member. `undefined`: it is about no single one. */
  declare readonly option: string | undefined;
}

/** An argument cannot be sent. Nothing was sent. */
export class ArgumentError extends ApiError<undefined, undefined> {
  override readonly name = "ArgumentError";
  readonly kind = "argument";
  /** The argument of the method; in a call of `raw`, of the method for the same operation. */
  declare readonly argument: string;
}

/** The service gave an answer that the contract does not know. */
export class UndocumentedError extends ApiError<number, undefined> {
  override readonly name = "UndocumentedError";
  readonly kind = "undocumented";
}

/** The service reported success with a body that is not the documented one. */
export class UnreadableError extends ApiError<number, undefined> {
  override readonly name = "UnreadableError";
  readonly kind = "unreadable";
}

/** The service answered with a redirect. It was not followed: credentials stay with the address they were given for. */
export class RedirectError extends ApiError<number, undefined> {
  override readonly name = "RedirectError";
  readonly kind = "redirect";
}

/** The body of the answer is larger than the client may read. */
export class SizeError extends ApiError<number, undefined> {
  override readonly name = "SizeError";
  readonly kind = "size";
}

/** The service cannot be reached, or the connection broke. */
export class ConnectionError extends ApiError<undefined, undefined> {
  override readonly name = "ConnectionError";
  readonly kind = "connection";
}

/** The deadline passed. */
export class TimeoutError extends ApiError<undefined, undefined> {
  override readonly name = "TimeoutError";
  readonly kind = "timeout";
}

/** The caller aborted, or a hook by the signal of the request that it gave. The cause is the reason. */
export class AbortError extends ApiError<undefined, undefined> {
  override readonly name = "AbortError";
  readonly kind = "abort";
}

/** The errors that any call can end in, whatever the contract says of the operation. */
export type CallError =
  | ConfigurationError
  | ArgumentError
  | UndocumentedError
  | UnreadableError
  | RedirectError
  | SizeError
  | ConnectionError
  | TimeoutError
  | AbortError;
