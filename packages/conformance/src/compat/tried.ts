import type { Contract } from "@workflow-api/contract";
import type { AnswerCase } from "../answer-case.ts";
import type { Case } from "../case.ts";
import { checkResponse } from "../check-answer.ts";
import { deriveAnswers } from "../derive-answers.ts";
import { deriveCases } from "../derive-cases.ts";
import { responseFor } from "../mock-status.ts";
import { standInsOf } from "../stand-ins.ts";
import { refusalsOf } from "./accepts-request.ts";
import { answerAsKnownBy, requestAsKnownBy } from "./as-known-by.ts";
import { counterpartOf } from "./places.ts";
import { randomAnswers, randomRequests } from "./random-values.ts";
import { unreadAnswers } from "./unread-answers.ts";

interface Derived {
  readonly cases: readonly Case[];
  readonly answers: readonly AnswerCase[];
}

const known = new WeakMap<Contract, Derived>();

/** What is derived from a contract, once: the versions of a history are each compared twice. */
export function derived(contract: Contract): Derived {
  const found = known.get(contract) ?? {
    cases: deriveCases(contract, { credentials: standInsOf(contract) }),
    answers: [...deriveAnswers(contract), ...unreadAnswers(contract)],
  };
  known.set(contract, found);
  return found;
}

/**
 * Requests that a contract allows, to be held against another: its own, and what is derived from the other as malformed
 * and is not so here. A keyword that only one of the two has is violated by values that only its own cases have. Random
 * ones come last, for what only they show.
 */
export function triedRequests(by: Contract, other: Contract): Case[] {
  const own = derived(by).cases.filter(
    ({ expected, operation }) =>
      operation !== undefined && (expected.verdict === "valid" || expected.verdict === "scenario"),
  );
  const theirs = derived(other).cases.flatMap((one) => requestAsKnownBy(by, other, one) ?? []);
  return [...own, ...theirs, ...randomRequests(by, other)].filter(
    ({ request }) => refusalsOf(by, request).length === 0,
  );
}

/** Answers that a contract allows, to be held against another: the same as {@link triedRequests}. */
export function triedAnswers(by: Contract, other: Contract): AnswerCase[] {
  const own = derived(by)
    .answers.filter(({ allowed }) => allowed)
    .map(asSuccess);
  const theirs = derived(other).answers.flatMap((one) =>
    one.allowed ? [] : (answerAsKnownBy(by, other, one) ?? []),
  );
  return [...own, ...theirs, ...randomAnswers(by, other)].filter(({ answer, operation }) => {
    const counterpart = counterpartOf(operation, by);
    return counterpart !== undefined && checkResponse(counterpart, answer).length === 0;
  });
}

/** Where nothing else is a success, `default` is it. */
function asSuccess(one: AnswerCase): AnswerCase {
  const { answer, operation } = one;
  const isDefault = responseFor(operation, answer.status)?.status === "default";
  const hasSuccess = operation.responses.some(({ status }) => /^[23]/.test(status));
  return isDefault && !hasSuccess ? { ...one, answer: { ...answer, status: 200 } } : one;
}
