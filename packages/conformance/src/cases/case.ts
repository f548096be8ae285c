import type { HttpRequest, Operation, Scenario } from "@workflow-api/contract";
import type { JsonValue } from "@workflow-api/contract/json";
import type { Flaw } from "../responses/flaws.ts";
import type { BaseRequest } from "./base-request.ts";

/** The kinds of cases, in the order in which they are derived; `state` depends on responses. */
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
  "state",
] as const;

/** One of {@link groups}. */
export type CaseGroup = (typeof groups)[number];

/** The values of a request: of parameters by `Parameter.key`, of the body by `body`. */
export type PartValues = ReadonlyMap<string, JsonValue>;

/** A request, and the responses to it that conform to the contract. */
export interface Case {
  /** Unique within its contract: `getVariablesCage 200 full`. */
  readonly title: string;
  readonly group: CaseGroup;
  /** The valid request that it was made from. */
  readonly base: BaseRequest;
  /** `undefined`: the contract has no such path, or not this method of it. */
  readonly operation: Operation | undefined;
  /**
   * The JSON Pointer of the part of the contract that it tests. `contract.locate` finds the line,
   * and is slow: call it only for what is shown.
   */
  readonly pointer: string;
  /** As it travels, with a placeholder for each secret (`placeholderOf`). */
  readonly request: HttpRequest;
  /** Before they are written. */
  readonly values: PartValues;
  /** Writes the same request with other values, such as the id of another resource. */
  readonly write: (values: PartValues) => HttpRequest;
  /** The names of the security schemes whose credentials are sent, complete and right. */
  readonly schemes: readonly string[];
  readonly expected: Expectation;
  /**
   * What it tries, independent of the seed: the part that it breaks or changes (`path id`, `body`),
   * or its group if that is several parts or none. For a robustness case, what is unusual (`a zero
   * byte`).
   */
  readonly part: string;
  /**
   * The JSON Pointer of that in the value of the part. The empty string: the value as a whole. For
   * a robustness case, the key of the parameter.
   */
  readonly at: string;
  /** The value that it tries there. `undefined`: none, or it cannot be written. */
  readonly tried: JsonValue | undefined;
  /** What an invalid request breaks. */
  readonly broken?: Deviation | undefined;
  /** Whether its body starts from one with every optional member, and not from the base. */
  readonly isComplete: boolean;
  /** Why it must not be sent. `undefined`: it can be. */
  readonly flaw?: Flaw | undefined;
}

/** What the contract says of the response to a case. */
export interface Expectation {
  /**
   * What kind of request it is: that of a scenario, otherwise valid, invalid, without the
   * credentials that it needs, to no operation, or so unusual that a server may accept or refuse
   * it.
   */
  readonly kind: "scenario" | "valid" | "invalid" | "unauthenticated" | "unknown" | "robustness";
  /** The scenario whose request it is. Only where `kind` is `scenario`. */
  readonly scenario: Scenario | undefined;
  /** The statuses that conform: `200`, `4XX`. */
  readonly statuses: readonly string[];
}

/** What an invalid request breaks. */
export interface Deviation {
  /** The key of a parameter (`header x-domain`), `body`, or `header content-type`. */
  readonly part: string;
  /**
   * The keyword of JSON Schema; `required` for what is missing, `syntax` for what cannot be read.
   */
  readonly keyword: string;
  /**
   * What a server may take for the right type: a string (`"7"` for 7), a number for a numeric
   * string, an item for a list, or a list of it for a value. `undefined`: none of these.
   */
  readonly kind?: "string" | "number" | "item" | "list" | undefined;
  /**
   * In what respect it is only spelled otherwise, such as `leading zeros`: OpenAPI does not say
   * whether a server accepts that. `undefined`: it is another value.
   */
  readonly spelling?: string | undefined;
}
