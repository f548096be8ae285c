import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { failedTests } from "../src/failed-tests.ts";
import { report } from "../src/tally.ts";

const task = { task: "test", package: "one", directory: "packages/one" };

function rootWith(...testResults: readonly object[]): string {
  const root = mkdtempSync(join(tmpdir(), "failed-tests-"));
  const file = join(root, task.directory, report);
  mkdirSync(dirname(file), { recursive: true });
  const placed = testResults.map((each) => ({ ...each, name: join(root, "packages/one/test/a.test.ts") }));
  writeFileSync(file, JSON.stringify({ testResults: placed }));
  return root;
}

test("a failed test is told with its file, its name, and the first line of why", () => {
  const assertionResults = [
    { fullName: "adds numbers", status: "passed", failureMessages: [] },
    {
      fullName: "takes numbers",
      status: "failed",
      failureMessages: ["Error: \u001b[31mexpected\u001b[39m 1\n    at a.ts"],
    },
  ];
  expect(failedTests(rootWith({ status: "failed", message: "", assertionResults }), task)).toEqual([
    "packages/one/test/a.test.ts: takes numbers: Error: expected 1",
  ]);
});

test("a file that could not be run is told with why", () => {
  const broken = { status: "failed", message: "Cannot find x\n  at", assertionResults: [] };
  const fine = { status: "passed", message: "", assertionResults: [] };
  expect(failedTests(rootWith(broken, fine), task)).toEqual(["packages/one/test/a.test.ts: Cannot find x"]);
});

test("a task that is no test, or left no report, has none to tell", () => {
  expect(failedTests(mkdtempSync(join(tmpdir(), "failed-tests-")), task)).toEqual([]);
  const broken = { status: "failed", message: "left from the tests", assertionResults: [] };
  expect(failedTests(rootWith(broken), { ...task, task: "lint" })).toEqual([]);
});
