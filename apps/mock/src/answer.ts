import type { HttpResponse, JsonValue, Note, Violation } from "@workflow-api/contract";

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
  /**
   * Of `default`, what kept the nearest scenario from matching: `lost: id is 1, not 2`. Absent: no
   * scenario is near.
   */
  readonly nearest?: string | undefined;
  /** What is wrong with a refused request. */
  readonly violations: readonly Violation[];
  /**
   * What was left out of account or is rarely meant, and where an answer that was sent all the same
   * breaks the contract.
   */
  readonly notes: readonly Note[];
}

/** Why, for this reason; what is not given is not there. */
export function whyOf(reason: Why["reason"], parts: Partial<Why> = {}): Why {
  return { operation: undefined, scenario: undefined, violations: [], notes: [], ...parts, reason };
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
