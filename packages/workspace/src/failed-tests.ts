import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { report, type Task } from "./tally.ts";

interface Report {
  readonly testResults: readonly {
    /** The path of the file. */
    readonly name: string;
    readonly status: string;
    /** Why the file as a whole failed. */
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/**
 * The tests of a task that failed, a line each: the file from the root, the name, and the first line of why. Nothing if it
 * left no report.
 */
export function failedTests(root: string, { task, directory }: Task): readonly string[] {
  const file = join(root, directory, report);
  if (task !== "test" || !existsSync(file)) return [];
  const { testResults }: Report = JSON.parse(readFileSync(file, "utf8"));
  return testResults.flatMap(({ assertionResults, message, name, status }) => {
    const path = relative(root, name);
    const failed = assertionResults.filter((each) => each.status === "failed");
    if (failed.length === 0) return status === "failed" ? [line(path, message)] : [];
    return failed.map(({ failureMessages: [why = ""], fullName }) => line(path, fullName, why));
  });
}

function line(...parts: readonly string[]): string {
  return parts.map((part) => stripVTControlCharacters(part.trim().split("\n")[0] ?? "")).join(": ");
}
