import { existsSync, globSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

/** The outcome of a run. */
export interface Summary {
  readonly passed: number;
  readonly failed: number;
  /**
   * Each task that failed, and below it each failed test with its file and the first line of its
   * error.
   */
  readonly lines: readonly string[];
}

/** A task in Turborepo's summary of a run. */
interface Task {
  readonly task: string;
  readonly package: string;
  /** The folder of the workspace, from the root. */
  readonly directory: string;
  /** `undefined`: it never ran, because what it depends on failed. */
  readonly execution?: { readonly exitCode?: number };
}

/** What Vitest reports of a workspace. */
interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    /** The path of the file. */
    readonly name: string;
    readonly status: string;
    /** Why the file itself failed. */
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** Removes the reports of earlier runs. Turborepo restores those of cached tasks. */
export function forgetRuns(root: string): void {
  for (const file of globSync("{openapi,packages/*,apps/*}/.reports/vitest.json", { cwd: root }))
    rmSync(join(root, file));
  rmSync(join(root, ".turbo", "runs"), { recursive: true, force: true });
}

/**
 * Counts the tests of a run. A task without tests is one check. One that failed without a failed
 * test counts as one failure, so that nothing that fails is lost; a task that others wait for
 * counts only if it failed.
 *
 * @param checks - The tasks that count.
 */
export function summarize(root: string, checks: readonly string[]): Summary {
  const tasks = readTasks(root);
  if (tasks === undefined)
    return { passed: 0, failed: 1, lines: ["Turborepo did not run: see above."] };
  const counts = tasks
    .map((task) => ({ ...task, isFailed: task.execution?.exitCode !== 0 }))
    .filter(({ task, isFailed }) => checks.includes(task) || isFailed)
    .map(({ task, package: name, directory, isFailed }) => {
      const report = task === "test" ? readReport(join(root, directory)) : undefined;
      const failed = isFailed ? Math.max(report?.numFailedTests ?? 0, 1) : 0;
      const lines = isFailed ? [`FAILED ${name} ${task}`, ...failuresOf(root, report)] : [];
      return { passed: report?.numPassedTests ?? (isFailed ? 0 : 1), failed, lines };
    });
  return {
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    failed: counts.reduce((sum, { failed }) => sum + failed, 0),
    lines: counts.flatMap(({ lines }) => lines),
  };
}

/** @returns `undefined`: Turborepo ended before it could write the summary of its run. */
function readTasks(root: string): Task[] | undefined {
  const folder = join(root, ".turbo", "runs");
  const [file] = existsSync(folder) ? readdirSync(folder) : [];
  if (file === undefined) return undefined;
  return JSON.parse(readFileSync(join(folder, file), "utf8")).tasks;
}

function readReport(folder: string): Report | undefined {
  const file = join(folder, ".reports", "vitest.json");
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}

function failuresOf(root: string, report: Report | undefined): string[] {
  return (report?.testResults ?? []).flatMap(({ assertionResults, message, name, status }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((each) => each.status === "failed");
    if (failed.length === 0) return status === "failed" ? [lineOf(file, message)] : [];
    return failed.map(({ failureMessages: [why = ""], fullName }) => lineOf(file, fullName, why));
  });
}

function lineOf(...parts: readonly string[]): string {
  const first = (text: string): string =>
    stripVTControlCharacters(text.trim().split("\n")[0] ?? "");
  return `  ${parts.map(first).join(": ")}`;
}
