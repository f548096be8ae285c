import { groupBy } from "@workflow-api/contract";
import type { EvaluatedResult, FailureCause } from "./report.ts";

/** The share of the cases of a scope that must fail alike to have one cause. */
const nearlyAll = 0.8;

/**
 * The failures by their causes, in the order of the first of each. Of the causes by which nearly
 * all cases fail that could show them, a finding has the one that explains most.
 */
export function causesOfFailures(results: readonly EvaluatedResult[]): FailureCause[] {
  const causeOf = createExplanation(results);
  const failures = results
    .filter(({ outcome }) => outcome === "failed")
    .flatMap((result) =>
      result.findings
        .filter(({ isKnown }) => !isKnown)
        .map((finding) => ({ finding, result, cause: causeOf(finding) })),
    );
  return [...groupBy(failures, ({ cause }) => cause).values()].flatMap((found) => {
    const displayed = found.find(({ result }) => result.note !== "") ?? found[0];
    if (displayed === undefined) return [];
    const { cause: _, wider: __, ...finding } = displayed.finding;
    const { curl, group, note, title } = displayed.result;
    const titles = new Set(found.map(({ result }) => result.title));
    titles.delete(title);
    return [{ ...finding, title, others: [...titles], group, curl, note }];
  });
}

const none = { results: new Set(), narrow: new Set() };

type EvaluatedFinding = EvaluatedResult["findings"][number];

/** Decides the cause of each finding by all results. */
function createExplanation(
  results: readonly EvaluatedResult[],
): (finding: EvaluatedFinding) => string {
  const decided = results.filter(({ outcome }) => /^(passed|failed|known)$/.test(outcome));
  const sizes = new Map<string, number>();
  for (const scope of decided.flatMap(({ scopes }) => scopes))
    sizes.set(scope, (sizes.get(scope) ?? 0) + 1);
  const failing = new Map<string, { results: Set<EvaluatedResult>; narrow: Set<string> }>();
  for (const result of decided)
    for (const { cause: narrow, wider } of result.findings)
      for (const { cause, scope } of wider) {
        if (!result.scopes.includes(scope)) continue;
        const found = failing.get(cause) ?? { results: new Set(), narrow: new Set() };
        failing.set(cause, found);
        found.results.add(result);
        found.narrow.add(narrow);
      }
  return ({ cause: narrow, wider }) => {
    const explaining = wider.flatMap(({ cause, least, scope }) => {
      const { narrow: causes, results: found } = failing.get(cause) ?? none;
      const isCause = causes.size >= least && found.size >= nearlyAll * (sizes.get(scope) ?? 0);
      return isCause ? [{ cause, size: found.size }] : [];
    });
    const [widest] = explaining.toSorted((one, other) => other.size - one.size);
    return widest?.cause ?? narrow;
  };
}
