/** What an operation is called in errors and log entries. */
export interface OperationName {
  readonly operationId: string;
  readonly method: string;
  /** The path template, not the filled path. */
  readonly path: string;
}

/** What an error knows besides its message. */
export interface ErrorDetails {
  readonly operation?: OperationName | undefined;
  readonly response?: Response | undefined;
  readonly body?: unknown;
  readonly cause?: unknown;
}

/**
 * Everything that this package throws. `kind` tells the classes apart, as `instanceof` does. No credential is in it;
 * what the service said is in `body` and `headers` alone, which are neither logged nor serialised with the error.
 */
export abstract class ApiError<
  Status extends number | undefined = number | undefined,
  Body = unknown,
> extends Error {
  abstract readonly kind: string;
  readonly operationId: string | undefined;
  readonly method: string | undefined;
  /** The path template, not the filled path. */
  readonly path: string | undefined;
  /** The HTTP status of the answer. `undefined`: there was no answer. */
  readonly status: Status;
  readonly #details: ErrorDetails;

  constructor(message: string, details: ErrorDetails = {}) {
    const { operation, response, cause } = details;
    super(operation ? `${operation.operationId}: ${message}` : message, cause === undefined ? {} : { cause });
    this.operationId = operation?.operationId;
    this.method = operation?.method;
    this.path = operation?.path;
    this.status = response?.status as Status;
    this.#details = details;
  }

  /** The headers of the answer. */
  get headers(): Headers | undefined {
    return this.response?.headers;
  }

  /** The answer, its body read. */
  get response(): Response | undefined {
    return this.#details.response;
  }

  /** The body of the answer, if it is a documented one. */
  get body(): Body {
    return this.#details.body as Body;
  }
}
