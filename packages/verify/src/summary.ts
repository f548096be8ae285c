import { isOneOf } from "@workflow-api/conformance";
import {
  displayedPath,
  type Identity,
  identityKey,
  listNames,
  plural,
} from "@workflow-api/conformance/reports";
import { omittedLines, problemText, terminalText } from "@workflow-api/contract";
import { responseFor } from "@workflow-api/contract/http";
import { groupBy } from "@workflow-api/contract/json";
import { decideAnswers, stateOfQuestions } from "./answers.ts";
import { causesOfFailures } from "./causes.ts";
import { coverageOf, isTried, untriedReason } from "./coverage.ts";
import { repeatedExample } from "./evaluate.ts";
import type { Plan } from "./plan.ts";
import { count, type EvaluatedResult, type Result, type VerifyReport } from "./report.ts";
import type { Session } from "./session.ts";

/**
 * Summarizes a run.
 *
 * @param problem - Why it ended before its end.
 */
export function summarize(
  session: Session,
  plan: Plan,
  evaluated: readonly EvaluatedResult[],
  problem?: string,
): VerifyReport {
  const { run, sent } = session;
  const { baseline, baseUrl, contract, seed } = run;
  const { answers, results } = decideAnswers(contract, evaluated);
  const { file, info, omitted, operations } = contract;
  const untried =
    problem === undefined ? [...untriedOperations(session, plan), ...invalidExamples(plan)] : [];
  const isEmpty = count(results, "skipped") === results.length;
  const isOpen = untried.some(({ identity }) => !baseline.has(identityKey(identity)));
  const isUnknown = problem !== undefined || isOpen || isEmpty;
  const conclusion = conclusionOf(results, isUnknown || answers.length > 0);
  const identities = identitiesOf(evaluated, untried);
  const causes = causesOfFailures(results);
  const reasons = problem === undefined ? untriedSentences(untried, plan, isEmpty) : [problem];
  const known = [...identities.keys()].filter((key) => baseline.has(key)).length;
  const verdict = verdictOf(session, conclusion, results, causes.length, known, isUnknown);
  const isComplete = reasons.length === 0 || conclusion !== "passed";
  return displayable({
    server: baseUrl,
    contract: { title: info.title, version: info.version, file: displayedPath(file) },
    seed,
    conclusion,
    headline: [
      `${verdict}${isComplete ? "" : ", as far as it was tried"}.`,
      ...answersSentence(answers.length),
      ...reasons.slice(0, mostReasons),
      ...(reasons.length > mostReasons ? ["More was not tried: see the notes."] : []),
      ...omittedSentence(session),
    ].join(" "),
    summary: `${info.title} ${info.version} on ${baseUrl}: ${numbersOf(results)}`,
    untried: reasons,
    omitted: omitted.map(({ operationId, problems: [first] }) => ({
      operationId,
      reason: first === undefined ? "" : problemText(first),
    })),
    notes: [
      ...reasons.slice(mostReasons),
      ...(omitted.length > 0 ? [omittedLines(contract).join("\n")] : []),
      ...responseNotes(session),
      ...new Set([...sent.values()].flatMap((each) => repeatedExample(run, each) || [])),
      ...exampleNotes(session),
      ...(isUnknown ? [] : baselineNotes(session, identities)),
    ],
    causes,
    answers,
    questions: run.questions ? stateOfQuestions(contract, plan.cases, { answers, results }) : [],
    coverage:
      isEmpty || run.questions
        ? []
        : operations.flatMap((operation) => coverageOf(operation, session, results) ?? []),
    results: results.map(({ scopes: _, findings, ...result }) => ({
      ...result,
      findings: findings.map(({ cause: __, observed: ___, wider: ____, ...finding }) => finding),
    })),
    identities: [...identities]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([, each]) => each),
  });
}

/** How many reasons for what was not tried the first line has. */
const mostReasons = 3;

function conclusionOf(
  results: readonly EvaluatedResult[],
  isUndecided: boolean,
): VerifyReport["conclusion"] {
  if (count(results, "failed") > 0) return "failed";
  return isUndecided ? "inconclusive" : "passed";
}

function answersSentence(answers: number): string[] {
  if (answers === 0) return [];
  return [`It answers ${plural(answers, "open question")} otherwise than the contract assumes.`];
}

/** What was not checked, because the contract is read without it. */
function omittedSentence({ run: { contract, only } }: Session): string[] {
  const { omitted, operations } = contract;
  if (omitted.length === 0 || only.length > 0) return [];
  const all = omitted.length + operations.length;
  const verb = omitted.length === 1 ? "was" : "were";
  return [`${omitted.length} of ${plural(all, "operation")} ${verb} not checked: see the note.`];
}

/** An operation that was not tried, or an example that was not sent, and why. */
interface Untried {
  readonly identity: Identity;
  readonly reason: string;
}

function untriedOperations(session: Session, plan: Plan): Untried[] {
  return session.run.contract.operations.flatMap((operation) => {
    const reason = untriedReason(session, operation, plan);
    const { operationId } = operation;
    const identity = { name: "not_tried", operationId, part: "", keyword: "" };
    return reason === undefined ? [] : [{ identity, reason }];
  });
}

/** The examples that the contract itself does not allow. */
function invalidExamples({ cases, reasons }: Plan): Untried[] {
  return cases.flatMap((testCase) => {
    const { flaw, operation, title } = testCase;
    const operationId = operation?.operationId ?? "";
    const part = title.slice(operationId.length + 1);
    const identity = { name: "invalid_example", operationId, part, keyword: "" };
    return flaw === undefined ? [] : [{ identity, reason: reasons.get(testCase) ?? "" }];
  });
}

/** What was not tried and why, in sentences. */
function untriedSentences(
  untried: readonly Untried[],
  { reasons }: Plan,
  isEmpty: boolean,
): string[] {
  if (isEmpty && untried.length === 0)
    return [...new Set(reasons.values())].map((each) => sentence(`Nothing was sent: ${each}`));
  return [...groupBy(untried, ({ reason }) => reason)].map(([reason, each]) => {
    if (each.some(({ identity }) => identity.name === "invalid_example")) return reason;
    const names = listNames(each.map(({ identity }) => identity.operationId));
    return sentence(`${names} ${each.length === 1 ? "was" : "were"} not tried: ${reason}`);
  });
}

function identitiesOf(
  results: readonly EvaluatedResult[],
  untried: readonly Untried[],
): ReadonlyMap<string, Identity> {
  const found = [
    ...results.flatMap((each) => each.findings),
    ...untried.map(({ identity }) => identity),
  ].map(({ keyword, name, operationId, part }) => ({ name, operationId, part, keyword }));
  return new Map(found.map((each) => [identityKey(each), each]));
}

/** How many cases had each outcome; what is rare, only if there are some. */
function numbersOf(results: readonly EvaluatedResult[]): string {
  const outcomes = ["passed", "failed", "known", "inconclusive", "skipped"] as const;
  return outcomes
    .map((outcome) => [outcome, count(results, outcome)] as const)
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

function sentence(text: string): string {
  return /[.?]$/.test(text) ? text : `${text}.`;
}

function verdictOf(
  { run: { baseline, only } }: Session,
  conclusion: VerifyReport["conclusion"],
  results: readonly Pick<Result, "outcome">[],
  causes: number,
  known: number,
  isUnknown: boolean,
): string {
  if (results.every(({ outcome }) => outcome === "skipped"))
    return "Inconclusive: nothing was checked";
  const part = only.length > 0 ? " in what --only selects" : "";
  if (conclusion === "failed") {
    const failed = plural(count(results, "failed"), "case");
    const also = known > 0 ? `; ${known} known` : "";
    return `Failed${part}: ${failed} by ${plural(causes, "cause")}${also}`;
  }
  const nothing = baseline.size > 0 ? `Nothing new${part}: ${known} known` : undefined;
  if (conclusion === "passed")
    return nothing ?? `Passed: the server conforms to the contract${part}`;
  if (!isUnknown) return nothing ?? `Nothing contradicts the description${part}`;
  return nothing === undefined
    ? `Inconclusive: nothing contradicts the contract${part}, but not all of it was tried`
    : `Inconclusive. ${nothing}, but not all of it was tried`;
}

/** What conforms and may still surprise a client, each once. */
function responseNotes({ sent }: Session): string[] {
  const all = [...sent.values()];
  const isBare = all.find(
    ({ received, status }) =>
      status === 401 && "headers" in received && !received.headers["www-authenticate"],
  );
  const undocumented = all.flatMap(({ status = 0, testCase }) => {
    const { expected, group, operation } = testCase;
    const isAllowed = isOneOf(status, expected.statuses) && group !== "robustness";
    return operation && isAllowed && status >= 400 && !responseFor(operation, status)
      ? [{ status, operationId: operation.operationId }]
      : [];
  });
  const bare = `A 401 has no WWW-Authenticate (RFC 9110, 11.6.1): see ${isBare?.testCase.title}.`;
  return [
    ...(isBare ? [bare] : []),
    ...[...groupBy(undocumented, ({ status }) => status)].map(([status, each]) => {
      const names = [...new Set(each.map(({ operationId }) => operationId))];
      return `The contract does not document the status ${status} of ${listNames(names)}.`;
    }),
  ];
}

/** The examples whose data the server may lack, and how to check them. */
function exampleNotes(session: Session): string[] {
  const missed = [...session.sent.values()].flatMap(({ status, testCase }) => {
    const { expected, operation, title } = testCase;
    const isMissed = expected.scenario !== undefined && expected.scenario.status !== status;
    const isRight = status !== undefined && isOneOf(status, expected.statuses);
    return isMissed && isRight && operation && isTried(operation, session)
      ? [{ title, scenario: expected.scenario, operation }]
      : [];
  });
  const options = missed.flatMap(({ operation, scenario }) =>
    operation.parameters
      .filter(({ key }) => scenario.named.has(key))
      .map(({ name }) => `--value ${scenario.name}.${name}=VALUE`),
  );
  if (missed.length === 0) return [];
  const titles = missed.map(({ title }) => title).join("; ");
  const names = [...new Set(options)].join(" ");
  const values = names && `, or give its own: ${names}`;
  return [
    `The server may lack the data of these examples, so they were not checked: ${titles}. ` +
      `Add --examples if it has the data${values}.`,
  ];
}

/**
 * The entries of a baseline that a complete run no longer found, also those of operations that the
 * contract no longer has.
 */
function baselineNotes(session: Session, found: ReadonlyMap<string, Identity>): string[] {
  const { baseline, contract, only } = session.run;
  const untried = new Set(
    contract.operations
      .filter((operation) => !isTried(operation, session))
      .map(({ operationId }) => operationId),
  );
  const gone = [...baseline].filter(
    ([key, { operationId }]) => !found.has(key) && !untried.has(operationId),
  );
  if (gone.length === 0 || only.length > 0) return [];
  const names = gone.map(([, { keyword, name, operationId, part }]) =>
    [operationId, name, part, keyword].join(" ").trim().replaceAll(/ +/g, " "),
  );
  return [
    `${gone.length} of the baseline no longer found (update it by --write-baseline): ` +
      `${names.join("; ")}.`,
  ];
}
