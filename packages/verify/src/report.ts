import type { Identity } from "@workflow-api/conformance";
import { groupBy } from "@workflow-api/contract";

/**
 * What came of a run, for every reporter. It holds no secret, and of a response no more than its
 * status.
 */
export interface Report {
  readonly server: string;
  readonly contract: { readonly title: string; readonly version: string; readonly file: string };
  readonly seed: number;
  /** `inconclusive`: nothing contradicts the contract, but not all of it was tried. */
  readonly conclusion: "passed" | "failed" | "inconclusive";
  /** The conclusion in a line, with what was not tried and why. */
  readonly headline: string;
  readonly summary: string;
  /** What was asked for and not tried, and why, in sentences. */
  readonly untried: readonly string[];
  /** What contradicts nothing and is worth to know, in sentences. */
  readonly notes: readonly string[];
  /** What the baseline has is not among them. */
  readonly causes: readonly Cause[];
  readonly coverage: readonly Coverage[];
  readonly results: readonly Result[];
  /** What a baseline of the run holds. */
  readonly identities: readonly Identity[];
}

/** What came of a case. */
export interface Result {
  readonly title: string;
  /** The group of the case, or `random`. */
  readonly group: string;
  /** The empty string: the request addresses no operation. */
  readonly operationId: string;
  /**
   * `known`: it failed, and the baseline has it. `inconclusive`: the server need not have the data
   * of the example. `skipped`: it was not sent.
   */
  readonly outcome: "passed" | "failed" | "known" | "inconclusive" | "skipped";
  readonly findings: readonly ReportedFinding[];
  /** The status that came. `undefined`: none. */
  readonly status: number | undefined;
  /** Why the case was not sent, or what was done to its command. Often empty. */
  readonly note: string;
  /** A command that sends the request of a failure again; a secret is a variable in it. */
  readonly curl: string;
  /** In milliseconds. */
  readonly duration: number;
}

/** One thing that is wrong with a response, and the line of the contract that says so. */
export interface ReportedFinding extends Identity {
  /** What the contract says and what came. */
  readonly message: string;
  readonly file: string;
  readonly line: number;
  /** What may have caused it, from the narrowest to the widest. */
  readonly causes: readonly string[];
  /** Whether the baseline has it. */
  readonly isKnown: boolean;
}

/** What fails by one cause, with the case that shows it best. */
export interface Cause extends ReportedFinding, Pick<Result, "title" | "group" | "curl"> {
  readonly notes: readonly string[];
  /**
   * That of all its cases, in milliseconds; a case that fails by several causes counts for the
   * first.
   */
  readonly duration: number;
}

/** How far an operation was tried. */
export interface Coverage {
  readonly operationId: string;
  /** In numbers: `212 of 220 cases sent, 0 failed`. */
  readonly summary: string;
  /** Its responses that came: `200`, `4XX`. */
  readonly came: readonly string[];
  readonly missing: readonly string[];
  /** The cases that were not sent: `12 cases (the run had ended)`. */
  readonly notSent: readonly string[];
}

/** The findings that a baseline has, by {@link keyOf}. */
export type Baseline = ReadonlyMap<string, Identity>;

/** What tells an identity from others: neither a seed nor an edit of the contract changes it. */
export function keyOf({ keyword, name, operationId, part }: Identity): string {
  return JSON.stringify([name, operationId, part, keyword]);
}

/** That of an operation that was not tried. */
export function untriedIdentity(operationId: string): Identity {
  return { name: "not_tried", operationId, part: "", keyword: "" };
}

/** How many results there are of an outcome. */
export function count(results: readonly Result[], outcome: Result["outcome"]): number {
  return results.filter((each) => each.outcome === outcome).length;
}

/** A number with its noun. */
export function plural(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** More causes than these that have a wider one in common are taken for that one. */
const mostAlike = 2;

/** What fails, with its narrowest cause or the wider one that explains more. */
function explained(results: readonly Result[]) {
  const found = results
    .filter(({ outcome }) => outcome === "failed")
    .flatMap((result) =>
      result.findings
        .filter(({ isKnown }) => !isKnown)
        .map((finding, index) => ({ finding, result, index, cause: finding.causes[0] ?? "" })),
    );
  for (const level of [1, 2])
    for (const [wider, alike] of groupBy(found, ({ finding }) => finding.causes[level]))
      if (wider !== undefined && new Set(alike.map(({ cause }) => cause)).size > mostAlike)
        for (const each of alike) each.cause = wider;
  return found;
}

/**
 * The failures by their causes, in the order of the first of each. At most ten further cases are
 * named.
 */
export function causesOf(results: readonly Result[]): Cause[] {
  return [...groupBy(explained(results), ({ cause }) => cause).values()].flatMap((found) => {
    const cases = [...groupBy(found, ({ result }) => result).values()].flatMap(
      ([first]) => first ?? [],
    );
    const shown = cases.find(({ result }) => result.note !== "") ?? cases[0];
    if (shown === undefined) return [];
    const { curl, group, note, title } = shown.result;
    const narrow = groupBy(cases, ({ finding }) => finding.causes[0]);
    // Of each narrower cause the first comes first.
    const all = new Set([...[...narrow.values()].flatMap(([first]) => first ?? []), ...cases]);
    const others = [...all].flatMap((each) => (each === shown ? [] : [each.result.title]));
    const named = `The same in: ${[...others.slice(0, 10), ...(others.length > 10 ? ["…"] : [])].join("; ")}.`;
    const [more, same] = others.length === 0 ? ["", ""] : [` and ${others.length} more`, named];
    const duration = cases.reduce(
      (sum, { index, result }) => sum + (index === 0 ? result.duration : 0),
      0,
    );
    const notes = [note, same].filter((text) => text !== "");
    return [{ ...shown.finding, title: title + more, group, curl, notes, duration }];
  });
}
