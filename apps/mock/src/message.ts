/** The header in which a 401 says what is wrong with the credentials: its body may be the one of the contract. */
export const refusalHeader = "mock-refusal";

/** A request as the mock takes it, from a socket or from code. */
export interface MockRequest {
  /** In any case. */
  readonly method: string;
  /** The request target: the path and the query, percent-encoded (RFC 9112, origin-form). */
  readonly target: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The body as it travels. `undefined` or empty: none. */
  readonly body?: Uint8Array | string | undefined;
}

/**
 * Why a scenario answered: the request matches it, nothing matched and it is the default, or it was next in a sequence
 * that somebody set.
 */
export type ScenarioReason = "matched" | "default" | "sequence";

/** Which scenario answered, and why. */
export interface AnsweredScenario {
  readonly name: string;
  readonly reason: ScenarioReason;
}

/** One thing that is wrong with a request: where it stands, what was expected, and what came. */
export interface RequestError {
  /** `header`, `query`, `path`, `cookie`, `body` or `request`. */
  readonly in: string;
  /** The name of the parameter. */
  readonly name?: string;
  /** The JSON Pointer (RFC 6901) into the parameter or the body; absent: the whole of it. */
  readonly pointer?: string;
  readonly expected: string;
  /** What came; absent: nothing, or a credential. */
  readonly received?: unknown;
  /** Of several ways of authenticating, the one that lacks this, counted from 1. */
  readonly way?: number;
}

/** A failure that somebody asked for. */
export interface AskedFailure {
  /** As it was asked for, such as `5%:404`. */
  readonly asked: string;
  /** What would have been answered. */
  readonly insteadOf: MockAnswer;
}

/** What the mock answers. */
export interface MockAnswer {
  readonly status: number;
  /** By name as the engine spells it; without those of CORS and of the connection. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as it travels. `undefined`: none. */
  readonly body: string | undefined;
  /** The operation that was addressed. `undefined`: none. */
  readonly operationId: string | undefined;
  /** `undefined`: no scenario answered, but the engine itself. */
  readonly scenario: AnsweredScenario | undefined;
  /** What is wrong with a request that was refused. Absent: nothing that stands in one place. */
  readonly errors?: readonly RequestError[];
  /** Present: the request has failed because somebody wanted that, whatever it is. */
  readonly failure?: AskedFailure;
}
