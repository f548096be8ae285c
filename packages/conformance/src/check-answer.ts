import { isDeepStrictEqual } from "node:util";
import { isJson, isObject, type JsonValue, type Operation, valueAt } from "@workflow-api/contract";
import type { AnswerCase } from "./answer-case.ts";
import type { Answer, Case, MockScenario } from "./case.ts";
import { checkDocumented } from "./check-documented.ts";
import type { Finding, FindingName } from "./finding.ts";
import { responseFor } from "./mock-status.ts";
import { isSameChoice } from "./named-choices.ts";

export interface CheckOptions {
  /**
   * `service` (default): only what the contract says of every server. `mock`: beyond that the exact status and body
   * that follow from the scenarios, and nothing where its engine is known to be wrong.
   */
  readonly as?: "service" | "mock";
}

/** What in the answer of a target contradicts the contract; nothing if it agrees. */
export function checkAnswer(
  one: Case | AnswerCase,
  answer: Answer,
  { as = "service" }: CheckOptions = {},
): Finding[] {
  if ("allowed" in one) return checkJudgement(one, answer, as);
  if (as === "mock" && one.limit !== undefined) return [];
  const status = checkStatus(one, answer, as);
  const documented =
    one.operation === undefined || isOfTheRouter(one, answer) ? [] : checkDocumented(one.operation, answer);
  const undocumented = isUndocumented(one, answer) && status.length === 0 ? [notDocumented(one, answer)] : [];
  const body = as === "mock" ? checkMockBody(one, answer) : [];
  return [...status, ...undocumented, ...documented, ...checkAbsent(one, answer), ...body];
}

/** Whether a judge has passed on the answer that it was given. */
export function isPassedOn(given: Answer, came: Answer): boolean {
  return came.status === given.status && came.body === given.body;
}

function checkJudgement(one: AnswerCase, came: Answer, as: "service" | "mock"): Finding[] {
  const { allowed, answer, choices, pointer } = one;
  if (isPassedOn(answer, came) === allowed)
    return as === "service" || isSameChoice(messagesOf(came), choices) ? [] : [otherChoices(pointer)];
  return allowed
    ? [{ name: "positive_data_acceptance", message: "An answer that is allowed is refused.", pointer }]
    : [{ name: "negative_data_rejection", message: "An answer that is not allowed is passed on.", pointer }];
}

/** What in an answer contradicts the operation's documentation, whatever the request was. */
export function checkResponse(operation: Operation, answer: Answer): Finding[] {
  if (responseFor(operation, answer.status) !== undefined) return checkDocumented(operation, answer);
  const known = operation.responses.map(({ status }) => status).join(", ");
  const message = `${answer.status} is not documented; the contract has ${known}.`;
  return [{ name: "status_code_conformance", message, pointer: `${operation.pointer}/responses` }];
}

/** Whether a status is one of those given, such as `200` or `4XX`. */
export function isOneOf(status: number, statuses: readonly string[]): boolean {
  return statuses.some((wanted) => {
    const pattern = wanted.toUpperCase().replaceAll("X", "\\d");
    return wanted === "default" || new RegExp(`^${pattern}$`).test(String(status));
  });
}

function checkStatus(one: Case, { status }: Answer, as: "service" | "mock"): Finding[] {
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
 * A real server need not know the ids of a valid request, so its other documented answers are right as well; to the
 * request of a scenario that is that there is no such thing.
 */
function isPermittedByService({ expected: { mock, verdict }, operation }: Case, status: number): boolean {
  if (operation === undefined || responseFor(operation, status) === undefined) return false;
  if (verdict === "scenario") return status === 404 && isOneOf(mock?.status ?? 200, ["2XX"]);
  return verdict === "valid" && status < 500 && ![400, 401, 405, 406, 415, 422].includes(status);
}

function reasonOf({ broken, expected: { verdict } }: Case): string {
  if (verdict !== "malformed" || broken === undefined) return reasons[verdict];
  return `${broken.part === "body" ? "the body" : broken.part} is malformed`;
}

const reasons: Readonly<Record<Case["expected"]["verdict"], string>> = {
  malformed: "the request is malformed",
  scenario: "the request is that of the scenario",
  unacceptable: "there is no representation of the kind asked for",
  unauthenticated: "no way of authenticating is complete",
  unroutable: "the contract has no such operation",
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

/** Whether no operation has answered, so that no operation documents the answer. */
function isOfTheRouter({ expected }: Case, { status }: Answer): boolean {
  return expected.verdict === "unroutable" || (expected.verdict === "unacceptable" && status === 406);
}

/** A refusal of what the contract forbids needs no documentation; every other answer does. */
function isUndocumented({ expected, operation }: Case, { status }: Answer): boolean {
  if (operation === undefined || responseFor(operation, status) !== undefined) return false;
  return expected.verdict === "valid" || expected.verdict === "scenario";
}

function notDocumented({ operation, pointer }: Case, { status }: Answer): Finding {
  const known = operation?.responses.map((response) => response.status).join(", ");
  return {
    name: "status_code_conformance",
    message: `${status} is not documented; the contract has ${known}.`,
    pointer: operation === undefined ? pointer : `${operation.pointer}/responses`,
  };
}

function checkAbsent({ expected, operation }: Case, answer: Answer): Finding[] {
  if (answer.status < 200 || answer.status > 299) return [];
  const body = parseBody(answer);
  return expected.absent
    .filter((pointer) => valueAt(body, pointer) !== undefined)
    .map((pointer) => ({
      name: "include_conformance",
      message: `${pointer} came, though the request did not ask for it.`,
      pointer: operation?.includes?.pointer ?? "",
    }));
}

function checkMockBody(one: Case, answer: Answer): Finding[] {
  const wanted = one.expected.mock;
  if (wanted === undefined || answer.status !== wanted.status) return [];
  const [header] = Object.entries(wanted.headers ?? {}).filter(
    ([name, value]) => answer.headers[name] !== value,
  );
  if (header !== undefined) {
    const message = `The header ${header[0]} is not that of the example.`;
    return [{ name: "response_headers_conformance", message, pointer: one.pointer }];
  }
  if (!isSameScenario(answer, wanted.scenario)) {
    const message = "The mock does not say that it is this scenario, and why.";
    return [{ name: "body_conformance", message, pointer: one.pointer }];
  }
  if (!isSameChoice(messagesOf(answer), wanted.choices)) return [otherChoices(one.pointer)];
  if (wanted.body === undefined) return [];
  if (isDeepStrictEqual(readBody(answer), wanted.body)) return [];
  return [
    { name: "body_conformance", message: "The body is not that of the example.", pointer: one.pointer },
  ];
}

/** The header in which the mock says which scenario answered, and why. Other servers do not have it. */
function isSameScenario({ headers }: Answer, wanted: MockScenario | undefined): boolean {
  const told = headers["mock-scenario"];
  if (told === undefined || wanted === undefined) return true;
  return told === `${encodeURIComponent(wanted.name)}; ${wanted.matched ? "matched" : "default"}`;
}

function otherChoices(pointer: string): Finding {
  const message = "The values that the refusal names are not those of the contract.";
  return { name: "body_conformance", message, pointer };
}

/** What problem details of the mock or of a judge say is wrong. */
function messagesOf(answer: Answer): string[] {
  const body = parseBody(answer);
  const validation = isObject(body) ? body["validation"] : undefined;
  if (!Array.isArray(validation)) return [];
  return validation.map((violation) => (isObject(violation) ? String(violation["message"]) : ""));
}

function readBody(answer: Answer): JsonValue | undefined {
  return isJson(answer.headers["content-type"] ?? "") ? parseBody(answer) : answer.body;
}

/** The body as JSON; `undefined` if it is none. */
export function parseBody({ body }: Answer): JsonValue | undefined {
  try {
    return JSON.parse(body) as JsonValue;
  } catch {
    return undefined;
  }
}
