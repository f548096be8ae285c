import type { HttpResponse, JsonValue, Violation } from "@workflow-api/contract";

/** What was not taken into account, or breaks the contract and was sent all the same. */
export interface Note {
  /** The part that it is about, as in {@link Violation}: `query limt`, `body`, `path id`. */
  readonly part: string;
  /** For people, such as `is not known: did you mean limit?`. */
  readonly message: string;
}

/**
 * Why a request got its answer. The headers `mock-scenario`, `mock-refusal` and `mock-note`, the
 * journal, the page and the log show it.
 */
export interface Why {
  /** The operationId. `undefined`: the request led to no operation. */
  readonly operation: string | undefined;
  /** The name of the scenario that answered. `undefined`: none did. */
  readonly scenario: string | undefined;
  /**
   * `matched`: the request has the values of the scenario. `default`: it matches none. `queued`:
   * the controls said so.
   * `preferred`: the header `Prefer` did. `generated`: there is no scenario. `refused`: the request
   * is wrong. `failed`: the controls asked for a failure. `options`: it asked for the methods.
   */
  readonly reason:
    | "matched"
    | "default"
    | "queued"
    | "preferred"
    | "generated"
    | "refused"
    | "failed"
    | "options";
  /** What is wrong with a refused request. */
  readonly violations: readonly Violation[];
  /** Empty: all of the request was taken into account. */
  readonly notes: readonly Note[];
}

/** What a mock answers. */
export interface MockAnswer extends HttpResponse {
  readonly why: Why;
  /** Whether the connection is to be dropped instead of sending it. */
  readonly dropped: boolean;
}

/** A response that somebody wrote for an operation, in place of a scenario. */
export interface GivenResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Sent as JSON. `undefined`: no body. */
  readonly body?: JsonValue | undefined;
}
