import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A task of a run of Turborepo, as its summary tells it. */
export interface Task {
  readonly task: string;
  readonly package: string;
  /** The folder of the workspace, from the root. */
  readonly directory: string;
  /** `undefined`: it never ran, because what it depends on failed. */
  readonly execution?: { readonly exitCode?: number };
}

/** What was checked, and what of it failed. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
}

/** Where Vitest leaves the report of a workspace. */
export const report: string = join(".reports", "vitest.json");

/**
 * Counts a task: the tests of its report, or the task itself as one check if it has none. A task that failed without
 * a failed test in its report counts as one failure, so that nothing that fails is lost.
 */
export function tally(root: string, { task, directory, execution }: Task): Tally {
  const succeeded = execution?.exitCode === 0;
  const tests = task === "test" ? readReport(join(root, directory, report)) : undefined;
  if (tests === undefined) return { passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1 };
  return { passed: tests.passed, failed: succeeded ? tests.failed : Math.max(tests.failed, 1) };
}

/** The sum of tallies. */
export function add(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }),
    { passed: 0, failed: 0 },
  );
}

function readReport(file: string): Tally | undefined {
  if (!existsSync(file)) return undefined;
  const { numPassedTests, numFailedTests }: { numPassedTests: number; numFailedTests: number } = JSON.parse(
    readFileSync(file, "utf8"),
  );
  return { passed: numPassedTests, failed: numFailedTests };
}
