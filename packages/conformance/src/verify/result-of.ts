import { relative } from "node:path";
import type { Contract, SourceLocation } from "@workflow-api/contract";
import type { Answer, Case } from "../case.ts";
import { checkAnswer } from "../check-answer.ts";
import type { Credentials } from "../credentials.ts";
import { curlOf } from "../curl.ts";
import type { Finding } from "../finding.ts";
import { NoAnswer } from "../http-target.ts";
import type { ReportedFinding, Result } from "../report/report.ts";
import { standInsFor } from "../stand-ins.ts";
import type { Sent } from "./run-cases.ts";
import { withoutEchoes } from "./secrets.ts";

/** What decides what becomes of an answer. */
export interface Judging {
  readonly contract: Contract;
  /** For the reproductions. */
  readonly baseUrl: string;
  readonly credentials: Credentials;
  /** Whether the server is a mock that answers with the examples. */
  readonly exact: boolean;
  /** The failures that are known, by {@link fingerprint}. */
  readonly known: ReadonlySet<string>;
}

/** What a failure is known by in a baseline: it changes neither with the seed nor with the lines of the contract. */
export function fingerprint(title: string, finding: string): string {
  return `${title}: ${finding}`;
}

/** What came of a case. */
export function resultOf(judging: Judging, sent: Sent): Result {
  const as = judging.exact ? "mock" : "service";
  return judgedResult(judging, sent, (came) => checkAnswer(sent.one, came, { as }));
}

/**
 * What came of a case whose answer is held to more than the case says.
 * @param judge What is wrong with the answer.
 */
export function judgedResult(
  judging: Judging,
  { came, duration, one }: Sent,
  judge: (came: Answer) => readonly Finding[],
): Result {
  const isLost = came instanceof NoAnswer;
  const findings = isLost ? [unanswered(came, one.location)] : told(judging, came, judge(came));
  return {
    ...unsentResult(judging, one, ""),
    outcome: outcomeOf(judging, one.title, findings),
    findings,
    status: isLost ? undefined : came.status,
    reason: undefined,
    duration: Math.round(duration),
  };
}

/** The result of a case that was not sent. */
export function unsentResult({ baseUrl, credentials, exact }: Judging, one: Case, reason: string): Result {
  const { mock, statuses } = one.expected;
  return {
    title: one.title,
    group: one.group,
    operationId: one.operation?.operationId ?? "",
    file: pathOf(one.location.file),
    line: one.location.line,
    pointer: one.pointer,
    part: one.broken?.part,
    outcome: "skipped",
    findings: [],
    expected: exact && mock !== undefined ? String(mock.status) : statuses.join(" or "),
    status: undefined,
    reason,
    curl: curlOf(baseUrl, one.request, standInsFor(Object.keys(credentials))),
    isShortened: false,
    duration: 0,
  };
}

/** Findings as a report may tell them. */
export function told(
  { contract, credentials }: Judging,
  came: Answer,
  findings: readonly Finding[],
): Result["findings"] {
  return findings.map(({ message, name, pointer }) => {
    const { file, line } = contract.locate(pointer);
    return { name, message: withoutEchoes(message, came, credentials), file: pathOf(file), line };
  });
}

/** The finding of a request that got no answer. The reproduction shows the request, so those of one reason are of one kind. */
export function unanswered({ reason }: NoAnswer, { file, line }: SourceLocation): ReportedFinding {
  return { name: "no_answer", message: `No answer came: ${reason}.`, file: pathOf(file), line };
}

/** What findings come to: those that the baseline knows fail nothing. */
export function outcomeOf(
  { known }: Judging,
  title: string,
  findings: Result["findings"],
): Result["outcome"] {
  if (findings.length === 0) return "passed";
  return findings.every(({ name }) => known.has(fingerprint(title, name))) ? "known" : "failed";
}

/** A file as people at the command line know it. */
export function pathOf(file: string): string {
  const path = relative(process.cwd(), file);
  return path.startsWith("..") ? file : path;
}
