import type { HttpRequest, JsonValue, Operation, Scenario } from "@workflow-api/contract";

/** What a case is about, in the order in which cases are derived. */
export const groups = [
  "scenario",
  "include",
  "security",
  "parameter",
  "body",
  "path",
  "method",
  "accept",
  "robustness",
] as const;

/** One of {@link groups}. */
export type Group = (typeof groups)[number];

/** A request, and what a server that keeps the contract makes of it. */
export interface Case {
  /** Tells it from all other cases of its contract: `getVariablesCage 200 full`. */
  readonly title: string;
  readonly group: Group;
  /** `undefined`: the contract has no such path, or not this method of it. */
  readonly operation: Operation | undefined;
  /**
   * The JSON Pointer of what it follows from. `contract.locate` tells the line, and is slow: ask it
   * for what is shown.
   */
  readonly pointer: string;
  /** As it travels, with a placeholder for each secret (`placeholderOf`). */
  readonly request: HttpRequest;
  /** The values of its parameters, by `Parameter.key`, before they are written. */
  readonly values: ReadonlyMap<string, JsonValue>;
  /** Its body before it is written. `undefined`: none, or one that is not JSON. */
  readonly body: JsonValue | undefined;
  /** The names of the security schemes whose credentials are sent, complete and right. */
  readonly schemes: readonly string[];
  readonly expected: Expectation;
  /**
   * What it tries, the same for each seed: the part that it breaks or changes (`path id`, `body`);
   * of several or none its group; of robustness what is unusual (`a zero byte`).
   */
  readonly part: string;
  /** What an invalid request breaks. */
  readonly broken?: Broken | undefined;
  /**
   * The rule of HTTP by which it is valid, where many servers do not keep that rule. `undefined`:
   * every server has to.
   */
  readonly rule?: string | undefined;
}

/** What the contract says of the response to a case. */
export interface Expectation {
  /**
   * What the request is in the eyes of the contract: that of a scenario, valid in another way,
   * invalid, without the credentials that it needs, addressed to no operation, asking for a
   * representation that there is none of, or so unusual that a server may take or refuse it.
   */
  readonly kind:
    | "scenario"
    | "valid"
    | "invalid"
    | "unauthenticated"
    | "unknown"
    | "unacceptable"
    | "robustness";
  /** The scenario whose request it is. Only where `kind` is `scenario`. */
  readonly scenario: Scenario | undefined;
  /** The statuses that are right of any server: `200`, `4XX`. */
  readonly statuses: readonly string[];
}

/** What an invalid request breaks. */
export interface Broken {
  /** The key of a parameter (`header x-domain`), `body`, or `header content-type`. */
  readonly part: string;
  /**
   * The keyword of JSON Schema; `required` for what is missing, `syntax` for what cannot be read.
   */
  readonly keyword: string;
  /** The value before it is written. `undefined`: it is missing, or cannot be written. */
  readonly value: JsonValue | undefined;
}
