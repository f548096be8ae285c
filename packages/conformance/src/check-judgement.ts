import type { AnswerCase } from "./answer-case.ts";
import type { Answer } from "./case.ts";
import { messagesOf, otherChoices } from "./check-mock.ts";
import type { Finding } from "./finding.ts";
import { isSameChoice } from "./named-choices.ts";

/** Whether a judge has passed on the answer that it was given. */
export function isPassedOn(given: Answer, came: Answer): boolean {
  return came.status === given.status && came.body === given.body;
}

/** What a judge does with an answer other than the contract. */
export function checkJudgement(one: AnswerCase, came: Answer, as: "service" | "mock"): Finding[] {
  const { allowed, answer, choices, pointer } = one;
  if (isPassedOn(answer, came) === allowed)
    return as === "service" || isSameChoice(messagesOf(came), choices) ? [] : [otherChoices(pointer)];
  return allowed
    ? [{ name: "positive_data_acceptance", message: "An answer that is allowed is refused.", pointer }]
    : [{ name: "negative_data_rejection", message: "An answer that is not allowed is passed on.", pointer }];
}
