import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Task } from "./tally.ts";

/** Forgets the summaries of earlier runs, so that the next one is the only one. */
export function clearSummaries(root: string): void {
  rmSync(folder(root), { recursive: true, force: true });
  mkdirSync(folder(root), { recursive: true });
}

/**
 * The tasks of the run that was summarised last.
 * @throws {Error} There is no summary: Turborepo ended before it could write one.
 */
export function readSummary(root: string): Task[] {
  const [file] = readdirSync(folder(root));
  if (file === undefined) throw new Error("Turborepo left no summary of its run.");
  const { tasks }: { tasks: Task[] } = JSON.parse(readFileSync(join(folder(root), file), "utf8"));
  return tasks;
}

function folder(root: string): string {
  return join(root, ".turbo", "runs");
}
