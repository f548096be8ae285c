import type { JsonValue, Operation, SourceLocation } from "@workflow-api/contract";

/** The kinds of cases, in the order in which they are derived. */
export const groups = [
  "scenario",
  "include",
  "near",
  "security",
  "parameter",
  "body",
  "path",
  "method",
  "accept",
] as const;

/** What a case is about. */
export type Group = (typeof groups)[number];

/** A request as it goes over the wire. */
export interface CaseRequest {
  /** In upper case. */
  readonly method: string;
  /** The path and the query, percent-encoded. */
  readonly target: string;
  /** Names as they are written on the wire. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as it travels. `undefined`: none. */
  readonly body: string | undefined;
}

/** An answer as it came over the wire. */
export interface Answer {
  readonly status: number;
  /** By lower-case name; several of one name are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text. The empty string: none. */
  readonly body: string;
  /** `false`: the bytes of the body are not UTF-8, so that the text is not all of it. */
  readonly isUtf8?: false;
}

/** What the request of a case is, in the eyes of the contract. */
export type Verdict =
  /** The contract says by a scenario what comes back. */
  | "scenario"
  /** The request is what the contract asks for. */
  | "valid"
  /** A parameter or the body is not. */
  | "malformed"
  /** No way of authenticating is complete. */
  | "unauthenticated"
  /** The contract has no such path or method. */
  | "unroutable"
  /** The contract has no representation of the kind that is asked for. */
  | "unacceptable"
  /** A server takes it or refuses it, as it likes. */
  | "odd";

/** What is expected of the answer. */
export interface Expectation {
  readonly verdict: Verdict;
  /**
   * What the contract says of any server: the statuses that are right, such as `200` or `4XX`. A status that the
   * operation documents comes with the documented media type, headers and body in any case.
   */
  readonly statuses: readonly string[];
  /** Those that are right, too, since a server need not know the values of the request; documented or not. */
  readonly ifUnknown: readonly string[];
  /** JSON Pointers that the body of a 2xx must not hold, because `include` did not ask for them. */
  readonly absent: readonly string[];
  /** The methods that the contract has for the path, where that of the request is none of them. */
  readonly methods?: readonly string[];
  /**
   * What only the mock says: it keeps no state and knows no credential from another, so the scenarios and Prism
   * decide the answer to the last member. `undefined`: no more than the contract says.
   */
  readonly mock: MockExpectation | undefined;
}

/** The answer of the mock. */
export interface MockExpectation {
  readonly status: number;
  /** `undefined`: any that is right by the contract. */
  readonly body: JsonValue | undefined;
  /** By lower-case name. Others may come too. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The scenario that answers, and whether the request is that of the scenario, where the mock tells it. */
  readonly scenario?: MockScenario | undefined;
  /** What it says is deprecated: the operation by its id, and of the parameters that are sent the names. */
  readonly deprecated?: readonly string[] | undefined;
  /** The values that the refusal of an `enum` names, where it names any. */
  readonly choices?: readonly string[] | undefined;
}

/** Which scenario answers, and why. */
export interface MockScenario {
  readonly name: string;
  /** Otherwise it is the operation's default. */
  readonly matched: boolean;
}

/** One thing to try on a server, and what has to come of it. Everything in it follows from the contract. */
export interface Case {
  /** Unique among the cases of a contract: `getVariablesCage 200 full`. */
  readonly title: string;
  readonly group: Group;
  /** `undefined` where the case addresses none: an unknown path or method. */
  readonly operation: Operation | undefined;
  /** The place of the contract that the case follows from, as a JSON Pointer of the bundled document. */
  readonly pointer: string;
  /** The same place in the source file. */
  readonly location: SourceLocation;
  readonly request: CaseRequest;
  /** The same as a call of a typed client. `undefined` where it is none: other credentials, paths, headers. */
  readonly call: Call | undefined;
  /** The keys of the security schemes whose credentials are sent, as they should be. */
  readonly schemes: readonly string[];
  readonly expected: Expectation;
  /** What is wrong with a malformed request. */
  readonly broken: Broken | undefined;
  /**
   * The parameters whose given values make another request of that of a scenario, one that gets another status: what the
   * mock answers is not known then. `undefined`: it is what the case says.
   */
  readonly replaced?: readonly string[];
}

/** What an operation is called with, before anything is put on the wire. */
export interface Call {
  /** By `parameterKey`. */
  readonly values: ReadonlyMap<string, JsonValue>;
  /** `undefined`: no body. */
  readonly body: JsonValue | undefined;
}

/** What a case breaks. */
export interface Broken {
  /** The parameter by its key (`header x-domain`), or `body`. */
  readonly part: string;
  /** The JSON Schema keyword that is violated; `required` for what is missing, `syntax` for what cannot be read. */
  readonly keyword: string;
  /** The value before it is put on the wire; `undefined` where it is missing. */
  readonly value: JsonValue | undefined;
}

/** What is tried on a target. A `Case` is one, and so is an `AnswerCase`. */
export interface Exchange {
  readonly request: CaseRequest;
  /** What the server behind a judge of answers says. `undefined`: the target answers for itself. */
  readonly answer?: Answer | undefined;
}

/**
 * What cases are tried on: a server in this process, a server by its address, or the contract as a judge, which stands
 * before a server as a validating proxy does.
 */
export interface Target {
  /**
   * Sends the request of an exchange unchanged.
   * @returns What comes back. A judge passes on an answer that the contract allows; in place of any other it answers
   * with problem details, whose `validation` lists what is wrong, each with a `message`.
   * @throws {Error} No answer comes.
   */
  send(exchange: Exchange): Promise<Answer>;
}
