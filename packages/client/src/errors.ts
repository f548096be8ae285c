/**
 * What an operation is called in errors and log entries; `path` is the template, not the filled
 * path.
 */
export interface OperationName {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
}

/** What a call or a factory can end in; a number: with an answer, which has a status. */
export interface Kinds {
  /** An `argument` cannot be sent, or an `option` cannot work; nothing was sent. */
  argument: undefined;
  configuration: undefined;
  /**
   * The service gave an answer that the contract documents as an error. `isStatusError` types its
   * `body`.
   */
  status: number;
  /** The service gave an answer that the contract does not know. */
  undocumented: number;
  /**
   * The service reported success with a body that is not the documented one, or lacks what was
   * asked for.
   */
  unreadable: number;
  /**
   * The service redirects. It was not followed: credentials stay with the address they were given
   * for.
   */
  redirect: number;
  /** The body of the answer is larger than the client may read. */
  size: number;
  connection: undefined;
  timeout: undefined;
  /** The caller aborted. The cause is the reason. */
  abort: undefined;
}

interface Details {
  readonly response?: Response;
  readonly body?: unknown;
  readonly cause?: unknown;
}

class BaseError<Kind extends keyof Kinds, Status = Kinds[Kind], Body = unknown> extends Error {
  /** What happened. The name says it too: a `timeout` is a `TimeoutError`. */
  declare readonly kind: Kind;
  declare readonly operationId: string | undefined;
  declare readonly method: string | undefined;
  declare readonly path: string | undefined;
  /** The HTTP status of the answer. `undefined`: there was none. */
  declare readonly status: Status;
  declare readonly argument: Kind extends "argument" ? string : undefined;
  declare readonly option: Kind extends "configuration" ? string : undefined;
  readonly #details: Details;

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
    const status = details.response?.status;
    Object.assign(this, { name, kind, operationId, method, path, status }, about);
    this.#details = details;
  }

  // What the service said is printed nowhere, nor serialised: it may repeat a credential.
  /** The answer, its body read. */
  get response(): Response | undefined {
    return this.#details.response;
  }

  /** The body of a documented error. */
  get body(): Body {
    return this.#details.body as Body;
  }
}

type Inspect = (value: unknown, options: object) => string;

// Keeps Node's `inspect` from the getters, also if it is told to call them.
Object.assign(BaseError.prototype, {
  [Symbol.for("nodejs.util.inspect.custom")](
    _depth: number,
    options: object,
    inspect: Inspect,
  ): string {
    return inspect(this, { ...options, getters: false, customInspect: false });
  },
});

/** An answer that the contract documents as an error of some status. */
export type StatusError<Status = number, Body = unknown> = BaseError<"status", Status, Body>;

/** The errors that any call can end in, whatever the contract says of the operation. */
export type CallError = {
  [Kind in Exclude<keyof Kinds, "status">]: BaseError<Kind, Kinds[Kind], undefined>;
}[Exclude<keyof Kinds, "status">];

/** Everything that this package throws. `kind` tells what happened. */
export type ApiError = CallError | StatusError;
export const ApiError: new (...given: ConstructorParameters<typeof BaseError>) => ApiError =
  BaseError as never;

/** @throws {ApiError} Always: an option cannot work. */
export function refuse(option: string, problem: string, by?: Partial<OperationName>): never {
  throw new ApiError("configuration", `The option ${option} ${problem}.`, by, {}, { option });
}
