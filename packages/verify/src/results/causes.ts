import { addedMember, type Cause, causeKey, hasMember } from "@workflow-api/conformance";
import { type Identity, identityKey } from "@workflow-api/conformance/reports";
import { groupBy, isWithin } from "@workflow-api/contract/json";
import type { Baseline, FailureCause } from "../reports/report.ts";
import type { Run } from "../sending/session.ts";
import { type EvaluatedFinding, type EvaluatedResult, evidenceOf, locate } from "./evaluate.ts";

/** The results without the findings of a baseline. */
export function withoutKnown(
  results: readonly EvaluatedResult[],
  baseline: Baseline,
): EvaluatedResult[] {
  return results.map((result) => {
    const findings = result.findings.filter((finding) => !baseline.has(identityKey(finding)));
    if (result.outcome !== "failed" || findings.length > 0) return { ...result, findings };
    return { ...result, findings, outcome: "known", note: "It failed, and the baseline has it." };
  });
}

/** A random request differs in many parts: it fails by what another case showed already. */
export function explainRandom(results: readonly EvaluatedResult[]): EvaluatedResult[] {
  const keyOf = ({ sent, testCase }: EvaluatedResult, { name }: EvaluatedFinding): string =>
    [testCase.base.operation.operationId, name, sent?.status].join(" ");
  const causeKeys = new Map(
    results
      .filter(({ group }) => group !== "random")
      .flatMap((result) => result.findings.map((each) => [keyOf(result, each), each] as const)),
  );
  return results.map((result) => ({
    ...result,
    findings: result.findings.map((finding) => {
      const { cause, observed } = causeKeys.get(keyOf(result, finding)) ?? finding;
      return result.group === "random" ? { ...finding, cause, observed } : finding;
    }),
  }));
}

/** A finding, and the result that has it. */
interface ResultFinding {
  readonly finding: EvaluatedFinding;
  readonly result: EvaluatedResult;
}

/**
 * The failures by their causes, in the order of the first of each. Findings have one cause if they
 * have symptom, keyword and kind of deviation in common, in the same operation or the same part.
 * What fails by less explains what fails by more: the valid request all others, and a value of
 * another type all others in its place.
 */
export function causesOfFailures(run: Run, results: readonly EvaluatedResult[]): FailureCause[] {
  const failures = results
    .filter(({ outcome }) => outcome === "failed")
    .flatMap((result) => result.findings.map((finding) => ({ finding, result })));
  const explained = explainedCauses(failures);
  const rootOf = joinedCauses([...explained.values()]);
  const groups = groupBy(failures, (failure) => rootOf(explained.get(failure) ?? causeOf(failure)));
  return [...groups.values()].flatMap((group) => {
    // The plainest case shows it best.
    const [first] = group.toSorted((a, b) => rankOf(a) - rankOf(b));
    if (first === undefined) return [];
    const { isIntermittent, message, pointer } = first.finding;
    const failing = [first, ...group.filter((each) => each !== first)].map(({ result }) => result);
    return {
      ...identityOf(first.finding),
      message,
      ...locate(run.contract, pointer),
      ...evidenceOf(run, failing),
      note: isIntermittent
        ? "Intermittent: the same request conformed when it was sent again."
        : "",
    };
  });
}

function identityOf({ keyword, name, operationId, part }: EvaluatedFinding): Identity {
  return { name, operationId, part, keyword };
}

function causeOf({ finding }: ResultFinding): Cause {
  return finding.cause;
}

function rankOf(failure: ResultFinding): number {
  return isPlain(failure) ? 0 : 1;
}

/** The cause of each failure: that of a plainer one with the same symptom that explains it. */
function explainedCauses(failures: readonly ResultFinding[]): Map<ResultFinding, Cause> {
  const alike = groupBy(failures, ({ finding: { cause }, result }) =>
    [result.testCase.base.operation.operationId, cause.symptom].join(" "),
  );
  const plain = failures.filter(isPlain);
  const pairs = [...alike.values()].flatMap((group) =>
    group.map((failure) => {
      const elsewhere = failure.result.group === "method" ? plain : [];
      const explanation =
        group.find(isPlain) ??
        elsewhere.find(({ finding }) => finding.cause.symptom === failure.finding.cause.symptom) ??
        explanationIn(group, failure);
      return [failure, causeOf(explanation ?? failure)] as const;
    }),
  );
  return new Map(pairs);
}

function isPlain({ finding }: ResultFinding): boolean {
  return finding.cause.kind === "plain";
}

/** A failure that explains another one of the same operation. */
function explanationIn(
  group: readonly ResultFinding[],
  failure: ResultFinding,
): ResultFinding | undefined {
  const added = group
    .filter(({ result }) => addedMember(result.testCase) !== undefined)
    .toSorted((a, b) => depthOf(a) - depthOf(b));
  const isOfAll = failure.finding.cause.kind === "all parameters";
  return (
    added.find((each) => isPresent(each, failure)) ??
    group.find((each) => isMistyped(each) && isAround(each, failure)) ??
    group.find((each) => isOfSamePlace(each, failure)) ??
    group.find((each) => isOfSameParameter(each, failure)) ??
    group.find(({ finding, result }) => {
      const isOther = finding.cause.kind !== "all parameters";
      return isOfAll && isOther && result.testCase.expected.kind === "valid";
    })
  );
}

function depthOf({ result }: ResultFinding): number {
  return addedMember(result.testCase)?.split("/").length ?? 0;
}

/** Whether a plain value of a parameter fails as one does that is written unusually. */
function isOfSameParameter(other: ResultFinding, { result: { testCase } }: ResultFinding): boolean {
  const { group, part } = other.result.testCase;
  return testCase.group === "robustness" && group !== "robustness" && part === testCase.at;
}

/** Whether a request with the same place invalid is accepted, too: it is not validated. */
function isOfSamePlace(other: ResultFinding, failure: ResultFinding): boolean {
  const one = other.result.testCase;
  const testCase = failure.result.testCase;
  const isAccepted = failure.finding.cause.symptom === "accepted" && testCase.broken !== undefined;
  return isAccepted && one.part === testCase.part && one.at === testCase.at;
}

/** Whether a value of another type is what a failure is about: nothing there is validated. */
function isMistyped({ finding: { cause }, result }: ResultFinding): boolean {
  return cause.keyword === "type" && cause.kind === "" && result.testCase.broken !== undefined;
}

/** Whether a failure is about the place of another one, or about a part of it. */
function isAround(outer: ResultFinding, inner: ResultFinding): boolean {
  const one = outer.result.testCase;
  const other = inner.result.testCase;
  if (other.group === "robustness") return one.part === other.at;
  return one.part === other.part && isWithin(other.at, one.at);
}

/** Whether a request has the member that another one fails by. */
function isPresent(adding: ResultFinding, { result }: ResultFinding): boolean {
  const pointer = addedMember(adding.result.testCase);
  return pointer !== undefined && hasMember(result.testCase, pointer);
}

/** Joins causes that have an operation or a part in common: all that are joined have one root. */
function joinedCauses(causes: readonly Cause[]): (cause: Cause) => string {
  const parents = new Map<string, string>();
  const rootOf = (key: string): string => {
    const parent = parents.get(key);
    return parent === undefined ? key : rootOf(parent);
  };
  for (const cause of causes) {
    const any = { part: "(any)", place: "(any)", operationId: "(any)" };
    const { operationId, part, place } = cause;
    const shared = [
      causeKey({ ...cause, ...any, part }),
      causeKey({ ...cause, ...any, place }),
      ...(operationId === "" ? [] : [causeKey({ ...cause, ...any, operationId })]),
    ];
    for (const each of shared) {
      const root = rootOf(causeKey(cause));
      const other = rootOf(each);
      if (root !== other) parents.set(other, root);
    }
  }
  return (cause) => rootOf(causeKey(cause));
}
