import { relative } from "node:path";
import type { SourceLocation } from "./model.ts";

/** One thing that is wrong with a contract, and where. */
export interface Problem {
  readonly message: string;
  readonly location: SourceLocation;
}

/** A contract cannot be read. The message lists each problem as `file:line:column message (pointer)`. */
export class ContractError extends Error {
  override readonly name: string = "ContractError";
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(formatProblem).join("\n"));
    this.problems = problems;
  }
}

function formatProblem({ message, location }: Problem): string {
  const path = relative(process.cwd(), location.file);
  const file = path.startsWith("..") ? location.file : path;
  return `${file}:${location.line}:${location.column} ${message} (${location.pointer === "" ? "the whole document" : location.pointer})`;
}
