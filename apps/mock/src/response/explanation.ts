import type { HttpResponse, Note, Violation } from "@workflow-api/contract";
import type { JsonValue } from "@workflow-api/contract/json";

/**
 * Why a request got its response. The headers `mock-scenario`, `mock-refusal`, `mock-violation` and
 * `mock-note`, the journal, the page and the log show it.
 */
export interface Explanation {
  /** The operationId. `undefined`: the request led to no operation. */
  readonly operation: string | undefined;
  /** The name of the scenario or the example. `undefined`: none. */
  readonly scenario: string | undefined;
  /**
   * `matched`: the request has the values of the scenario. `default`: it matches none. `queued`:
   * the controls queued it. `preferred`: the header `Prefer` asked for it. `generated`: there is no
   * scenario. `refused`: the request is invalid. `omitted`: the contract describes the operation by
   * something that is not supported. `failed`: the controls asked for a failure. `options`: it
   * asked for the methods. `forwarded`: the real service responded. `pending`: there is
   * no response yet.
   */
  readonly reason:
    | "matched"
    | "default"
    | "queued"
    | "preferred"
    | "generated"
    | "refused"
    | "omitted"
    | "failed"
    | "options"
    | "forwarded"
    | "pending";
  /**
   * For `default`: the scenario of a success whose value was probably meant, such as `full: id is
   * 12b, not 12a`.
   * Absent: none is near.
   */
  readonly nearest?: string | undefined;
  /** What is wrong with a refused request; with a forwarded one and its response. */
  readonly violations: readonly Violation[];
  /**
   * What was ignored in the request or is rarely meant, and where the response contradicts the
   * contract.
   */
  readonly notes: readonly Note[];
}

/** The explanation with this reason; fields that are not given are empty. */
export function explain(
  reason: Explanation["reason"],
  parts: Partial<Explanation> = {},
): Explanation {
  return { operation: undefined, scenario: undefined, violations: [], notes: [], ...parts, reason };
}

/** The response of a mock. */
export interface MockResponse extends HttpResponse {
  readonly explanation: Explanation;
  /** Whether the connection is to be dropped instead of sending it. */
  readonly dropped: boolean;
}

/** What is asked of a response, by the header `Prefer` or by the controls. */
export interface Preference {
  /** A documented status. */
  readonly code?: number | undefined;
  /** The name of an example. */
  readonly example?: string | undefined;
  /** Whether the body is generated at random, in place of an example. */
  readonly dynamic?: boolean | undefined;
  /** The length of the lists of a generated body that are not within another. */
  readonly items?: number | undefined;
  /** The id of an open question about fields (`x-gaps`), to be answered the other way. */
  readonly question?: string | undefined;
  /** The other answer to it. Default: the first one that the contract names. */
  readonly answer?: string | undefined;
}

/** A response that users queue for an operation, in place of a documented one. */
export interface CustomResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Sent as JSON. `undefined`: no body. */
  readonly body?: JsonValue | undefined;
}
