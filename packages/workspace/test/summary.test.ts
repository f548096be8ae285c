import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { readTasks, summarize, type Task } from "../src/summary.ts";

const checks = ["lint", "test"];
const fine = { exitCode: 0 };
const broken = { exitCode: 1 };
const task = (name: string, task: string, execution?: Task["execution"]): Task => ({
  task,
  package: name,
  directory: `packages/${name}`,
  ...(execution === undefined ? {} : { execution }),
});

/** A repository with what Vitest reports of the workspace `one`. */
function rootWith(report?: object): string {
  const root = mkdtempSync(join(tmpdir(), "summary-"));
  const files = { "packages/one/.reports/vitest.json": report };
  for (const [path, value] of Object.entries(files)) {
    if (value === undefined) continue;
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), JSON.stringify(value).replaceAll("ROOT", root));
  }
  return root;
}

test("tests count one by one, a task without tests once, and a build not at all", () => {
  const tasks = [task("one", "test", fine), task("one", "lint", fine), task("one", "build", fine)];
  const root = rootWith({ numPassedTests: 7, numFailedTests: 0, testResults: [] });
  expect(summarize(root, tasks, checks)).toEqual({ passed: 8, failed: 0, lines: [] });
  expect(summarize(root, undefined, checks)).toMatchObject({ passed: 0, failed: 1 });
});

test("each failed test is listed with its file, its name and the first line of why", () => {
  const why = "Error: \u001b[31mexpected\u001b[39m 1\n    at a.ts";
  const failed = { fullName: "takes numbers", status: "failed", failureMessages: [why] };
  const file = { name: "ROOT/a.test.ts", status: "failed" };
  const testResults = [
    { ...file, assertionResults: [failed] },
    { ...file, message: "Cannot find x\n  at", assertionResults: [] },
  ];
  const report = { numPassedTests: 3, numFailedTests: 2, testResults };
  expect(summarize(rootWith(report), [task("one", "test", broken)], checks)).toEqual({
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
  const tasks = [task("two", "build", broken), task("two", "lint"), task("one", "test", broken)];
  const report = { numPassedTests: 2, numFailedTests: 0, testResults: [] };
  expect(summarize(rootWith(report), tasks, checks)).toMatchObject({ passed: 2, failed: 3 });
});

test("the tasks of a run are those of the first run since its start", () => {
  const root = mkdtempSync(join(tmpdir(), "runs-"));
  const started = Date.now() - 1000;
  const runs = { earlier: -1, nested: 500, own: 20 };
  mkdirSync(join(root, ".turbo/runs"), { recursive: true });
  for (const [name, delay] of Object.entries(runs)) {
    const run = { execution: { startTime: started + delay }, tasks: [task(name, "test")] };
    writeFileSync(join(root, `.turbo/runs/${name}.json`), JSON.stringify(run));
  }
  expect(readTasks(root, started)).toEqual([task("own", "test")]);
  expect(readTasks(root, Date.now() + 1000)).toBe(undefined);
});
