import type { Contract } from "@workflow-api/contract";
import type { AnswerCase } from "../answer-case.ts";
import type { Case, Group, Target } from "../case.ts";
import { checkAnswer } from "../check-answer.ts";
import { toldDeprecated } from "../check-mock.ts";
import { deriveAnswers } from "../derive-answers.ts";
import { deriveCases } from "../derive-cases.ts";

/** Everything that is tried on a mutant; derived from the original. */
export interface Suite {
  readonly cases: readonly Case[];
  readonly answers: readonly AnswerCase[];
}

/** What tells a mutant from the original: the group of a case, or a judge of answers. */
export type Teller = Group | "answer";

/** What gave a mutant away. */
export interface Kill {
  readonly by: Teller;
  readonly title: string;
}

/** @throws {JudgesDisagree} */
export function createSuite(contract: Contract, seed: number): Suite {
  return { cases: deriveCases(contract, { seed }), answers: deriveAnswers(contract, { seed }) };
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

/**
 * Tries a suite on what a mutant serves, and stops at the first thing that gives it away. What stands close to the
 * mutated place in the contract is tried first; that is all that the place is used for.
 */
export async function findKill(suite: Suite, served: Target, pointer: string): Promise<Kill | undefined> {
  const cases = nearestFirst(suite.cases, pointer);
  const answers = nearestFirst(suite.answers, pointer);
  const [nearCase, nearAnswer] = [cases[0], answers[0]].map((one) => common(one?.pointer ?? "", pointer));
  const near = [
    () => killByCase(served, cases.slice(0, nearby)),
    () => killByAnswer(served, answers.slice(0, nearby)),
  ];
  const isAnswerNearer = (nearAnswer ?? 0) > (nearCase ?? 0);
  for (const find of isAnswerNearer ? near.toReversed() : near) {
    const kill = await find();
    if (kill !== undefined) return kill;
  }
  return (
    (await killByCase(served, cases.slice(nearby))) ?? (await killByAnswer(served, answers.slice(nearby)))
  );
}

/** So many of what stands closest is tried before everything else. */
const nearby = 24;

async function killByCase(served: Target, cases: readonly Case[]): Promise<Kill | undefined> {
  for (const one of cases) if (await isKilledBy(served, one)) return { by: one.group, title: one.title };
  return undefined;
}

async function killByAnswer(served: Target, answers: readonly AnswerCase[]): Promise<Kill | undefined> {
  for (const one of answers)
    if ((await tellsApart(served, one)) === true) return { by: "answer", title: one.title };
  return undefined;
}

/** Every group that gives a mutant away, with the first of its cases that does. */
export async function findKillers(suite: Suite, served: Target, pointer: string): Promise<Kill[]> {
  const kills: Kill[] = [];
  for (const one of nearestFirst(suite.cases, pointer)) {
    if (kills.some(({ by }) => by === one.group)) continue;
    if (await isKilledBy(served, one)) kills.push({ by: one.group, title: one.title });
  }
  const answer = await killByAnswer(served, nearestFirst(suite.answers, pointer));
  return answer === undefined ? kills : [...kills, answer];
}

async function isKilledBy(served: Target, one: Case): Promise<boolean> {
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
async function tellsApart(served: Target, one: AnswerCase): Promise<boolean | undefined> {
  const answer = await served.send(one).catch(() => undefined);
  return answer && checkAnswer(one, answer, { as: "mock" }).length > 0;
}

/** What stands close to a place of the contract before all else. */
export function nearestFirst<T extends { readonly pointer: string }>(
  list: readonly T[],
  pointer: string,
): T[] {
  const near = list.map((one) => [one, common(one.pointer, pointer)] as const);
  return near.toSorted(([, a], [, b]) => b - a).map(([one]) => one);
}

function common(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}
