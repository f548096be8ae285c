export type { Middleware } from "openapi-fetch";
export { ApiError } from "./api-error.ts";
export { createClient } from "./client.ts";
export { createMethods } from "./create-methods.ts";
export {
  AbortError,
  ArgumentError,
  type CallError,
  ConfigurationError,
  ConnectionError,
  RedirectError,
  SizeError,
  TimeoutError,
  UndocumentedError,
  UnreadableError,
} from "./errors.ts";
export * from "./generated/errors.ts";
export type * from "./generated/types.ts";
export { isStatusError } from "./is-status-error.ts";
export { StatusError } from "./status-error.ts";
export type {
  BasicCredentials,
  CallOptions,
  CommonOptions,
  LogEntry,
  Result,
  RetryOptions,
  Secret,
} from "./types.ts";
