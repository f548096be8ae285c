import type { Group } from "../case.ts";
import type { FindingName } from "../finding.ts";

/** What came of a run, for every reporter. It holds no secret and no body. */
export interface Report {
  /** The address of the server. */
  readonly server: string;
  readonly contract: { readonly title: string; readonly version: string; readonly file: string };
  readonly seed: number;
  /** In milliseconds. */
  readonly duration: number;
  readonly results: readonly Result[];
  readonly coverage: readonly OperationCoverage[];
}

/** What came of a case. */
export interface Result {
  readonly title: string;
  readonly group: Group;
  readonly operationId: string;
  /** The place in the contract. */
  readonly file: string;
  readonly line: number;
  readonly pointer: string;
  /** `known`: it failed, and the baseline says so. `skipped`: it was not sent. */
  readonly outcome: "passed" | "failed" | "known" | "skipped";
  readonly findings: readonly ReportedFinding[];
  /** What was expected, for people: `401` or `4XX`. */
  readonly expected: string;
  /** The status that came. `undefined`: no answer, or not sent. */
  readonly status: number | undefined;
  /** Why the case was not sent. */
  readonly reason: string | undefined;
  /** A command that sends the request again. */
  readonly curl: string;
  /** In milliseconds. */
  readonly duration: number;
}

export interface ReportedFinding {
  readonly name: FindingName | "no_answer";
  readonly message: string;
}

/** How far an operation was tried. */
export interface OperationCoverage {
  readonly operationId: string;
  readonly cases: number;
  readonly sent: number;
  readonly failed: number;
  /** The documented statuses, and whether an answer had them. */
  readonly statuses: readonly Covered[];
  /** The parameters and the body, and whether a case broke them. */
  readonly parts: readonly Covered[];
  /** The keywords that were broken. */
  readonly keywords: readonly string[];
}

export interface Covered {
  readonly name: string;
  readonly covered: boolean;
}

/** How many results there are of each outcome. */
export function countOutcomes(results: readonly Result[]): Readonly<Record<Result["outcome"], number>> {
  const counts = { passed: 0, failed: 0, known: 0, skipped: 0 };
  for (const { outcome } of results) counts[outcome]++;
  return counts;
}

/** The last line of a run. */
export function summaryLine({ results }: Report): string {
  const { passed, failed, known, skipped } = countOutcomes(results);
  const more = [known > 0 ? `, ${known} known` : "", skipped > 0 ? `, ${skipped} not sent` : ""].join("");
  return `${passed} passed, ${failed} failed${more}`;
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
