import type { Contract } from "@workflow-api/contract";
import type { AnswerCase } from "../answer-case.ts";
import type { Case, Target } from "../case.ts";
import { checkAnswer } from "../check-answer.ts";
import { toldDeprecated } from "../check-mock.ts";
import { deriveAnswers } from "../derive-answers.ts";
import { deriveCases } from "../derive-cases.ts";

/** Everything that is tried on a mutant; derived from the original. */
export interface Suite {
  readonly cases: readonly Case[];
  readonly answers: readonly AnswerCase[];
}

/**
 * What is tried on the mutants of a contract. To an odd request no contract says what comes.
 * @throws {JudgesDisagree}
 */
export function createSuite(contract: Contract, seed: number): Suite {
  const cases = deriveCases(contract, { seed }).filter(({ expected }) => expected.verdict !== "odd");
  return { cases, answers: deriveAnswers(contract, { seed }) };
}

/** What of a suite the original itself does not pass, and the suite without it. */
export interface Proved {
  readonly suite: Suite;
  readonly failed: readonly string[];
}

/**
 * Tries a suite on the original that it is derived from: what that does not pass proves nothing about a mutant.
 * @param served What a contract shows of itself, never its document: a mock, and a judge of what comes with an answer.
 */
export async function proveSuite(suite: Suite, served: Target): Promise<Proved> {
  const failed: string[] = [];
  const cases: Case[] = [];
  const answers: AnswerCase[] = [];
  for (const one of suite.cases)
    if (await isKilledBy(served, one)) failed.push(one.title);
    else cases.push(one);
  for (const one of suite.answers)
    if ((await tellsApart(served, one)) === false) answers.push(one);
    else failed.push(one.title);
  return { suite: { cases, answers }, failed };
}

/** Whether the answer to a case is not what it is of the original. */
export async function isKilledBy(served: Target, one: Case): Promise<boolean> {
  const answer = await served.send(one);
  // Other servers do not say which scenario answered; a mutant is served by the mock, which does.
  const isNameless =
    one.expected.mock?.scenario !== undefined && answer.headers["mock-scenario"] === undefined;
  const isAnswered = answer.status === one.expected.mock?.status;
  const isSilent =
    (one.expected.mock?.deprecated ?? []).length > 0 && toldDeprecated(one, answer).length === 0;
  return ((isNameless || isSilent) && isAnswered) || checkAnswer(one, answer, { as: "mock" }).length > 0;
}

/** Whether the judge says another thing of an answer than the original contract does. `undefined`: it has failed. */
export async function tellsApart(served: Target, one: AnswerCase): Promise<boolean | undefined> {
  const answer = await served.send(one).catch(() => undefined);
  return answer && checkAnswer(one, answer, { as: "mock" }).length > 0;
}
