import type { Operation } from "@workflow-api/contract";
import type { AnswerCase } from "./answer-case.ts";
import type { Answer, Case } from "./case.ts";
import { checkAllow } from "./check-allow.ts";
import { checkDocumented } from "./check-documented.ts";
import { checkIncludes } from "./check-includes.ts";
import { checkJudgement } from "./check-judgement.ts";
import { checkMockBody } from "./check-mock.ts";
import { type CheckOptions, checkStatus, isUnknownToService } from "./check-status.ts";
import type { Finding } from "./finding.ts";
import { responseFor } from "./mock-status.ts";

/** What in the answer of a target contradicts the contract; nothing if it agrees. */
export function checkAnswer(
  one: Case | AnswerCase,
  answer: Answer,
  { as = "service" }: CheckOptions = {},
): Finding[] {
  if ("allowed" in one) return checkJudgement(one, answer, as);
  if (as === "mock" && one.replaced !== undefined) return [];
  const status = checkStatus(one, answer, as);
  const documented =
    one.operation === undefined || isOfTheRouter(one, answer)
      ? []
      : checkDocumented(one.operation, answer, as);
  const undocumented = isUndocumented(one, answer) && status.length === 0 ? [notDocumented(one, answer)] : [];
  const body = as === "mock" ? checkMockBody(one, answer) : [];
  return [
    ...status,
    ...undocumented,
    ...documented,
    ...checkIncludes(one, answer, as),
    ...checkAllow(one, answer),
    ...body,
  ];
}

/** What in an answer contradicts the operation's documentation, whatever the request was. */
export function checkResponse(operation: Operation, answer: Answer): Finding[] {
  if (responseFor(operation, answer.status) !== undefined) return checkDocumented(operation, answer);
  const known = operation.responses.map(({ status }) => status).join(", ");
  const message = `${answer.status} is not documented; the contract has ${known}.`;
  return [{ name: "status_code_conformance", message, pointer: `${operation.pointer}/responses` }];
}

/** Whether no operation has answered, so that no operation documents the answer. */
function isOfTheRouter({ expected }: Case, { status }: Answer): boolean {
  const { verdict } = expected;
  return verdict === "unroutable" || verdict === "odd" || (verdict === "unacceptable" && status === 406);
}

/** A refusal of what the contract forbids needs no documentation; every other answer does. */
function isUndocumented({ expected, operation }: Case, { status }: Answer): boolean {
  if (operation === undefined || responseFor(operation, status) !== undefined) return false;
  // Where nothing is said of answers, nothing is missing.
  if (operation.responses.length === 0 || isUnknownToService(expected, status)) return false;
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
