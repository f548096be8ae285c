import type { Result } from "./report.ts";

/** What failures have in common that are of one kind: the operation, what was broken, and what was found. */
export function kindOf({ findings, operationId, part }: Result): string {
  return JSON.stringify([
    operationId,
    part ?? "",
    findings.map(({ message, name }) => `${name}: ${message}`),
  ]);
}

/** The failures of one kind: the one to look at, and the others. */
export interface FailureKind {
  readonly shown: Result;
  readonly others: readonly Result[];
}

/** The failures by kind, in the order of their first; what has been shortened is shown. */
export function failureKinds(results: readonly Result[]): FailureKind[] {
  const failed = results.filter(({ outcome }) => outcome === "failed");
  return [...groupResults(failed, kindOf).values()].flatMap((kind) => {
    const shown = kind.find(({ isShortened }) => isShortened) ?? kind[0];
    return shown === undefined ? [] : [{ shown, others: kind.filter((each) => each !== shown) }];
  });
}

/** The results in groups, by what `of` says of each, in the order of their first. */
export function groupResults(
  results: readonly Result[],
  of: (result: Result) => string,
): ReadonlyMap<string, readonly Result[]> {
  const grouped = new Map<string, Result[]>();
  for (const result of results) {
    const group = grouped.get(of(result)) ?? [];
    group.push(result);
    grouped.set(of(result), group);
  }
  return grouped;
}
