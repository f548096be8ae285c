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
  /** What of the call or of the factory it is about. */
  readonly about?: { readonly argument: string } | { readonly option: string };
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
  declare readonly operationId: string | undefined;
  declare readonly method: string | undefined;
  /** The path template, not the filled path. */
  declare readonly path: string | undefined;
  /** The HTTP status of the answer. `undefined`: there was no answer. */
  declare readonly status: Status;
  readonly #details: ErrorDetails;

  constructor(message: string, details: ErrorDetails = {}) {
    const { operation, about, response } = details;
    const { operationId, method, path } = operation ?? {};
    super(operationId ? `${operationId}: ${message}` : message, details);
    Object.assign(this, { operationId, method, path, status: response?.status }, about);
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

// Keeps Node's `inspect` from getters, also if it is told to call them: an answer may repeat a credential. Not in a
// static block of the class: the Babel of React Native takes none.
Object.assign(ApiError.prototype, {
  [Symbol.for("nodejs.util.inspect.custom")](
    _depth: number,
    options: object,
    inspect: (value: unknown, options: object) => string,
  ): string {
    return inspect(this, { ...options, getters: false, customInspect: false });
  },
});
