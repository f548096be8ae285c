import {
  displayedPath,
  type Identity,
  identityKey,
  plural,
} from "@workflow-api/conformance/reports";
import { problemText, terminalText } from "@workflow-api/contract";
import { groupBy } from "@workflow-api/contract/json";
import type { CaseResult, SpellingReport, VerifyReport } from "../reports/report.ts";
import type { Run } from "../sending/session.ts";
import type { Controls } from "../state/control.ts";
import { causesOfFailures, explainRandom, withoutKnown } from "./causes.ts";
import { type EvaluatedResult, evidenceOf } from "./evaluate.ts";
import { notesOfRun, unprovedIdentity } from "./notes.ts";
import { decideAnswers, stateOfQuestions } from "./open-questions.ts";
import {
  findUnproved,
  findUntried,
  type UnprovedOperation,
  type UntriedOperation,
  untriedSentences,
} from "./untried.ts";

/**
 * Summarizes a run.
 *
 * @param problem - Why it ended before its end.
 */
export function summarize(
  controls: Controls,
  evaluated: readonly EvaluatedResult[],
  problem: string | undefined,
): VerifyReport {
  const { run } = controls.session;
  const { baseline, baseUrl, contract, questions, seed } = run;
  const { file, info, omitted } = contract;
  const answered = decideAnswers(run, withoutKnown(explainRandom(evaluated), baseline));
  const { answers, results } = answered;
  const causes = causesOfFailures(run, results);
  const untried = problem === undefined ? findUntried(controls, results) : [];
  const isComplete =
    problem === undefined && untried.every(({ identity }) => baseline.has(identityKey(identity)));
  const numbers = numbersOf(results);
  const unproved = findUnproved(results);
  const isPartial = untried.length > 0 || omitted.length > 0;
  const verdict: RunOutcome = { numbers, causes, answers, isComplete, isPartial };
  return displayable({
    server: baseUrl,
    contract: { title: info.title, version: info.version, file: displayedPath(file) },
    seed,
    conclusion: conclusionOf(verdict),
    headline: headlineOf(run, verdict),
    numbers,
    summary: `${info.title} ${info.version} on ${baseUrl}: ${numbersText(numbers)}`,
    untried: problem === undefined ? untriedSentences(untried) : [problem],
    omitted: omitted.map(({ operationId, problems: [first] }) => ({
      operationId,
      reason: first === undefined ? "" : problemText(first),
    })),
    notes: notesOfRun(controls, results, unproved),
    causes,
    spellings: spellingsOf(run, results),
    answers,
    questions: questions ? stateOfQuestions(contract, answered) : [],
    results: results.map(reportedResult),
    identities: findingIdentities(evaluated, untried, unproved),
  });
}

/** How many cases had each outcome. */
function reportedResult({ group, note, outcome, sent, testCase }: EvaluatedResult): CaseResult {
  return {
    title: testCase.title,
    group,
    operationId: testCase.operation?.operationId ?? "",
    outcome,
    note,
    status: sent?.status,
    duration: sent?.duration ?? 0,
  };
}

/** The other spellings that the server accepts, by kind. */
function spellingsOf(run: Run, results: readonly EvaluatedResult[]): SpellingReport[] {
  const found = results.filter(({ spelling }) => spelling !== undefined);
  return [...groupBy(found, ({ spelling = "" }) => spelling)].map(([kind, group]) => ({
    kind,
    ...evidenceOf(run, group),
  }));
}

type Numbers = VerifyReport["numbers"];

/** What a run came to. */
interface RunOutcome extends Pick<VerifyReport, "answers" | "causes"> {
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

function conclusionOf({ answers, isComplete, numbers }: RunOutcome): VerifyReport["conclusion"] {
  if (numbers.failed > 0) return "failed";
  const isPassed = isComplete && answers.length === 0 && !isEmpty(numbers);
  return isPassed ? "passed" : "inconclusive";
}

/** The verdict and its three numbers. */
function headlineOf(run: Run, verdict: RunOutcome): string {
  const { failed, inconclusive, passed } = verdict.numbers;
  const sentence = verdictSentence(run, verdict);
  if (isEmpty(verdict.numbers)) return sentence;
  return `${sentence} ${passed} passed, ${failed} failed, ${inconclusive} proved nothing.`;
}

function verdictSentence({ baseline, only }: Run, verdict: RunOutcome): string {
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
function findingIdentities(
  results: readonly EvaluatedResult[],
  untried: readonly UntriedOperation[],
  unproved: readonly UnprovedOperation[],
): readonly Identity[] {
  const found = [
    ...results.flatMap((each) => each.findings),
    ...untried.map(({ identity }) => identity),
    ...unproved.map(unprovedIdentity),
  ].map(({ keyword, name, operationId, part }) => ({ name, operationId, part, keyword }));
  const byKey = new Map(found.map((each) => [identityKey(each), each]));
  return [...byKey].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each);
}

function numbersOf(results: readonly EvaluatedResult[]): Numbers {
  const numbers = { passed: 0, failed: 0, known: 0, inconclusive: 0, skipped: 0 };
  for (const { outcome } of results) numbers[outcome]++;
  return numbers;
}

/** What is rare, only if there is some. */
function numbersText({ failed, inconclusive, known, passed, skipped }: Numbers): string {
  const always = `${passed} passed, ${failed} failed, ${inconclusive} proved nothing`;
  const rare = [known > 0 ? `${known} known` : "", skipped > 0 ? `${skipped} not sent` : ""];
  return [always, ...rare.filter((each) => each !== "")].join(", ");
}

/** A report in which no text of the contract or of the server controls a terminal. */
function displayable(report: VerifyReport): VerifyReport {
  const display = (_: string, value: unknown): unknown =>
    typeof value === "string" ? terminalText(value) : value;
  return JSON.parse(JSON.stringify(report, display));
}
