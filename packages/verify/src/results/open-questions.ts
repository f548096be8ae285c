import type { Case, Observation } from "@workflow-api/conformance";
import type { Contract, OpenQuestion, OtherAnswer } from "@workflow-api/contract";
import { responseFor } from "@workflow-api/contract/http";
import { groupBy, isWithin } from "@workflow-api/contract/json";
import { type Answer, placeText, type QuestionState } from "../reports/report.ts";
import type { Run } from "../sending/session.ts";
import { type EvaluatedFinding, type EvaluatedResult, evidenceOf, locate } from "./evaluate.ts";

// A finding at a place of an open question does not contradict the description of the service: it
// answers the question.

/** A question that a finding may answer, and by what. */
interface PossibleAnswer extends Observation {
  readonly question: OpenQuestion;
}

/** A finding that may answer questions. */
interface AnswerFinding {
  readonly finding: EvaluatedFinding;
  readonly result: EvaluatedResult;
  /** The nearest first. */
  readonly possible: readonly PossibleAnswer[];
}

/** A finding that answers a question. */
interface FindingAnswer extends PossibleAnswer, Pick<AnswerFinding, "finding" | "result"> {}

/** The results of a run, and what they answer. */
export interface AnswerSummary {
  /** A case that only answers questions is inconclusive, and no longer failed. */
  readonly results: readonly EvaluatedResult[];
  readonly answers: readonly Answer[];
}

/** Whether the response to a case can tell the answers to a question apart. */
export function canAnswer(
  testCase: Case,
  { operations, otherwise, places }: OpenQuestion,
): boolean {
  const { expected, group, operation, pointer, schemes } = testCase;
  if (operation === undefined || !operations.includes(operation.operationId)) return false;
  const has = (...answers: readonly OtherAnswer[]): boolean =>
    answers.some((each) => otherwise.includes(each));
  const isAt = (place: string): boolean => places.some((each) => isWithin(place, each));
  if (expected.kind === "scenario") return has("absent", "null", "any status");
  const isOfStatus = expected.kind === "valid" && has("any status");
  if (group === "security") {
    const isOther = expected.kind === "unauthenticated" && schemes.length > 0 && has("ignored");
    return (isOther || isOfStatus) && isAt(`${operation.pointer}/security`);
  }
  return isAt(pointer) && (isOfStatus || (expected.kind === "invalid" && has("ignored")));
}

/** What is known of each question that has other answers. */
export function stateOfQuestions(
  { openQuestions }: Contract,
  { answers, results }: AnswerSummary,
): QuestionState[] {
  const answered = new Set(answers.map(({ question }) => question));
  const conforming = results.flatMap(({ outcome, sent }) =>
    sent !== undefined && outcome === "passed" ? [sent.testCase] : [],
  );
  return openQuestions
    .filter(({ otherwise }) => otherwise.length > 0)
    .map((question) => {
      const isSeen = conforming.some((testCase) => canAnswer(testCase, question));
      const state = isSeen ? "as assumed" : "not seen";
      const { id, unknown } = question;
      return { id, unknown, state: answered.has(id) ? "otherwise" : state };
    });
}

/** Decides which findings answer an open question. */
export function decideAnswers(run: Run, results: readonly EvaluatedResult[]): AnswerSummary {
  const { openQuestions } = run.contract;
  const openToAll = new Set(results.filter(isOpenToAll).map(({ testCase }) => testCase.operation));
  const candidates = results.flatMap((result) =>
    result.findings.flatMap((finding): AnswerFinding[] => {
      const { isIntermittent, name } = finding;
      const isVoid = name === "ignored_auth" && openToAll.has(result.testCase.operation);
      const possible = possibleAnswers(openQuestions, finding);
      const isOpen = possible.length > 0 && isIntermittent !== true && !isVoid;
      return isOpen ? [{ finding, result, possible }] : [];
    }),
  );
  // One undocumented status of an operation answers one question, whatever request it was for.
  const groups = groupBy(candidates, ({ possible: [first], result: { sent, testCase } }) =>
    [testCase.operation?.operationId, sent?.status, first?.answer].join(" "),
  );
  const answering = [...groups.values()].flatMap(answersOfGroup);
  const questionOf = new Map(answering.map(({ finding, question }) => [finding, question.id]));
  const byQuestion = groupBy(answering, ({ question }) => question);
  return {
    results: results.map((result) => withoutAnswers(result, questionOf)),
    answers: openQuestions.flatMap((question) =>
      answersTo(run, question, byQuestion.get(question) ?? []),
    ),
  };
}

/** Whether an operation takes any credentials, so that one more kind of them shows nothing. */
function isOpenToAll({ findings }: EvaluatedResult): boolean {
  return findings.some(({ name, observed }) => name === "ignored_auth" && observed.length === 0);
}

function possibleAnswers(
  openQuestions: readonly OpenQuestion[],
  { observed }: EvaluatedFinding,
): PossibleAnswer[] {
  return observed.flatMap((observation) =>
    openQuestions
      .filter(({ places }) => places.some((place) => isWithin(observation.pointer, place)))
      .filter(({ otherwise }) => otherwise.includes(observation.answer))
      .map((question) => ({ ...observation, question })),
  );
}

/** All answer the question that they have in common, or else each the nearest. */
function answersOfGroup(group: readonly AnswerFinding[]): FindingAnswer[] {
  // The place of a scenario is within the responses; what a case tests is nearer.
  const nearest = group.find(({ result }) => result.group !== "scenario") ?? group[0];
  const common = nearest?.possible.find(({ question }) =>
    group.every(({ possible }) => possible.some((each) => each.question === question)),
  );
  return group.flatMap(({ finding, possible, result }) => {
    const found = possible.find(({ question }) => question === common?.question) ?? possible[0];
    return found === undefined ? [] : [{ finding, result, ...found }];
  });
}

function withoutAnswers(
  result: EvaluatedResult,
  questionOf: ReadonlyMap<EvaluatedFinding, string>,
): EvaluatedResult {
  const ids = new Set(result.findings.flatMap((finding) => questionOf.get(finding) ?? []));
  if (ids.size === 0) return result;
  const findings = result.findings.filter((finding) => !questionOf.has(finding));
  if (findings.length > 0) return { ...result, findings };
  const note = `It answers ${[...ids].join(" and ")} otherwise than the contract assumes.`;
  return { ...result, outcome: "inconclusive", note };
}

function answersTo(
  run: Run,
  { id, pointer, unknown, untilKnown }: OpenQuestion,
  found: readonly FindingAnswer[],
): Answer[] {
  const [first] = found;
  if (first === undefined) return [];
  return [
    {
      question: id,
      unknown,
      assumed: untilKnown,
      observed: first.finding.message,
      ...locate(run.contract, pointer),
      ...evidenceOf(
        run,
        found.map(({ result }) => result),
      ),
      changes: [...new Set(found.map((each) => changeOf(run.contract, each)))],
    },
  ];
}

/**
 * What to change where a status is unexpected: it may be documented, and the request be the one
 * that no longer fits.
 */
function statusChange(
  { base, expected, pointer }: Case,
  status: number,
  at: (place: string) => string,
): string {
  const { operation } = base;
  const { operationId } = operation;
  if (responseFor(operation, status) === undefined)
    return (
      `${at(`${operation.pointer}/responses`)}: ` +
      `document the status ${status} of ${operationId}`
    );
  const { scenario } = expected;
  return scenario === undefined
    ? `${at(pointer)}: say what gets the documented status ${status} of ${operationId}`
    : `${at(scenario.pointer)}: change or remove the example ${scenario.name} of ${operationId}, ` +
        `whose request gets ${status}`;
}

/** What to change in the contract so that it says what the server does. */
function changeOf(
  contract: Contract,
  { answer, finding, pointer, result: { sent, testCase } }: FindingAnswer,
): string {
  const name = pointer.split("/").at(-1) ?? "";
  const at = (place: string): string => placeText(locate(contract, place));
  if (answer === "absent") return `${at(finding.pointer)}: take ${name} out of required`;
  if (answer === "null") return `${at(pointer)}: let ${name} be null`;
  if (answer === "any status") {
    return statusChange(testCase, sent?.status ?? 0, at);
  }
  return finding.name === "ignored_auth"
    ? `${at(pointer)}: add the credentials that were accepted`
    : `${at(finding.pointer)}: remove ${finding.keyword}, since it is not enforced`;
}
