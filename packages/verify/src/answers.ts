import type { Case, Observation } from "@workflow-api/conformance";
import { displayedPath } from "@workflow-api/conformance/reports";
import type { Contract, OpenQuestion, OtherAnswer } from "@workflow-api/contract";
import { groupBy, isWithin } from "@workflow-api/contract/json";
import type { Answer, EvaluatedResult, QuestionState } from "./report.ts";

// A finding at a place of an open question does not contradict the description of the service: it
// answers the question.

type EvaluatedFinding = EvaluatedResult["findings"][number];

/** A question that a finding may answer, and by what. */
interface Candidate {
  readonly question: OpenQuestion;
  readonly observation: Observation;
}

/** A finding that answers a question. */
interface AnsweringFinding extends Candidate {
  readonly finding: EvaluatedFinding;
  readonly result: EvaluatedResult;
}

/** The results of a run, and what they answer. */
export interface Answered {
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

/** What is known of each question that has other answers, in words. */
export function stateOfQuestions(
  { openQuestions }: Contract,
  cases: readonly Case[],
  { answers, results }: Answered,
): QuestionState[] {
  const answered = new Set(answers.map(({ question }) => question));
  const passed = new Set(
    results.filter(({ outcome }) => outcome === "passed").map(({ title }) => title),
  );
  return openQuestions
    .filter(({ otherwise }) => otherwise.length > 0)
    .map((question) => {
      const { id, unknown } = question;
      if (answered.has(id)) return { id, unknown, state: "otherwise" };
      const isSeen = cases.some((each) => passed.has(each.title) && canAnswer(each, question));
      return { id, unknown, state: isSeen ? "as assumed" : "not seen" };
    });
}

/** Decides which findings answer an open question. */
export function decideAnswers(contract: Contract, results: readonly EvaluatedResult[]): Answered {
  const candidates = results.flatMap((result) => candidatesOfResult(contract, result, results));
  // One undocumented status of an operation answers one question, whatever request it was for.
  const groups = groupBy(candidates, ({ finding, result }) =>
    [result.operationId, result.status, finding.observed[0]?.answer].join(" "),
  );
  const answering = [...groups.values()].flatMap((group) => {
    // A random request differs in many parts: it answers what another case has shown already.
    const others = group.filter(({ result }) => result.group !== "random");
    const deciding = others.length > 0 ? others : group;
    // The place of a scenario is within the responses; what a case tests is nearer.
    const nearest = deciding.find(({ result }) => result.group !== "scenario") ?? deciding[0];
    const common = nearest?.observed.find(({ question }) =>
      deciding.every(({ observed }) => observed.some((each) => each.question === question)),
    );
    return group.flatMap(({ finding, observed, result }): AnsweringFinding[] => {
      const found = observed.find(({ question }) => question === common?.question);
      const own = found ?? (result.group === "random" ? common : undefined) ?? observed[0];
      return own === undefined ? [] : [{ finding, result, ...own }];
    });
  });
  const questionOf = new Map(answering.map(({ finding, question }) => [finding, question.id]));
  const byQuestion = groupBy(answering, ({ question }) => question);
  return {
    results: results.map((result) => withoutAnswers(result, questionOf)),
    answers: contract.openQuestions.flatMap((question) => {
      const found = byQuestion.get(question);
      return found === undefined ? [] : [answerOf(contract, question, found)];
    }),
  };
}

interface CandidateFinding {
  readonly finding: EvaluatedFinding;
  readonly result: EvaluatedResult;
  readonly observed: readonly Candidate[];
}

function candidatesOfResult(
  { openQuestions }: Contract,
  result: EvaluatedResult,
  results: readonly EvaluatedResult[],
): CandidateFinding[] {
  // What comes and goes answers nothing.
  if (result.outcome !== "failed" || result.note !== "") return [];
  return result.findings.flatMap((finding) => {
    const observed = finding.observed.flatMap((observation) =>
      openQuestions
        .filter(({ places }) => places.some((place) => isWithin(observation.pointer, place)))
        .filter(({ otherwise }) => otherwise.includes(observation.answer))
        .map((question) => ({ question, observation })),
    );
    // A random request may be covered by what other cases of its operation answer.
    const isPossible = observed.length > 0 || (result.group === "random" && hasStatus(finding));
    const isAnswer = isPossible && !finding.isKnown && !isOpenToAll(finding, results);
    return isAnswer ? [{ finding, result, observed }] : [];
  });
}

function hasStatus({ observed }: EvaluatedFinding): boolean {
  return observed.some(({ answer }) => answer === "any status");
}

/** Whether an operation takes any credentials, so that one more kind of them shows nothing. */
function isOpenToAll(
  { name, operationId }: EvaluatedFinding,
  results: readonly EvaluatedResult[],
): boolean {
  return (
    name === "ignored_auth" &&
    results.some(
      (result) =>
        result.operationId === operationId &&
        result.findings.some((each) => each.name === name && each.observed.length === 0),
    )
  );
}

function withoutAnswers(
  result: EvaluatedResult,
  questionOf: ReadonlyMap<EvaluatedFinding, string>,
): EvaluatedResult {
  const ids = new Set(result.findings.flatMap((finding) => questionOf.get(finding) ?? []));
  if (ids.size === 0) return result;
  const findings = result.findings.filter((finding) => !questionOf.has(finding));
  if (findings.some(({ isKnown }) => !isKnown)) return { ...result, findings };
  const which = `${ids.size === 1 ? "question" : "questions"} ${[...ids].join(" and ")}`;
  const note = `It answers the open ${which} otherwise than the contract assumes.`;
  return { ...result, findings: result.findings, outcome: "inconclusive", note };
}

function answerOf(
  contract: Contract,
  { id, pointer, unknown, untilKnown }: OpenQuestion,
  found: readonly AnsweringFinding[],
): Answer {
  const [first] = found;
  const titles = new Set(found.map(({ result }) => result.title));
  const title = first?.result.title ?? "";
  titles.delete(title);
  const { file, line } = contract.locate(pointer);
  return {
    question: id,
    unknown,
    assumed: untilKnown,
    observed: first?.finding.message ?? "",
    file: displayedPath(file),
    line,
    title,
    others: [...titles],
    curl: first?.result.curl ?? "",
    changes: [...new Set(found.map((each) => changeOf(contract, each)))],
  };
}

/** What to change in the contract so that it says what the server does. */
function changeOf(contract: Contract, { finding, observation, result }: AnsweringFinding): string {
  const { answer, pointer } = observation;
  const name = pointer.split("/").at(-1) ?? "";
  const at = (place: string): string => {
    const { file, line } = contract.locate(place);
    return `${displayedPath(file)}:${line}`;
  };
  const stated = `${finding.file}:${finding.line}`;
  if (answer === "absent") return `${stated}: take ${name} out of required`;
  if (answer === "null") return `${at(pointer)}: let ${name} be null`;
  if (answer === "any status") {
    const operation = contract.operations.find(
      ({ operationId }) => operationId === result.operationId,
    );
    const responses = at(`${operation?.pointer}/responses`);
    return `${responses}: document the status ${result.status} of ${result.operationId}`;
  }
  return finding.name === "ignored_auth"
    ? `${at(pointer)}: add the credentials that were accepted`
    : `${stated}: remove ${finding.keyword}, since it is not enforced`;
}
