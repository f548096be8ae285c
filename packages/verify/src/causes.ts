import { scopesOf } from "@workflow-api/conformance";
import { identityKey } from "@workflow-api/conformance/reports";
import { groupBy } from "@workflow-api/contract/json";
import { type EvaluatedFinding, type EvaluatedResult, evidenceOf, locate } from "./evaluate.ts";
import type { Baseline, FailureCause } from "./report.ts";
import type { Run } from "./session.ts";

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
  const numbers = numbersByCause(results);
  const numberOf = (cause: string): number => numbers.get(cause) ?? 0;
  // What has the narrowest cause in common stays together.
  const widest = new Map(
    [...groupBy(failures, ({ finding }) => finding.cause)].map(([cause, group]) => {
      const causes = group.flatMap(({ finding }) => finding.wider.map((each) => each.cause));
      const best = causes.reduce(
        (found, each) => (numberOf(each) > numberOf(found) ? each : found),
        cause,
      );
      return [cause, best];
    }),
  );
  const groups = groupBy(failures, ({ finding: { cause } }) => widest.get(cause) ?? cause);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { keyword, isIntermittent, message, name, operationId, part, pointer } = first.finding;
    return {
      ...{ name, operationId, part, keyword, message },
      ...locate(run.contract, pointer),
      ...evidenceOf(
        run,
        group.map(({ result }) => result),
      ),
      note: isIntermittent
        ? "Intermittent: the same request conformed when it was sent again."
        : "",
    };
  });
}

/** How many findings each cause explains: the narrowest, and the wider ones that count as such. */
function numbersByCause(results: readonly EvaluatedResult[]): ReadonlyMap<string, number> {
  const decided = results.flatMap((result) => {
    const { group, outcome, sent } = result;
    const isDecided = group !== "random" && outcome !== "inconclusive" && sent !== undefined;
    return isDecided ? [{ result, scopes: scopesOf(sent.testCase, sent.status) }] : [];
  });
  const sizes = new Map<string, number>();
  for (const scope of decided.flatMap(({ scopes }) => scopes))
    sizes.set(scope, (sizes.get(scope) ?? 0) + 1);
  const narrow = results.flatMap(({ findings }) => findings.map(({ cause }) => cause));
  const failures = decided.flatMap(({ result, scopes }) =>
    result.findings.flatMap((finding) =>
      finding.wider
        .filter(({ scope }) => scopes.includes(scope))
        .map((each) => ({ ...each, finding, result })),
    ),
  );
  const numbers = new Map<string, number>();
  for (const cause of narrow) numbers.set(cause, (numbers.get(cause) ?? 0) + 1);
  for (const [cause, group] of groupBy(failures, (each) => each.cause)) {
    const failing = new Set(group.map(({ result }) => result)).size;
    const isCause = group.some(({ scope }) => failing >= nearlyAll * (sizes.get(scope) ?? 0));
    if (isCause) numbers.set(cause, new Set(group.map(({ finding }) => finding)).size);
  }
  return numbers;
}
