import {
  type Contract,
  type HttpRequest,
  type HttpResponse,
  judgeResponse,
  type Violation,
} from "@workflow-api/contract";
import type { Case } from "./case.ts";

/**
 * What is wrong with a response, in the names of Schemathesis where it has one.
 * `include_conformance` and `identity_conformance` are this package's own.
 */
export type FindingName =
  | "not_a_server_error"
  | "status_code_conformance"
  | "content_type_conformance"
  | "response_headers_conformance"
  | "response_schema_conformance"
  | "negative_data_rejection"
  | "positive_data_acceptance"
  | "missing_required_header"
  | "ignored_auth"
  | "unsupported_method"
  | "include_conformance"
  | "identity_conformance";

/** One way in which a response contradicts the contract. */
export interface Finding {
  readonly name: FindingName;
  /**
   * What the contract says and what came, in one sentence. It holds no secret and no value of a
   * body.
   */
  readonly message: string;
  /** What of the response breaks the contract. `undefined`: its status alone is wrong. */
  readonly violation?: Violation | undefined;
}

/** Holds the response to a case to the contract. Nothing is found: it agrees. */
export function checkResponse(contract: Contract, one: Case, response: HttpResponse): Finding[] {
  return [
    ...checkStatus(one, response),
    ...checkAllow(contract, one, response),
    ...checkContent(contract, one, response),
  ];
}

/** Whether a status is one of those that are right: `200`, `4XX`. */
export function isOneOf(status: number, statuses: readonly string[]): boolean {
  return statuses.some(
    (each) => each === String(status) || each === `${Math.floor(status / 100)}XX`,
  );
}

function checkStatus(one: Case, { status }: HttpResponse): Finding[] {
  const { statuses } = one.expected;
  if (isOneOf(status, statuses)) return [];
  return [
    {
      name: nameOf(one, status),
      message: `${orList(statuses)} was expected, ${status} came: ${reasonOf(one)}.`,
    },
  ];
}

function orList(texts: readonly string[]): string {
  return texts.length < 2 ? texts.join() : `${texts.slice(0, -1).join(", ")} or ${texts.at(-1)}`;
}

function nameOf({ broken, expected: { kind }, group }: Case, status: number): FindingName {
  if (kind === "unauthenticated" && status < 400) return "ignored_auth";
  if (status >= 500) return "not_a_server_error";
  if (group === "method") return "unsupported_method";
  if (kind === "invalid" && status < 400) {
    const isHeader = broken?.keyword === "required" && broken.part.startsWith("header ");
    return isHeader ? "missing_required_header" : "negative_data_rejection";
  }
  return kind === "valid" && status >= 400 ? "positive_data_acceptance" : "status_code_conformance";
}

const reasons: Readonly<Record<Exclude<Case["expected"]["kind"], "invalid">, string>> = {
  odd: "a server may refuse an odd request, and must not fail at it",
  scenario: "the request is that of the scenario",
  unacceptable: "the contract has no representation of the kind that is asked for",
  unauthenticated: "no way of authenticating is complete and right",
  unknown: "the contract has no such operation",
  valid: "the request is valid",
};

function reasonOf({ broken, expected: { kind } }: Case): string {
  if (kind !== "invalid") return reasons[kind];
  if (broken?.keyword === "required") return `${broken.part} is required, and is missing`;
  return `${broken?.part ?? "the request"} is invalid (${broken?.keyword ?? "unknown"})`;
}

/** A 405 names the methods that there are (RFC 9110, 15.5.6). */
function checkAllow(
  contract: Contract,
  { group, request }: Case,
  { headers, status }: HttpResponse,
): Finding[] {
  if (status !== 405 || group !== "method") return [];
  const { methods } = contract.route(request.method, request.target.split("?")[0] ?? "");
  const allowed = (headers["allow"] ?? "").split(",").map((method) => method.trim());
  const missing = methods.filter((method) => !allowed.includes(method));
  if (missing.length === 0) return [];
  return [
    {
      name: "unsupported_method",
      message: `The header Allow of the 405 must name ${missing.join(" and ")}.`,
    },
  ];
}

/**
 * What an operation documents for a status holds for each response with it, whatever the request
 * was.
 */
function checkContent(contract: Contract, one: Case, response: HttpResponse): Finding[] {
  const { expected, operation } = one;
  const documented = operation?.responses.some(({ status }) => status === response.status) === true;
  // An odd request may be answered by what stands before the operation.
  if (operation === undefined || !documented || expected.kind === "odd") return [];
  const isRight =
    expected.kind === "scenario" || expected.kind === "valid" || expected.kind === "unacceptable";
  return judgeResponse(contract, operation, response, isRight ? one.values : undefined).map(
    (violation) => ({
      name: nameOfViolation(violation),
      message: messageOf(violation, response),
      violation,
    }),
  );
}

function nameOfViolation({ keyword, part }: Violation): FindingName {
  if (keyword === "x-includes") return "include_conformance";
  if (keyword === "x-identifies") return "identity_conformance";
  if (part === "header content-type") return "content_type_conformance";
  return part.startsWith("header ")
    ? "response_headers_conformance"
    : "response_schema_conformance";
}

function messageOf({ message, part, pointer }: Violation, { status }: HttpResponse): string {
  const [kind, name] = part.split(" ");
  const what = kind === "header" ? `The header ${name}` : "The body";
  return `${what} of the ${status} ${pointer === "" ? "" : `at ${pointer} `}${message}.`;
}

/**
 * What a contract refuses a request for, be it derived from it or from another one; nothing if it
 * allows all of it.
 */
export function refusalsOf(contract: Contract, request: HttpRequest): readonly Violation[] {
  const { operation, unauthenticated, violations } = contract.judge(request);
  const message = "must be one of the contract";
  if (operation === undefined)
    return [{ part: "operation", pointer: "", keyword: "operation", message }];
  return [...unauthenticated, ...violations];
}
