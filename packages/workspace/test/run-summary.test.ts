import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { clearSummaries, readSummary } from "../src/run-summary.ts";

const lint = { task: "lint", package: "one", directory: "packages/one", execution: { exitCode: 0 } };
const blocked = { task: "test", package: "two", directory: "packages/two" };

/** A repository whose last run has such a summary. */
function repositoryWith(summary?: {
  execution: { attempted: number; exitCode: number };
  tasks: object[];
}): string {
  const root = mkdtempSync(join(tmpdir(), "summary-"));
  clearSummaries(root);
  if (summary !== undefined) writeFileSync(join(root, ".turbo/runs/a.json"), JSON.stringify(summary));
  return root;
}

test("A run that ended tells its tasks, those too that never ran", () => {
  const root = repositoryWith({ execution: { attempted: 1, exitCode: 1 }, tasks: [lint, blocked] });
  expect(readSummary(root)).toEqual({ tasks: [lint, blocked], unfinished: 0 });
});

test("A run that was interrupted tells what did not end, though Turborepo reports success", () => {
  const root = repositoryWith({ execution: { attempted: 3, exitCode: 0 }, tasks: [lint] });
  expect(readSummary(root).unfinished).toBe(2);
});

test("A run without a summary is an error", () => {
  expect(() => readSummary(repositoryWith())).toThrow("no summary");
});
