import type { Contract } from "@workflow-api/contract";
import type { AnswerCase } from "../answer-case.ts";
import type { Case } from "../case.ts";
import { checkResponse } from "../check-answer.ts";
import { responseFor } from "../mock-status.ts";
import { onceOf } from "../once.ts";
import { refusalsOf } from "./accepts-request.ts";
import { answerAsKnownBy, requestAsKnownBy } from "./as-known-by.ts";
import { answerAsSentBy, requestAsSentBy } from "./as-sent-by.ts";
import { derivedAnswers, derivedCases } from "./derived.ts";
import { counterpartOf } from "./places.ts";
import { randomAnswers, randomRequests } from "./random-values.ts";
import { unsettledRequests } from "./unsettled.ts";

/**
 * Requests that a contract allows, to be held against another: its own, and what is derived from the other as malformed
 * and is not so here. A keyword that only one of the two has is violated by values that only its own cases have. Random
 * ones come last, for what only they show.
 */
export function triedRequests(by: Contract, other: Contract): Case[] {
  const own = unsettledRequests(by, other)
    .flatMap(derivedCases(by, other))
    .filter(
      ({ expected, operation }) =>
        operation !== undefined && (expected.verdict === "valid" || expected.verdict === "scenario"),
    );
  const theirs = unsettledRequests(other, by)
    .flatMap(derivedCases(other, by))
    .flatMap((one) => requestAsKnownBy(by, other, one) ?? []);
  return [...own, ...theirs, ...randomRequests(by, other)].map(sentRequest(by)).filter(allowsRequest(by));
}

/** Answers that a contract allows, to be held against another: the same as {@link triedRequests}. */
export function triedAnswers(by: Contract, other: Contract): AnswerCase[] {
  const own = derivedAnswers(by, other)
    .filter(({ allowed }) => allowed)
    .map(asSuccess);
  const theirs = derivedAnswers(other, by).flatMap((one) =>
    one.allowed ? [] : (answerAsKnownBy(by, other, one) ?? []),
  );
  return [...own, ...theirs, ...randomAnswers(by, other)].map(sentAnswer(by)).filter(allowsAnswer(by));
}

// A contract is compared with several others, and what is derived from it is the same each time.
const sentRequest = onceOf((by: Contract) => onceOf((one: Case) => requestAsSentBy(by, one)));

const sentAnswer = onceOf((by: Contract) =>
  onceOf((one: AnswerCase): AnswerCase => {
    const counterpart = counterpartOf(one.operation, by);
    return counterpart === undefined
      ? one
      : { ...one, answer: answerAsSentBy(by, counterpart, one.answer).answer };
  }),
);

const allowsRequest = onceOf((by: Contract) =>
  onceOf(({ request }: Case) => refusalsOf(by, request).length === 0),
);

const allowsAnswer = onceOf((by: Contract) =>
  onceOf(({ answer, operation }: AnswerCase) => {
    const counterpart = counterpartOf(operation, by);
    return counterpart !== undefined && checkResponse(counterpart, answer).length === 0;
  }),
);

/** Where nothing else is a success, `default` is it. */
const asSuccess = onceOf((one: AnswerCase): AnswerCase => {
  const { answer, operation } = one;
  const isDefault = responseFor(operation, answer.status)?.status === "default";
  const hasSuccess = operation.responses.some(({ status }) => /^[23]/.test(status));
  return isDefault && !hasSuccess ? { ...one, answer: { ...answer, status: 200 } } : one;
});
