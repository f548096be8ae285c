import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { forgetRuns, summarize } from "../src/summary.ts";

const checks = ["lint", "test"];
const fine = { exitCode: 0 };
const broken = { exitCode: 1 };
const task = (name: string, task: string, execution?: object): object => ({
  task,
  package: name,
  directory: `packages/${name}`,
  execution,
});

/** A repository as a run of Turborepo leaves it. */
function rootWith(tasks: readonly object[], reports: Readonly<Record<string, object>>): string {
  const root = mkdtempSync(join(tmpdir(), "summary-"));
  const write = (path: string, value: object): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), JSON.stringify(value));
  };
  write(".turbo/runs/1.json", { tasks });
  for (const [name, report] of Object.entries(reports))
    write(`packages/${name}/.reports/vitest.json`, report);
  return root;
}

function reportOf(root: string, numPassedTests: number, ...results: readonly object[]): object {
  const testResults = results.map((each) => ({
    name: join(root, "a.test.ts"),
    status: "failed",
    message: "",
    assertionResults: [],
    ...each,
  }));
  return { numPassedTests, numFailedTests: results.length, testResults };
}

test("tests count one by one, a task without tests once, and a build not at all", () => {
  const tasks = [task("one", "test", fine), task("one", "lint", fine), task("one", "build", fine)];
  const root = rootWith(tasks, {
    one: { numPassedTests: 7, numFailedTests: 0, testResults: [] },
  });
  expect(summarize(root, checks)).toEqual({ passed: 8, failed: 0, lines: [] });
});

test("each failed test is listed with its file, its name and the first line of why", () => {
  const why = "Error: \u001b[31mexpected\u001b[39m 1\n    at a.ts";
  const failed = { fullName: "takes numbers", status: "failed", failureMessages: [why] };
  const root = rootWith([task("one", "test", broken)], {});
  const report = reportOf(
    root,
    3,
    { assertionResults: [failed] },
    { message: "Cannot find x\n  at" },
  );
  mkdirSync(join(root, "packages/one/.reports"), { recursive: true });
  writeFileSync(join(root, "packages/one/.reports/vitest.json"), JSON.stringify(report));
  expect(summarize(root, checks)).toEqual({
    passed: 3,
    failed: 2,
    lines: [
      "FAILED one test",
      "  a.test.ts: takes numbers: Error: expected 1",
      "  a.test.ts: Cannot find x",
    ],
  });
});

test("a task that failed without a failed test, or never ran, counts as a failure", () => {
  const tasks = [task("one", "build", broken), task("one", "lint"), task("two", "test", broken)];
  const two = { numPassedTests: 2, numFailedTests: 0, testResults: [] };
  expect(summarize(rootWith(tasks, { two }), checks)).toMatchObject({ passed: 2, failed: 3 });
});

test("an earlier run says nothing of the next one", () => {
  const root = rootWith([task("one", "test", fine)], { one: { numPassedTests: 7 } });
  forgetRuns(root);
  expect(summarize(root, checks)).toMatchObject({ passed: 0, failed: 1 });
});
