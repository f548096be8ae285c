import { groupBy } from "@workflow-api/contract/json";
import type { EvaluatedResult, FailureCause } from "./report.ts";

/** The share of the cases of a scope that must fail alike to have one cause. */
const nearlyAll = 0.8;

type EvaluatedFinding = EvaluatedResult["findings"][number];

interface Failure {
  readonly finding: EvaluatedFinding;
  readonly result: EvaluatedResult;
}

/**
 * The failures by their causes, in the order of the first of each. Findings have one cause if they
 * have the narrowest one in common, or a wider one by which nearly all cases fail that could show
 * it.
 */
export function causesOfFailures(results: readonly EvaluatedResult[]): FailureCause[] {
  const isCause = createScopes(results);
  const failures = results
    .filter(({ outcome }) => outcome === "failed")
    .flatMap((result) =>
      result.findings
        .filter(({ isKnown }) => !isKnown)
        .map((finding): Failure => ({ finding, result })),
    );
  const causes = createUnion();
  for (const { finding } of failures)
    for (const wider of finding.wider) if (isCause(wider)) causes.join(finding.cause, wider.cause);
  joinRandom(failures, causes);
  const groups = groupBy(failures, ({ finding }) => causes.rootOf(finding.cause));
  return [...groups.values()].flatMap((found) => {
    const displayed = found.find(({ result }) => result.note !== "") ?? found[0];
    if (displayed === undefined) return [];
    const { cause: _, wider: __, ...finding } = displayed.finding;
    const { curl, group, note, title } = displayed.result;
    const titles = new Set(found.map(({ result }) => result.title));
    titles.delete(title);
    return [{ ...finding, title, others: [...titles], group, curl, note }];
  });
}

/** A random request differs in many parts: it fails by what another case has shown already. */
function joinRandom(failures: readonly Failure[], causes: Union): void {
  const keyOf = ({ finding: { name, operationId }, result: { status } }: Failure): string =>
    [name, operationId, status].join(" ");
  const known = new Map<string, string>();
  for (const failure of failures) {
    const cause = known.get(keyOf(failure));
    if (failure.result.group !== "random") known.set(keyOf(failure), failure.finding.cause);
    else if (cause !== undefined) causes.join(cause, failure.finding.cause);
  }
}

/** Sets of causes that are the same. */
interface Union {
  join(one: string, other: string): void;
  rootOf(cause: string): string;
}

function createUnion(): Union {
  const parents = new Map<string, string>();
  const rootOf = (cause: string): string => {
    let root = cause;
    for (let parent = parents.get(root); parent !== undefined; parent = parents.get(root))
      root = parent;
    return root;
  };
  return {
    rootOf,
    join(one, other) {
      const [first, second] = [rootOf(one), rootOf(other)];
      if (first !== second) parents.set(second, first);
    },
  };
}

/** Decides by all results whether nearly all cases of a scope fail alike. */
function createScopes(
  results: readonly EvaluatedResult[],
): (wider: EvaluatedFinding["wider"][number]) => boolean {
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
  return ({ cause, least, scope }) => {
    const found = failing.get(cause);
    if (found === undefined || found.narrow.size < least) return false;
    return found.results.size >= nearlyAll * (sizes.get(scope) ?? 0);
  };
}
