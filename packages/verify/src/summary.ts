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
  const identities = identitiesOf(evaluated, untried);
  const isOpen = untried.some(({ identity }) => !baseline.has(identityKey(identity)));
  const numbers = numbersOf(results);
  const isEmpty = numbers.skipped === results.length;
  const verdict: Verdict = {
    failed: numbers.failed,
    causes: causes.length,
    known: [...identities.keys()].filter((key) => baseline.has(key)).length,
    answers: answers.length,
    isComplete: problem === undefined && !isOpen && !isEmpty,
    isEmpty,
    isPartial: untried.length > 0 || omitted.length > 0,
  };
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
    notes: notesOfRun(session, verdict.isComplete ? identities : undefined),
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
    identities: [...identities.values()],
  });
}

/** What a run came to. */
interface Verdict {
  /** How many cases failed. */
  readonly failed: number;
  /** The number of causes of these. */
  readonly causes: number;
  /** How many findings the baseline has. */
  readonly known: number;
  readonly answers: number;
  /** Whether all that was selected was tried, except what the baseline has. */
  readonly isComplete: boolean;
  /** Whether nothing was sent. */
  readonly isEmpty: boolean;
  /** Whether not all operations of the document were tried. */
  readonly isPartial: boolean;
}

function conclusionOf({ answers, failed, isComplete }: Verdict): VerifyReport["conclusion"] {
  if (failed > 0) return "failed";
  return isComplete && answers === 0 ? "passed" : "inconclusive";
}

function headlineOf({ baseline, only }: Run, verdict: Verdict): string {
  const { answers, causes, failed, isComplete, isEmpty, isPartial, known } = verdict;
  const part = only.length > 0 ? " in what --only selects" : "";
  const nothing = baseline.size > 0 ? `nothing new, ${known} known` : undefined;
  const end = isPartial ? ", as far as it was tried" : "";
  const answered =
    answers === 0
      ? ""
      : ` It answers ${plural(answers, "open question")} otherwise than the contract assumes.`;
  if (failed > 0) {
    const also = known > 0 ? `; ${known} known` : "";
    const cases = `${plural(failed, "case")} by ${plural(causes, "cause")}`;
    return `Failed${part}: ${cases}${also}.${answered}`;
  }
  if (isEmpty) return "Inconclusive: nothing was checked.";
  if (!isComplete) {
    const what = nothing ?? "nothing contradicts the contract";
    return `Inconclusive${part}: ${what}, but not all of it was tried.${answered}`;
  }
  return answers === 0
    ? `Passed${part}: ${nothing ?? "the server conforms to the contract"}${end}.`
    : `Nothing contradicts the description${part}.${answered}`;
}

function identitiesOf(
  results: readonly EvaluatedResult[],
  untried: readonly Untried[],
): ReadonlyMap<string, Identity> {
  const found = [
    ...results.flatMap((each) => each.findings),
    ...untried.map(({ identity }) => identity),
  ].map(({ keyword, name, operationId, part }) => ({ name, operationId, part, keyword }));
  const byKey = found.map((each) => [identityKey(each), each] as const);
  return new Map(byKey.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

type Numbers = Readonly<Record<Result["outcome"], number>>;

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
