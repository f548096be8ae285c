import type { HttpResponse, Violation } from "@workflow-api/contract";

/**
 * Why a request got its answer. The header `mock-scenario`, the journal, the page and the log show
 * it.
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
   * is wrong.
   * `failed`: the controls asked for a failure.
   */
  readonly reason:
    | "matched"
    | "default"
    | "queued"
    | "preferred"
    | "generated"
    | "refused"
    | "failed";
  /** What is wrong with a refused request. */
  readonly violations: readonly Violation[];
}

/** What a mock answers. */
export interface MockAnswer extends HttpResponse {
  readonly why: Why;
  /** Whether the connection is to be dropped instead of sending it. */
  readonly dropped: boolean;
}
