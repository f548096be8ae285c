import type { Middleware } from "openapi-fetch";
import type { CallError } from "./errors.ts";

/**
 * A credential: printable ASCII, or a function that is called for each request and returns it, so that it can be
 * refreshed.
 */
export type Secret = string | (() => string | Promise<string>);

/** A user name and a password (RFC 7617). */
export interface BasicCredentials {
  readonly username: string;
  readonly password: string;
}

/** What is told of a request that was answered or has failed. It holds no credential and no body. */
export interface LogEntry {
  readonly operationId: string;
  readonly method: string;
  /** The path template, not the filled path. */
  readonly path: string;
  /** From 1. */
  readonly attempt: number;
  /** From the request, or from asking for its credentials, to the end of the body. */
  readonly milliseconds: number;
  /** The status of the answer. `undefined`: there was none. */
  readonly status: number | undefined;
  /** Why there was no answer. */
  readonly error: CallError | undefined;
}

/** How often, and after how long, a request is repeated. What a call leaves out is as the factory has it. */
export interface RetryOptions {
  /** How many times at most. Default 2; 0: never. */
  readonly limit?: number | undefined;
  /** The longest first wait, in milliseconds; it doubles each time. Default 300. */
  readonly delay?: number | undefined;
  /** The longest wait, in milliseconds, also of what `Retry-After` asks for. Default 10,000. */
  readonly maxDelay?: number | undefined;
}

/** What can be set for a client, and for each call. */
export interface CallOptions {
  /** Aborts the call. */
  readonly signal?: AbortSignal | undefined;
  /** The deadline of the call in milliseconds, with its retries and the reading of the body. Default 30,000; 0: none. */
  readonly timeout?: number | undefined;
  /**
   * On a call: how often it is repeated, whatever its method. On the factory: how often calls that only read (GET,
   * HEAD) are; others are repeated only where the call asks for it.
   */
  readonly retry?: number | RetryOptions | undefined;
  /** The largest body that is read, in bytes. Default 8 MiB. */
  readonly maxBytes?: number | undefined;
}

/** What the factory takes for every contract. */
export interface CommonOptions extends Omit<CallOptions, "signal"> {
  /** The address of the service: http or https, without credentials, query and fragment. It may have a path. */
  readonly baseUrl: string;
  /** The fetch to use. Default: `globalThis.fetch`, looked up at each call. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** The hooks of openapi-fetch. They see requests without credentials. */
  readonly middleware?: readonly Middleware[] | undefined;
  /** Is told of each request. */
  readonly logger?: ((entry: LogEntry) => void) | undefined;
}

/** What a method returns that does not throw. */
export type Result<Data, StatusErrors> =
  | { readonly data: Data; readonly error?: never; readonly response: Response }
  | {
      readonly data?: never;
      readonly error: StatusErrors | CallError;
      readonly response: Response | undefined;
    };
