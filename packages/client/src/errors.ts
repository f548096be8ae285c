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
interface ErrorOf<
  Kind extends keyof Kinds,
  Status = Kinds[Kind],
  Body = unknown,
  FetchResult = Response | undefined,
> extends Error {
  readonly name: "ApiError";
  readonly kind: Kind;
  readonly operationId: string | undefined;
  readonly method: string | undefined;
  readonly path: string | undefined;
  /** The HTTP status of the response. `undefined`: there was none. */
  readonly status: Status;
  readonly argument: Kind extends "argument" ? string : undefined;
  readonly option: Kind extends "configuration" ? string | undefined : undefined;
  /** The response, its body read. */
  readonly response: FetchResult;
  /** The body of the response: parsed JSON, or a string. `undefined`: none was read. */
  readonly body: Body;
}

/** A response that the contract documents as an error of some status. */
export type StatusError<Status = number, Body = unknown, FetchResult = Response> = ErrorOf<
  "status",
  Status,
  Body,
  FetchResult
>;

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

export interface Details {
  readonly kind: keyof Kinds;
  readonly operationId?: string | undefined;
  readonly method?: string;
  readonly path?: string;
  readonly status?: number | undefined;
  readonly argument?: string;
  readonly option?: string;
  readonly response?: Response | undefined;
  readonly body?: unknown;
  readonly cause?: unknown;
}

type Constructor = new (message: string, details: Details) => ApiError;

export const ApiError: Constructor = class ApiError extends Error {
  static {
    ApiError.prototype.name = "ApiError";
  }

  constructor(...[message, { response, body, ...details }]: ConstructorParameters<Constructor>) {
    super(message, details);
    Object.assign(this, details);
    // Neither is printed or serialised: they may repeat a credential.
    Object.defineProperties(this, { response: { value: response }, body: { value: body } });
  }
} as never;

/** @throws {ApiError} Always: an option cannot work. */
export function refuse(option: string, problem: string): never {
  throw new ApiError(`The option ${option} ${problem}`, { kind: "configuration", option });
}
