import { groupBy } from "../json.ts";
import type { Contract, SourceLocation } from "../model.ts";
import { terminalText } from "../wire/redact.ts";

/** A problem of a contract, and its place. */
export interface Problem {
  /** What is wrong and what to write instead. */
  readonly message: string;
  readonly location: SourceLocation;
  /** What it is grouped by, such as the name of a field. Default: its message. */
  readonly kind?: string;
  /** Whether nothing is omitted because of it. Default: false. */
  readonly isTolerated?: boolean;
  /** Whether it is only a habit of another contract, or rarely meant. Default: it is an error. */
  readonly isWarning?: boolean;
}

/**
 * A problem in one line, as a terminal may show it: `openapi.yaml:57: parameter "filter" has style
 * deepObject, … (/paths/~1cages/get/parameters/0/style)`.
 */
export function problemText({ isWarning = false, location, message }: Problem): string {
  const { file, line, pointer } = location;
  const label = isWarning ? "warning: " : "";
  return terminalText(
    `${file}:${line}: ${label}${message}${pointer === "" ? "" : ` (${pointer})`}`,
  );
}

/** How many problems are listed one by one. If there are more, this many of each kind. */
const [mostProblems, mostOfKind] = [10, 5];

/**
 * Problems as text, one a line. Many are first counted by kind: `example: 612 places, the first at
 * openapi.yaml:57`.
 */
export function problemsText(problems: readonly Problem[]): string {
  if (problems.length <= mostProblems) return problems.map(problemText).join("\n");
  const groups = [...groupBy(problems, kindOf)].toSorted(
    ([, { length: a }], [, { length: b }]) => b - a,
  );
  const summary = groups.map(([kind, members]) => {
    const [{ file, line } = { file: "", line: 0 }] = members.map(({ location }) => location);
    const places = members.length === 1 ? "1 place" : `${members.length} places`;
    return terminalText(`${kind}: ${places}, the first at ${file}:${line}`);
  });
  const listed = new Set(groups.flatMap(([, members]) => members.slice(0, mostOfKind)));
  const places = problems.filter((problem) => listed.has(problem)).map(problemText);
  const hidden = problems.length - places.length;
  const more = hidden > 0 ? [`and ${hidden} more of the same kinds`] : [];
  return [...summary, "", ...places, ...more].join("\n");
}

function kindOf({ kind, message }: Problem): string {
  return kind ?? message;
}

/** A contract that cannot be read. Its message lists every problem by {@link problemsText}. */
export class ContractError extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problemsText(problems));
    this.name = "ContractError";
    this.problems = problems;
  }
}

/** The kind of a problem of security. */
export const undeclaredScheme = "undeclared security scheme";

/**
 * What a contract omits, in lines: `12 of 104 operations are omitted:`, then how many for each kind
 * of problem, with the first of them. Empty: nothing.
 */
export function omittedLines({ omitted, operations, problems }: Contract): string[] {
  const [undeclared] = problems.filter(({ kind }) => kind === undeclaredScheme);
  const notes = undeclared === undefined ? [] : [problemText(undeclared)];
  if (omitted.length === 0) return notes;
  const reasons = [
    ...groupBy(
      omitted.flatMap(({ problems }) => [...groupBy(problems, kindOf).values()]),
      ([problem]) => problem && kindOf(problem),
    ).values(),
  ].toSorted(({ length: a }, { length: b }) => b - a);
  const count = (number: number): string => `${number} operation${number === 1 ? "" : "s"}`;
  const verb = omitted.length === 1 ? "is" : "are";
  return [
    `${omitted.length} of ${count(omitted.length + operations.length)} ${verb} omitted:`,
    ...reasons.map(
      (members) => `  ${count(members.length)}: ${members[0]?.[0] && problemText(members[0][0])}`,
    ),
    ...notes,
  ];
}
