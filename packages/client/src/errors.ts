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

interface Details {
  readonly response?: Response | undefined;
  readonly body?: unknown;
  readonly cause?: unknown;
}

/** Identifies an error across copies of this package, and behind a Proxy. */
const BRAND = Symbol.for("@workflow-api/client.ApiError");

class BaseError<Kind extends keyof Kinds, Status = Kinds[Kind], Body = unknown> extends Error {
  /** What happened. The name is made from it: a `timeout` is a `TimeoutError`. */
  declare readonly kind: Kind;
  declare readonly operationId: string | undefined;
  declare readonly method: string | undefined;
  declare readonly path: string | undefined;
  /** The HTTP status of the response. `undefined`: there was none. */
  declare readonly status: Status;
  declare readonly argument: Kind extends "argument" ? string : undefined;
  declare readonly option: Kind extends "configuration" ? string : undefined;
  /** The milliseconds that the service asks to wait. `undefined`: it does not say. */
  declare readonly retryAfter: number | undefined;
  /** The response, its body read. */
  declare readonly response: Response | undefined;
  /** The body of the response: parsed JSON, or a string. `undefined`: none was read. */
  declare readonly body: Body;

  constructor(
    kind: Kind,
    message: string,
    operation: Partial<OperationName> | undefined,
    details: Details,
    about?: Readonly<Record<string, string>>,
  ) {
    const { operationId, method, path }: Partial<OperationName> = Object(operation);
    super(operationId ? `${operationId}: ${message}` : message, details);
    const name = `${kind.replace(/^./, (first) => first.toUpperCase())}Error`;
    const { response } = details;
    const status = response?.status;
    const retryAfter = retryAfterOf(response);
    Object.assign(this, { name, kind, operationId, method, path, status, retryAfter }, about);
    // The response is neither printed nor serialised: it may repeat a credential.
    for (const hidden of ["response", "body"] as const)
      Object.defineProperty(this, hidden, { get: () => details[hidden] });
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return BRAND in Object(value);
  }
}

type Inspect = (value: unknown, options: object) => string;

Object.assign(BaseError.prototype, {
  [BRAND]: true,
  // Node's `inspect` must not call the getters, even with the option `getters`.
  [Symbol.for("nodejs.util.inspect.custom")](
    _depth: number,
    options: object,
    inspect: Inspect,
  ): string {
    const shown = inspect(this, { ...options, getters: false, customInspect: false });
    return shown.replace(/\w+( \[\w+\])?/, "ApiError");
  },
});

/** The milliseconds of `Retry-After`. `undefined`: it is absent, or neither seconds nor a date. */
export function retryAfterOf(response: Response | undefined): number | undefined {
  const text = `${response?.headers.get("retry-after")}`;
  if (/GMT$/.test(text)) return Math.max(0, Date.parse(text) - Date.now());
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : undefined;
}

/** A response that the contract documents as an error of some status. */
export type StatusError<Status = number, Body = unknown> = BaseError<"status", Status, Body>;

/** The errors that any call can throw, whatever the contract says of the operation. */
export type CallError = {
  [Kind in Exclude<keyof Kinds, "status">]: BaseError<
    Kind,
    Kinds[Kind],
    Kind extends "undocumented" | "unreadable" ? unknown : undefined
  >;
}[Exclude<keyof Kinds, "status">];

/** Everything that this package throws. Its `kind` says what happened. */
export type ApiError = CallError | StatusError;
export const ApiError: new (...given: ConstructorParameters<typeof BaseError>) => ApiError =
  BaseError as never;

/** @throws {ApiError} Always: an option cannot work. */
export function refuse(option: string, problem: string, by?: Partial<OperationName>): never {
  throw new ApiError("configuration", `The option ${option} ${problem}.`, by, {}, { option });
}
