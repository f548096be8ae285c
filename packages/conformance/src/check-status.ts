import type { Answer, Case } from "./case.ts";
import type { Finding, FindingName } from "./finding.ts";
import { responseFor } from "./mock-status.ts";

/** What an answer is held to. */
export interface CheckOptions {
  /**
   * `service` (default): only what the contract says of every server. `mock`: beyond that the exact status and body
   * that follow from the scenarios, and nothing where its engine is known to be wrong.
   */
  readonly as?: "service" | "mock";
}

/** Whether a status is one of those given, such as `200` or `4XX`. */
export function isOneOf(status: number, statuses: readonly string[]): boolean {
  return statuses.some((wanted) => {
    const pattern = wanted.toUpperCase().replaceAll("X", "\\d");
    return wanted === "default" || new RegExp(`^${pattern}$`).test(String(status));
  });
}

/** Whether the status is right; the name of the finding says what it is that is wrong. */
export function checkStatus(one: Case, { status }: Answer, as: "service" | "mock"): Finding[] {
  const { mock, statuses } = one.expected;
  const wanted = as === "mock" && mock !== undefined ? [String(mock.status)] : statuses;
  if (isOneOf(status, wanted)) return [];
  if (as === "service" && isPermittedByService(one, status)) return [];
  return [
    {
      name: nameOf(one, status),
      message: `${wanted.join(" or ")} was expected, ${status} came: ${reasonOf(one)}.`,
      pointer: one.pointer,
    },
  ];
}

/**
 * A real server need not know the ids of a valid request, so its other documented answers are right as well, its refusals
 * also where nothing acceptable is asked for; to the request of a scenario that is that there is no such thing.
 */
function isPermittedByService({ expected, operation }: Case, status: number): boolean {
  const { verdict } = expected;
  if (isUnknownToService(expected, status)) return true;
  if (operation === undefined || responseFor(operation, status) === undefined) return false;
  if (verdict === "scenario") return status === 404 && isOfSuccess(expected);
  if (verdict === "unacceptable" && status < 400) return false;
  return (
    ["valid", "unacceptable"].includes(verdict) &&
    status < 500 &&
    ![400, 401, 405, 406, 415, 422].includes(status)
  );
}

/** Whether a status is that of a right request with values that are not the server's own. */
export function isUnknownToService(expected: Case["expected"], status: number): boolean {
  return expected.ifUnknown.includes(String(status)) && isOfSuccess(expected);
}

/** Whether a request gets what its operation is there for, be it an error, as of one that is gone, and not a scenario's. */
export function isOfSuccess({ mock, statuses, verdict }: Case["expected"]): boolean {
  const status = mock?.status ?? 200;
  return isOneOf(status, ["2XX"]) || (verdict === "valid" && isOneOf(status, statuses));
}

function reasonOf({ broken, expected: { verdict } }: Case): string {
  if (verdict !== "malformed" || broken === undefined) return reasons[verdict];
  return `${broken.part === "body" ? "the body" : broken.part} is malformed`;
}

const reasons: Readonly<Record<Case["expected"]["verdict"], string>> = {
  malformed: "the request is malformed",
  odd: "a server may refuse an odd request, but is not to fail at it",
  scenario: "the request is that of the scenario",
  unacceptable: "there is no representation of the kind asked for",
  unauthenticated: "no way of authenticating is complete and right",
  unroutable: "the contract has no such operation, so describe it there if it is to be",
  valid: "the request is valid",
};

function nameOf({ broken, expected, group }: Case, status: number): FindingName {
  if (expected.verdict === "unauthenticated" && status < 400) return "ignored_auth";
  if (status >= 500) return "not_a_server_error";
  if (group === "method" && expected.verdict === "unroutable") return "unsupported_method";
  if (expected.verdict === "malformed" && status < 400) {
    const isMissingHeader = broken?.keyword === "required" && broken.part.startsWith("header ");
    return isMissingHeader ? "missing_required_header" : "negative_data_rejection";
  }
  if (expected.verdict === "valid" && status >= 400) return "positive_data_acceptance";
  return "status_code_conformance";
}
