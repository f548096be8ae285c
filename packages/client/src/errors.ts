import { emptyRecord } from "./given.ts";

/**
 * How errors and log entries name an operation. `path` is the template, without arguments.
 */
export interface OperationName {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
}

/** The kinds of errors of a call or a factory, with the type of its `status`. */
export interface Kinds {
  /** An `argument` cannot be sent, or an `option` cannot work; nothing was sent. */
  argument: undefined;
  configuration: undefined;
  /** The function of a credential threw its `cause`. */
  credential: undefined;
  /** A response that the contract documents as an error. `isStatusError` types its `body`. */
  status: number;
  /** A response that the contract does not document. Its `body` is parsed JSON, or a string. */
  undocumented: number;
  /** A success whose `body` is not the documented one, or lacks what was asked for. */
  unreadable: number;
  /** A redirect. It was not followed: credentials stay with the URL that they were given for. */
  redirect: number;
  /** The body is larger than the client may read. */
  size: number;
  /** No response, or one whose body broke off: then it has a status. */
  connection: number | undefined;
  timeout: undefined;
  /** The call was aborted. The cause is the reason. */
  abort: undefined;
}

/** What an error holds, by its kind. */
interface ErrorOf<Kind extends keyof Kinds, Status = Kinds[Kind], Body = unknown> extends Error {
  readonly name: "ApiError";
  readonly kind: Kind;
  readonly operationId: string | undefined;
  readonly method: string | undefined;
  readonly path: string | undefined;
  /** The HTTP status of the response. `undefined`: there was none. */
  readonly status: Status;
  readonly argument: Kind extends "argument" ? string : undefined;
  readonly option: Kind extends "configuration" ? string : undefined;
  /** The milliseconds that the service asks to wait. `undefined`: it does not say. */
  readonly retryAfter: number | undefined;
  /** The response, its body read. */
  readonly response: Response | undefined;
  /** The body of the response: parsed JSON, or a string. `undefined`: none was read. */
  readonly body: Body;
}

/** A response that the contract documents as an error of some status. */
export type StatusError<Status = number, Body = unknown> = ErrorOf<"status", Status, Body>;

/** The errors that any call can throw, whatever the contract says of the operation. */
export type CallError = {
  [Kind in Exclude<keyof Kinds, "status">]: ErrorOf<
    Kind,
    Kinds[Kind],
    Kind extends "undocumented" | "unreadable" ? unknown : undefined
  >;
}[Exclude<keyof Kinds, "status">];

/** Everything that this package throws. Its `kind` says what happened. */
export type ApiError = CallError | StatusError;

interface Details {
  readonly argument?: string;
  readonly option?: string;
  readonly response?: Response | undefined;
  readonly body?: unknown;
  readonly cause?: unknown;
}

/** Identifies an error across copies of this package, and behind a Proxy. */
const BRAND = Symbol.for("@workflow-api/client.ApiError");

type Inspect = (value: unknown, options: object) => string;

type Constructor = new (
  kind: keyof Kinds,
  message: string,
  operation: OperationName | undefined,
  details?: Details,
) => ApiError;

export const ApiError: Constructor = class ApiError extends Error {
  constructor(...[kind, message, operation, given]: ConstructorParameters<Constructor>) {
    super(operation ? `${operation.operationId}: ${message}` : message);
    const { cause, response, body, ...about }: Details = Object.assign(emptyRecord(), given);
    const { operationId, method, path } = operation ?? {};
    const { status } = response ?? {};
    const retryAfter = retryAfterOf(response);
    Object.assign(this, { kind, operationId, method, path, status, retryAfter }, about);
    // The response is neither printed nor serialised: it may repeat a credential.
    if (cause !== undefined) hide(this, "cause", { value: cause });
    hide(this, "response", { get: () => response });
    hide(this, "body", { get: () => body });
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return BRAND in Object(value);
  }

  // Node's `inspect` must not call the getters, even with the option `getters`.
  [Symbol.for("nodejs.util.inspect.custom")](_depth: number, options: object, inspect: Inspect) {
    return inspect(this, { ...options, getters: false, customInspect: false });
  }
} as never;

// An absent member is looked up here, rather than on `Object.prototype`.
Object.assign(ApiError.prototype, {
  [BRAND]: true,
  name: "ApiError",
  argument: undefined,
  option: undefined,
  cause: undefined,
});

/** Defines a member that is not enumerable, by a descriptor without a prototype. */
function hide(error: Error, name: string, descriptor: PropertyDescriptor): void {
  Object.defineProperty(error, name, Object.assign(emptyRecord(), descriptor));
}

/** The milliseconds of `Retry-After`. `undefined`: it is absent, or neither seconds nor a date. */
export function retryAfterOf(response: Response | undefined): number | undefined {
  const text = `${response?.headers.get("retry-after")}`;
  if (/GMT$/.test(text)) return Math.max(0, Date.parse(text) - Date.now());
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : undefined;
}

/** @throws {ApiError} Always: an option cannot work. */
export function refuse(option: string, problem: string, by?: OperationName): never {
  throw new ApiError("configuration", `The option ${option} ${problem}.`, by, { option });
}
