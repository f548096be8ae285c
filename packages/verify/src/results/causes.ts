import { scopesOf } from "@workflow-api/conformance";
import { identityKey } from "@workflow-api/conformance/reports";
import { groupBy } from "@workflow-api/contract/json";
import type { Baseline, FailureCause } from "../report.ts";
import type { Run } from "../sending/session.ts";
import { type EvaluatedFinding, type EvaluatedResult, evidenceOf, locate } from "./evaluate.ts";

/** The share of the cases of a scope that must fail alike to have one cause. */
const nearlyAll = 0.8;

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
    [testCase.operation?.operationId, name, sent?.status].join(" ");
  const shown = new Map(
    results
      .filter(({ group }) => group !== "random")
      .flatMap((result) => result.findings.map((each) => [keyOf(result, each), each] as const)),
  );
  return results.map((result) => ({
    ...result,
    findings: result.findings.map((finding) => {
      const { cause, observed, wider } = shown.get(keyOf(result, finding)) ?? finding;
      return result.group === "random" ? { ...finding, cause, observed, wider } : finding;
    }),
  }));
}

/**
 * The failures by their causes, in the order of the first of each. Findings have one cause if they
 * have the narrowest one in common, or a wider one by which nearly all cases fail that could show
 * it.
 */
export function causesOfFailures(run: Run, results: readonly EvaluatedResult[]): FailureCause[] {
  const failures = results
    .filter(({ outcome }) => outcome === "failed")
    .flatMap((result) => result.findings.map((finding) => ({ finding, result })));
  const rootOf = joinedCauses(results);
  const groups = groupBy(failures, ({ finding }) => rootOf(finding.cause));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { keyword, isIntermittent, message, name, operationId, part, pointer } = first.finding;
    const failing = group.map(({ result }) => result);
    return {
      name,
      operationId,
      part,
      keyword,
      message,
      ...locate(run.contract, pointer),
      ...evidenceOf(run, failing),
      note: isIntermittent
        ? "Intermittent: the same request conformed when it was sent again."
        : "",
    };
  });
}

/** Joins each narrowest cause with the wider ones that count: all that are joined have one root. */
function joinedCauses(results: readonly EvaluatedResult[]): (cause: string) => string {
  const counted = countedCauses(results);
  const parents = new Map<string, string>();
  const rootOf = (cause: string): string => {
    const parent = parents.get(cause);
    return parent === undefined ? cause : rootOf(parent);
  };
  for (const { cause, wider } of results.flatMap(({ findings }) => findings))
    for (const each of wider) {
      const root = rootOf(cause);
      const widerRoot = rootOf(each.cause);
      if (counted.has(each.cause) && root !== widerRoot) parents.set(widerRoot, root);
    }
  return rootOf;
}

/** The wider causes by which nearly all cases of their scope fail. */
function countedCauses(results: readonly EvaluatedResult[]): ReadonlySet<string> {
  const decided = results.flatMap((result) => {
    const { group, outcome, sent } = result;
    const isDecided = group !== "random" && outcome !== "inconclusive" && sent !== undefined;
    return isDecided ? [{ result, scopes: scopesOf(sent.testCase, sent.status) }] : [];
  });
  const sizes = new Map<string, number>();
  for (const scope of decided.flatMap(({ scopes }) => scopes))
    sizes.set(scope, (sizes.get(scope) ?? 0) + 1);
  const failures = decided.flatMap(({ result, scopes }) =>
    result.findings.flatMap(({ wider }) =>
      wider.filter(({ scope }) => scopes.includes(scope)).map((each) => ({ ...each, result })),
    ),
  );
  const counted = [...groupBy(failures, ({ cause }) => cause)].filter(([, group]) => {
    const failing = new Set(group.map(({ result }) => result)).size;
    return group.some(({ scope }) => failing >= nearlyAll * (sizes.get(scope) ?? 0));
  });
  return new Set(counted.map(([cause]) => cause));
}
