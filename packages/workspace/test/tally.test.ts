import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { add, report, tally } from "../src/tally.ts";

function workspaceWith(reported?: { numPassedTests: number; numFailedTests: number }): string {
  const root = mkdtempSync(join(tmpdir(), "tally-"));
  const file = join(root, "packages/one", report);
  mkdirSync(dirname(file), { recursive: true });
  if (reported !== undefined) writeFileSync(file, JSON.stringify(reported));
  return root;
}

function task(name: string, exitCode?: number): Parameters<typeof tally>[1] {
  const execution = exitCode === undefined ? {} : { execution: { exitCode } };
  return { task: name, package: "one", directory: "packages/one", ...execution };
}

describe("a task counts", () => {
  test("as the tests of its report", () => {
    const root = workspaceWith({ numPassedTests: 7, numFailedTests: 2 });
    expect(tally(root, task("test", 1))).toEqual({ passed: 7, failed: 2 });
  });

  test("as one check if it is no test", () => {
    const root = workspaceWith({ numPassedTests: 7, numFailedTests: 2 });
    expect(tally(root, task("lint", 0))).toEqual({ passed: 1, failed: 0 });
    expect(tally(root, task("lint", 2))).toEqual({ passed: 0, failed: 1 });
  });

  test("as a failure if it never ran", () => {
    expect(tally(workspaceWith(), task("test"))).toEqual({ passed: 0, failed: 1 });
  });

  test("as a failure if it failed although every test of its report passed", () => {
    const root = workspaceWith({ numPassedTests: 7, numFailedTests: 0 });
    expect(tally(root, task("test", 1))).toEqual({ passed: 7, failed: 1 });
  });
});

test("tallies add up", () => {
  expect(
    add([
      { passed: 1, failed: 0 },
      { passed: 2, failed: 3 },
    ]),
  ).toEqual({ passed: 3, failed: 3 });
});
