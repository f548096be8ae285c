import { existsSync, globSync, readFileSync, rmSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

/** A task of a run of Turborepo, as its summary of the run (`--summarize`) has it. */
export interface Task {
  readonly task: string;
  readonly package: string;
  /** The folder of the workspace, from the root. */
  readonly directory: string;
  /** `undefined`: it never ran, because what it depends on failed. */
  readonly execution?: { readonly exitCode?: number };
}

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

/** The summary of a run, in `.turbo/runs`. */
interface TurboRun {
  /** In milliseconds since 1970. */
  readonly execution: { readonly startTime: number };
  readonly tasks: readonly Task[];
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
export function forgetReports(root: string): void {
  for (const file of globSync("{openapi,packages/*,apps/*}/.reports/vitest.json", { cwd: root }))
    rmSync(join(root, file));
}

/**
 * The tasks of the first run of Turborepo since a time: tests run Turborepo, too, and all that they
 * run begins later.
 *
 * @param since - As `Date.now()` has it.
 * @returns `undefined`: it ended before it could write its summary.
 */
export function readTasks(root: string, since: number): readonly Task[] | undefined {
  const runs = globSync(".turbo/runs/*.json", { cwd: root })
    .map((file) => join(root, file))
    .filter((file) => statSync(file).mtimeMs >= since)
    .map((file): TurboRun => JSON.parse(readFileSync(file, "utf8")))
    .filter(({ execution }) => execution.startTime >= since);
  return runs.toSorted((a, b) => a.execution.startTime - b.execution.startTime)[0]?.tasks;
}

/**
 * Counts the tests of a run. A task without tests is one check. One that failed without a failed
 * test counts as one failure, so that nothing that fails is lost; a task that others wait for
 * counts only if it failed.
 *
 * @param tasks - Those of the run; `undefined`: it ended before it could say.
 * @param checks - The names of the tasks that count.
 */
export function summarize(
  root: string,
  tasks: readonly Task[] | undefined,
  checks: readonly string[],
): Summary {
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
