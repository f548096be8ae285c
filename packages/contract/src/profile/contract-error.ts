import type { SourceLocation } from "../model.ts";

/** Something that is wrong with a contract, and where. */
export interface Problem {
  /** What is wrong and what to write instead, without its place. */
  readonly message: string;
  readonly location: SourceLocation;
  /** What it is summed up with, such as the name of a field. Default: its message without names. */
  readonly kind?: string;
}

/**
 * A problem in one line: `openapi.yaml:57: parameter "filter" has style deepObject, …
 * (/paths/~1cages/get/parameters/0/style)`.
 */
export function problemText({ message, location: { file, line, pointer } }: Problem): string {
  return `${file}:${line}: ${message}${pointer === "" ? "" : ` (${pointer})`}`;
}

/** A contract that cannot be used. Its message lists every problem, one a line. */
export class ContractError extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(problemText).join("\n"));
    this.name = "ContractError";
    this.problems = problems;
  }
}
