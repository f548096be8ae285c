import type { SourceLocation } from "./model.ts";

/** One thing that is wrong with a contract, and where. */
export interface Problem {
  readonly message: string;
  readonly location: SourceLocation;
}

/** A contract cannot be read. The message lists each problem as `file:line:column message (pointer)`, without the pointer to a whole document. */
export class ContractError extends Error {
  override readonly name: string = "ContractError";
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(formatProblem).join("\n"));
    this.problems = problems;
  }
}

function formatProblem({ message, location }: Problem): string {
  const file = shortened(location.file);
  const place = location.pointer === "" ? "" : ` (${location.pointer})`;
  return `${file}:${location.line}:${location.column} ${message}${place}`;
}

/** The path from the folder of the process, for a file in it. A browser has no folder. */
function shortened(file: string): string {
  const folder = globalThis.process?.cwd?.();
  const inside = folder !== undefined && /[\\/]/.test(file.charAt(folder.length)) && file.startsWith(folder);
  return inside ? file.slice(folder.length + 1) : file;
}
