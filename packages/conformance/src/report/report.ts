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

/** One thing that is wrong with an answer, and the line of the contract that says so. */
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
  /** The bodies that no schema is tried on, each with the reason: `200 text/csv: …`, `requests in application/xml: …`. */
  readonly unchecked: readonly string[];
}

/** Whether a part was sent broken, and the keywords of its schema that were violated. */
export interface PartCoverage extends Covered {
  readonly keywords: readonly Covered[];
}

/** Something of the contract, and whether it was tried. */
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
