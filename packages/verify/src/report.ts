import type { Identity } from "@workflow-api/conformance/reports";
import { groupBy } from "@workflow-api/contract";

/**
 * The result of a run, for every reporter. It holds no secret, and only the status of a response.
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
  /** What was selected and not tried, and why, in sentences. */
  readonly untried: readonly string[];
  /** What does not contradict the contract and is worth knowing, in sentences. */
  readonly notes: readonly string[];
  /** Without those of the baseline. */
  readonly causes: readonly Cause[];
  readonly coverage: readonly Coverage[];
  readonly results: readonly Result[];
  /** The findings that `--write-baseline` writes. */
  readonly identities: readonly Identity[];
}

/** The result of a case. */
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
  /** The status of the response. `undefined`: there was none. */
  readonly status: number | undefined;
  /** Why the case was not sent, or how its command was shortened. Often empty. */
  readonly note: string;
  /** A command that sends the request of a failure again; a secret is a variable in it. */
  readonly curl: string;
  /** In milliseconds. */
  readonly duration: number;
}

/** A finding, and the line of the contract that it contradicts. */
export interface ReportedFinding extends Identity {
  /** What was expected and what was received. */
  readonly message: string;
  readonly file: string;
  readonly line: number;
  /** What may have caused it, from the narrowest to the widest. */
  readonly causes: readonly string[];
  /** Whether the baseline has it. */
  readonly isKnown: boolean;
}

/** The failures with one cause, and the case that shows it best. */
export interface Cause extends ReportedFinding, Pick<Result, "title" | "group" | "curl" | "note"> {
  /** The titles of its other cases. */
  readonly others: readonly string[];
  /**
   * The duration of all its cases in milliseconds; a case with several causes counts for the first.
   */
  readonly duration: number;
}

/** How far an operation was tried. */
export interface Coverage {
  readonly operationId: string;
  /** In numbers: `212 of 220 cases sent, 0 failed`. */
  readonly summary: string;
  /** The responses that were received: `200`, `4XX`. */
  readonly came: readonly string[];
  readonly missing: readonly string[];
  /** The cases that were not sent and why: `12 cases (the run had ended)`. */
  readonly notSent: readonly string[];
}

/** The findings that a baseline has, by `identityKey`. */
export type Baseline = ReadonlyMap<string, Identity>;

/** That of an operation that was not tried. */
export function untriedIdentity(operationId: string): Identity {
  return { name: "not_tried", operationId, part: "", keyword: "" };
}

/** The number of results with an outcome. */
export function count(results: readonly Result[], outcome: Result["outcome"]): number {
  return results.filter((each) => each.outcome === outcome).length;
}

/** If more causes than this share a wider one, the wider one is reported. */
const mostAlike = 2;

/** The statuses that several operations do not document: where one does, they are wrong, too. */
function strangeStatuses(results: readonly Result[]): ReadonlySet<Result["status"]> {
  const found = results.filter(({ findings }) =>
    findings.some(({ name, part }) => name === "status_code_conformance" && part === "status"),
  );
  const strange = [...groupBy(found, ({ status }) => status)].filter(
    ([, each]) => new Set(each.map(({ operationId }) => operationId)).size > 1,
  );
  return new Set(strange.map(([status]) => status));
}

/** The failures, each with its narrowest cause or a wider one that explains more. */
function explained(results: readonly Result[]) {
  const strange = strangeStatuses(results);
  const found = results
    .filter(({ outcome }) => outcome === "failed")
    .flatMap((result) =>
      result.findings
        .filter(({ isKnown }) => !isKnown)
        .map((finding, index) => {
          const [narrowest = ""] = finding.causes;
          const cause = strange.has(result.status) ? `status ${result.status}` : narrowest;
          return { finding, result, index, cause };
        }),
    );
  for (const level of [1, 2])
    for (const [wider, alike] of groupBy(found, ({ finding }) => finding.causes[level]))
      if (wider !== undefined && new Set(alike.map(({ cause }) => cause)).size > mostAlike)
        for (const each of alike) each.cause = wider;
  return found;
}

/** The failures by their causes, in the order of the first of each. */
export function causesOf(results: readonly Result[]): Cause[] {
  return [...groupBy(explained(results), ({ cause }) => cause).values()].flatMap((found) => {
    const shown = found.find(({ result }) => result.note !== "") ?? found[0];
    if (shown === undefined) return [];
    const { curl, group, note, title } = shown.result;
    const titles = new Set(found.map(({ result }) => result.title));
    titles.delete(title);
    const duration = found.reduce(
      (sum, { index, result }) => sum + (index === 0 ? result.duration : 0),
      0,
    );
    return [{ ...shown.finding, title, others: [...titles], group, curl, note, duration }];
  });
}
