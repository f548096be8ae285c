import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Task } from "./tally.ts";

/** Forgets the summaries of earlier runs, so that the next one is the only one. */
export function clearSummaries(root: string): void {
  rmSync(folder(root), { recursive: true, force: true });
  mkdirSync(folder(root), { recursive: true });
}

/** What a run of Turborepo came to. */
export interface RunSummary {
  readonly tasks: readonly Task[];
  /** How many tasks were under way when the run was interrupted. Turborepo lists none of them, and exits with 0. */
  readonly unfinished: number;
}

/**
 * What the run that was summarised last came to.
 * @throws {Error} There is no summary: Turborepo ended before it could write one.
 */
export function readSummary(root: string): RunSummary {
  const [file] = readdirSync(folder(root));
  if (file === undefined) throw new Error("Turborepo left no summary of its run.");
  const { execution, tasks }: { execution: { attempted: number }; tasks: Task[] } = JSON.parse(
    readFileSync(join(folder(root), file), "utf8"),
  );
  const finished = tasks.filter((each) => each.execution !== undefined);
  return { tasks, unfinished: Math.max(0, execution.attempted - finished.length) };
}

function folder(root: string): string {
  return join(root, ".turbo", "runs");
}
