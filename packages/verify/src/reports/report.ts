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
  /** The conclusion in a line. */
  readonly headline: string;
  /** How many cases had each outcome; `inconclusive` ones proved nothing. */
  readonly numbers: Readonly<Record<CaseResult["outcome"], number>>;
  /** The numbers of the cases by their outcomes, in a line. */
  readonly summary: string;
  /** What was selected and not tried, and why, in sentences. */
  readonly untried: readonly string[];
  /** The operations that are not checked, because the contract is read without them. */
  readonly omitted: readonly OmittedReport[];
  /** What does not contradict the contract and is worth knowing, in sentences. */
  readonly notes: readonly string[];
  /** Without those of the baseline. */
  readonly causes: readonly FailureCause[];
  /** How the server accepts more than the contract: by other spellings of a value. No failures. */
  readonly spellings: readonly SpellingReport[];
  /** The open questions that the server answers otherwise than the contract assumes. */
  readonly answers: readonly Answer[];
  /** With `--questions`: what is known of each question that can be asked. */
  readonly questions: readonly QuestionState[];
  readonly results: readonly CaseResult[];
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

/** The result of a case, or of the random requests of an operation. */
export interface CaseResult {
  readonly title: string;
  /** The group of the case, or `random`. */
  readonly group: string;
  /** The empty string: the request addresses no operation. */
  readonly operationId: string;
  /**
   * `known`: it failed, and the baseline has it. `inconclusive`: it proved nothing, since the
   * valid request was refused alike, the server need not have the data, or the contract contradicts
   * itself. `skipped`: it was not sent.
   */
  readonly outcome: "passed" | "failed" | "known" | "inconclusive" | "skipped";
  /** Why the case was not sent, or shows nothing. Often empty. */
  readonly note: string;
  /** The status of the response. `undefined`: there was none. */
  readonly status: number | undefined;
  /** In milliseconds. */
  readonly duration: number;
}

/** A line of the contract. */
export interface Location {
  readonly file: string;
  readonly line: number;
  /** The JSON Pointer, where the line is too long to find anything in it. */
  readonly pointer?: string;
}

/** A line of the contract in a sentence: `openapi.yaml:12`. */
export function placeText({ file, line, pointer }: Location): string {
  return pointer === undefined ? `${file}:${line}` : `${file}#${pointer}`;
}

/** What shows something: a case, and all others that show the same. */
export interface Evidence {
  readonly title: string;
  /** The titles of the other cases. */
  readonly others: readonly string[];
  /** A command that sends the request again; a secret is a variable in it. */
  readonly curl: string;
}

/** The failures with one cause, and the line of the contract that they contradict. */
export interface FailureCause extends Identity, Location, Evidence {
  /** What was expected and what was received. */
  readonly message: string;
  /** Whether it is intermittent. Often empty. */
  readonly note: string;
}

/** Another spelling of values on the wire that the server accepts, which is no failure. */
export interface SpellingReport extends Evidence {
  /** Such as `leading zeros`. */
  readonly kind: string;
}

/** Another answer to an open question (`x-gaps`) than the contract assumes, and its line. */
export interface Answer extends Location, Evidence {
  /** The id of the question. */
  readonly question: string;
  /** What the description of the service does not say. */
  readonly unknown: string;
  /** What the contract assumes. */
  readonly assumed: string;
  /** What the server did, in a sentence. */
  readonly observed: string;
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

/** The findings that a baseline has, as `identityKey` writes them. */
export type Baseline = ReadonlySet<string>;
