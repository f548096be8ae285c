import {
  displayedPath,
  type Identity,
  identityKey,
  plural,
} from "@workflow-api/conformance/reports";
import { problemText, terminalText } from "@workflow-api/contract";
import { decideAnswers, stateOfQuestions } from "./answers.ts";
import { causesOfFailures, explainRandom, withoutKnown } from "./causes.ts";
import type { EvaluatedResult } from "./evaluate.ts";
import { notesOfRun } from "./notes.ts";
import type { Plan } from "./plan.ts";
import type { Result, VerifyReport } from "./report.ts";
import type { Run, Session } from "./session.ts";
import { findUntried, type Untried, untriedSentences } from "./untried.ts";

/**
 * Summarizes a run.
 *
 * @param problem - Why it ended before its end.
 */
export function summarize(
  session: Session,
  plan: Plan,
  evaluated: readonly EvaluatedResult[],
  problem: string | undefined,
): VerifyReport {
  const { run } = session;
  const { baseline, baseUrl, contract, questions, seed } = run;
  const { file, info, omitted } = contract;
  const answered = decideAnswers(run, withoutKnown(explainRandom(evaluated), baseline));
  const { answers, results } = answered;
  const causes = causesOfFailures(run, results);
  const untried = problem === undefined ? findUntried(session, plan, results) : [];
  const isComplete =
    problem === undefined && untried.every(({ identity }) => baseline.has(identityKey(identity)));
  const numbers = numbersOf(results);
  const isPartial = untried.length > 0 || omitted.length > 0;
  const verdict: Verdict = { numbers, causes, answers, isComplete, isPartial };
  return displayable({
    server: baseUrl,
    contract: { title: info.title, version: info.version, file: displayedPath(file) },
    seed,
    conclusion: conclusionOf(verdict),
    headline: headlineOf(run, verdict),
    summary: `${info.title} ${info.version} on ${baseUrl}: ${numbersText(numbers)}`,
    untried: problem === undefined ? untriedSentences(untried) : [problem],
    omitted: omitted.map(({ operationId, problems: [first] }) => ({
      operationId,
      reason: first === undefined ? "" : problemText(first),
    })),
    notes: notesOfRun(run, evaluated),
    causes,
    answers,
    questions: questions ? stateOfQuestions(contract, answered) : [],
    results: results.map(({ group, note, outcome, sent, testCase }) => ({
      title: testCase.title,
      group,
      operationId: testCase.operation?.operationId ?? "",
      outcome,
      note,
      status: sent?.status,
      duration: sent?.duration ?? 0,
    })),
    identities: identitiesOf(evaluated, untried),
  });
}

type Numbers = Readonly<Record<Result["outcome"], number>>;

/** What a run came to. */
interface Verdict extends Pick<VerifyReport, "answers" | "causes"> {
  readonly numbers: Numbers;
  /** Whether all that was selected was tried, except what the baseline has. */
  readonly isComplete: boolean;
  /** Whether not all operations of the document were tried. */
  readonly isPartial: boolean;
}

/** Whether nothing was sent. */
function isEmpty({ failed, inconclusive, known, passed }: Numbers): boolean {
  return failed + inconclusive + known + passed === 0;
}

function conclusionOf({ answers, isComplete, numbers }: Verdict): VerifyReport["conclusion"] {
  if (numbers.failed > 0) return "failed";
  const isPassed = isComplete && answers.length === 0 && !isEmpty(numbers);
  return isPassed ? "passed" : "inconclusive";
}

function headlineOf({ baseline, only }: Run, verdict: Verdict): string {
  const { answers, causes, isComplete, isPartial, numbers } = verdict;
  const { failed, known } = numbers;
  const part = only.length > 0 ? " in what --only selects" : "";
  const nothing = baseline.size > 0 ? `nothing new, ${known} known` : undefined;
  const answered =
    answers.length === 0
      ? ""
      : ` It answers ${plural(answers.length, "open question")} ` +
        "otherwise than the contract assumes.";
  if (failed > 0) {
    const also = known > 0 ? `; ${known} known` : "";
    const cases = `${plural(failed, "case")} by ${plural(causes.length, "cause")}`;
    return `Failed${part}: ${cases}${also}.${answered}`;
  }
  if (isEmpty(numbers)) return `Inconclusive${part}: nothing was checked.`;
  if (!isComplete) {
    const what = nothing ?? "nothing contradicts the contract";
    return `Inconclusive${part}: ${what}, but not all of it was tried.${answered}`;
  }
  if (answers.length > 0) return `Nothing contradicts the description${part}.${answered}`;
  const end = isPartial ? ", as far as it was tried" : "";
  return `Passed${part}: ${nothing ?? "the server conforms to the contract"}${end}.`;
}

/** The findings of a run, each once, in an order of their own. */
function identitiesOf(
  results: readonly EvaluatedResult[],
  untried: readonly Untried[],
): readonly Identity[] {
  const found = [
    ...results.flatMap((each) => each.findings),
    ...untried.map(({ identity }) => identity),
  ].map(({ keyword, name, operationId, part }) => ({ name, operationId, part, keyword }));
  const byKey = new Map(found.map((each) => [identityKey(each), each]));
  return [...byKey].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each);
}

/** How many cases had each outcome. */
function numbersOf(results: readonly EvaluatedResult[]): Numbers {
  const numbers = { passed: 0, failed: 0, known: 0, inconclusive: 0, skipped: 0 };
  for (const { outcome } of results) numbers[outcome]++;
  return numbers;
}

/** What is rare, only if there is some. */
function numbersText(numbers: Numbers): string {
  return Object.entries(numbers)
    .filter(([outcome, number]) => number > 0 || outcome === "passed" || outcome === "failed")
    .map(([outcome, number]) => `${number} ${outcome === "skipped" ? "not sent" : outcome}`)
    .join(", ");
}

/** A report in which no text of the contract or of the server controls a terminal. */
function displayable(report: VerifyReport): VerifyReport {
  const display = (_: string, value: unknown): unknown =>
    typeof value === "string" ? terminalText(value) : value;
  return JSON.parse(JSON.stringify(report, display));
}
