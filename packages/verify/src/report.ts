import type { Causes, Observation } from "@workflow-api/conformance";
import type { Identity } from "@workflow-api/conformance/reports";

/**
 * The result of a run, for every reporter. It holds no secret, and only the status of a response.
 */
export interface VerifyReport {
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
  /** The operations that are not checked, because the contract is read without them. */
  readonly omitted: readonly OmittedReport[];
  /** What does not contradict the contract and is worth knowing, in sentences. */
  readonly notes: readonly string[];
  /** Without those of the baseline. */
  readonly causes: readonly FailureCause[];
  /** The open questions that the server answers otherwise than the contract assumes. */
  readonly answers: readonly Answer[];
  /** With `--questions`: what is known of each question that can be asked. */
  readonly questions: readonly QuestionState[];
  readonly coverage: readonly Coverage[];
  readonly results: readonly Result[];
  /** The findings that `--write-baseline` writes. */
  readonly identities: readonly Identity[];
}

/** An operation that is not checked. */
export interface OmittedReport {
  /** Its `operationId`. */
  readonly operationId: string;
  /** Why, with file and line. */
  readonly reason: string;
}

/** The result of a case. */
export interface Result {
  readonly title: string;
  /** The group of the case, or `random`. */
  readonly group: string;
  /** The empty string: the request addresses no operation. */
  readonly operationId: string;
  /**
   * `known`: it failed, and the baseline has it. `inconclusive`: it shows nothing, since the server
   * need not have the data, or the contract contradicts itself. `skipped`: it was not sent.
   */
  readonly outcome: "passed" | "failed" | "known" | "inconclusive" | "skipped";
  readonly findings: readonly ReportedFinding[];
  /** The status of the response. `undefined`: there was none. */
  readonly status: number | undefined;
  /** Why the case was not sent, or shows nothing. Often empty. */
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
  /** Whether the baseline has it. */
  readonly isKnown: boolean;
}

/** A result before its causes are decided. */
export interface EvaluatedResult extends Omit<Result, "findings"> {
  readonly findings: readonly (ReportedFinding &
    Causes & { readonly observed: readonly Observation[] })[];
  /** Those of the case (`scopesOf`); none if it was not sent. */
  readonly scopes: readonly string[];
}

/** The failures with one cause, and the case that shows it best. */
export interface FailureCause
  extends ReportedFinding,
    Pick<Result, "title" | "group" | "curl" | "note"> {
  /** The titles of its other cases. */
  readonly others: readonly string[];
}

/** Another answer to an open question (`x-gaps`) than the contract assumes. */
export interface Answer extends Pick<FailureCause, "title" | "others" | "curl"> {
  /** The id of the question. */
  readonly question: string;
  /** What the description of the service does not say. */
  readonly unknown: string;
  /** What the contract assumes. */
  readonly assumed: string;
  /** What the server did, in a sentence. */
  readonly observed: string;
  /** The place of the question. */
  readonly file: string;
  readonly line: number;
  /** What to change in the contract so that it says the same, each with its line. */
  readonly changes: readonly string[];
}

/** What a run shows of an open question. */
export interface QuestionState {
  readonly id: string;
  readonly unknown: string;
  /** Whether the server answers it as the contract assumes. `not seen`: no response shows it. */
  readonly state: "as assumed" | "otherwise" | "not seen";
}

/** How far an operation was tried. */
export interface Coverage {
  readonly operationId: string;
  /** In numbers: `212 of 220 cases sent, 0 failed`. */
  readonly summary: string;
  /** The responses that were received: `200`, `4XX`. */
  readonly received: readonly string[];
  readonly missing: readonly string[];
  /** The cases that were not sent and why: `12 cases (the run had ended)`. */
  readonly notSent: readonly string[];
}

/** The findings that a baseline has, by `identityKey`. */
export type Baseline = ReadonlyMap<string, Identity>;

/** The number of results with an outcome. */
export function count(
  results: readonly Pick<Result, "outcome">[],
  outcome: Result["outcome"],
): number {
  return results.filter((each) => each.outcome === outcome).length;
}
