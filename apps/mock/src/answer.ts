import type { HttpResponse, JsonValue, Note, Violation } from "@workflow-api/contract";

/**
 * Why a request got its response. The headers `mock-scenario`, `mock-refusal` and `mock-note`, the
 * journal, the page and the log show it.
 */
export interface Why {
  /** The operationId. `undefined`: the request led to no operation. */
  readonly operation: string | undefined;
  /** The name of the scenario. `undefined`: none. */
  readonly scenario: string | undefined;
  /**
   * `matched`: the request has the values of the scenario. `default`: it matches none. `queued`:
   * the controls queued it. `preferred`: the header `Prefer` asked for it. `generated`: there is no
   * scenario. `refused`: the request is invalid. `failed`: the controls asked for a failure.
   * `options`: it asked for the methods.
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
   * For `default`: why the nearest scenario does not match, such as `lost: id is 1, not 2`. Absent:
   * no scenario is near.
   */
  readonly nearest?: string | undefined;
  /** What is wrong with a refused request. */
  readonly violations: readonly Violation[];
  /**
   * What was ignored in the request or is rarely meant, and where the response contradicts the
   * contract.
   */
  readonly notes: readonly Note[];
}

/** The explanation for this reason; fields that are not given are empty. */
export function whyOf(reason: Why["reason"], parts: Partial<Why> = {}): Why {
  return { operation: undefined, scenario: undefined, violations: [], notes: [], ...parts, reason };
}

/** The response of a mock. */
export interface MockAnswer extends HttpResponse {
  readonly why: Why;
  /** Whether the connection is to be dropped instead of sending it. */
  readonly dropped: boolean;
}

/** A response that users queue for an operation, in place of a scenario. */
export interface GivenResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Sent as JSON. `undefined`: no body. */
  readonly body?: JsonValue | undefined;
}
