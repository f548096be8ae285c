import type { Group } from "../case.ts";
import type { FindingName } from "../finding.ts";

/** What came of a run, for every reporter. It holds no secret and no body. */
export interface Report {
  /** The address of the server. */
  readonly server: string;
  readonly contract: { readonly title: string; readonly version: string; readonly file: string };
  readonly seed: number;
  /** How many random requests of each operation were tried beyond the cases. */
  readonly explore: number;
  /** In milliseconds. */
  readonly duration: number;
  readonly results: readonly Result[];
  readonly coverage: readonly OperationCoverage[];
  /** What the run comes to. `open`: nothing contradicts the contract, but not all that was asked for was tried. */
  readonly conclusion: "agrees" | "disagrees" | "open";
  /** What was asked for and not tried, each with the reason and what to do. */
  readonly untried: readonly string[];
}

/** What came of a case. */
export interface Result {
  readonly title: string;
  readonly group: Group | "random";
  readonly operationId: string;
  /** The place in the contract. */
  readonly file: string;
  readonly line: number;
  readonly pointer: string;
  /** What the case breaks: a parameter by its key (`query include`) or `body`. `undefined`: nothing, or something else. */
  readonly part: string | undefined;
  /** `known`: it failed, and the baseline says so. `skipped`: it was not sent. */
  readonly outcome: "passed" | "failed" | "known" | "skipped";
  readonly findings: readonly ReportedFinding[];
  /** What was expected, for people: `401` or `4XX`. */
  readonly expected: string;
  /** The status that came. `undefined`: no answer, or not sent. */
  readonly status: number | undefined;
  /** Why the case was not sent. */
  readonly reason: string | undefined;
  /** A command that sends the request again; secrets are variables. */
  readonly curl: string;
  /** Whether the command sends less than the case did: what it leaves out changes nothing, which has been tried. */
  readonly isShortened: boolean;
  /** In milliseconds. */
  readonly duration: number;
}

export interface ReportedFinding {
  readonly name: FindingName | "no_answer";
  readonly message: string;
  /** The place in the contract that is contradicted: not that of the case, if it is a schema. */
  readonly file: string;
  readonly line: number;
}

/** How far an operation was tried. */
export interface OperationCoverage {
  readonly operationId: string;
  readonly cases: number;
  readonly sent: number;
  readonly failed: number;
  /** The documented statuses, and whether an answer had them. */
  readonly statuses: readonly Covered[];
  /** The parameters and the body. */
  readonly parts: readonly PartCoverage[];
  /** The bodies that are not held to their schemas, each with the reason: `200 text/csv: …`. */
  readonly unchecked: readonly string[];
}

/** Whether a part was sent broken, and the keywords of its schema that were violated. */
export interface PartCoverage extends Covered {
  readonly keywords: readonly Covered[];
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

/** What stands under a reproduction. */
export function shorteningNote({ group, isShortened }: Result): string | undefined {
  if (group === "random")
    return "Found by random requests: with the same --seed and --explore it comes again.";
  return isShortened
    ? "Shortened: nothing else of the request is needed for this, which was tried."
    : undefined;
}

/** What the contract says and what came, as a sentence in pieces that each reporter marks in its own way. */
export function saidAndCame({ expected, file, line, status }: Result): readonly Piece[] {
  const place: Piece = { code: `${file}:${line}` };
  const came: Piece = { strong: String(status ?? "nothing") };
  if (String(status) === expected) return [came, " came, as the contract says (", place, "), but:"];
  return ["The contract says ", { strong: expected }, " (", place, "), ", came, " came."];
}

/** A piece of a sentence. */
export type Piece = string | { readonly strong: string } | { readonly code: string };

/** The place that a finding contradicts, if it is not that of its case. */
export function placeOf(finding: ReportedFinding, { file, line }: Result): string | undefined {
  const isSame = finding.file === file && finding.line === line;
  return isSame ? undefined : `${finding.file}:${finding.line}`;
}

/** The report in a sentence. */
export function headlineOf({ conclusion }: Report): string {
  return headlines[conclusion];
}

const headlines: Readonly<Record<Report["conclusion"], string>> = {
  agrees: "The server agrees with its contract",
  disagrees: "The server does not agree with its contract",
  open: "Whether the server agrees with its contract is open",
};

/** Why cases were not sent, each reason with how many. */
export function reasonsNotSent({ results }: Report): string[] {
  const skipped = results.filter(({ outcome }) => outcome === "skipped");
  return [...groupResults(skipped, ({ reason }) => reason ?? "")].map(
    ([reason, cases]) => `${cases.length} not sent. ${reason}`,
  );
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
