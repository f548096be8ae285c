// Those that the types of a program's own exports name, which may not find openapi-fetch itself, as with pnpm.
export type { ClientMethod, ClientRequestMethod, FetchResponse, Middleware } from "openapi-fetch";
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
export { ApiError, StatusError } from "./narrowing-classes.ts";
export type {
  BasicCredentials,
  CallOptions,
  CommonOptions,
  LogEntry,
  Result,
  RetryOptions,
  Secret,
} from "./types.ts";
