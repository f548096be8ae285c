import { globSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "./environment.ts";
import { failedTests } from "./failed-tests.ts";
import { clearSummaries, readSummary } from "./run-summary.ts";
import { add, report, type Task, tally } from "./tally.ts";
import { asksForHelp, taskHelp } from "./task-help.ts";
import { runTurbo } from "./turbo.ts";

// `npm test`: everything that must hold, and how much of it does.
const checks = ["lint", "typecheck", "test"];

if (asksForHelp(process.argv.slice(2))) {
  const what = "Runs lint, type checks and tests of every workspace, and counts what passed and failed.";
  process.stdout.write(taskHelp("npm test", what));
  process.exit();
}

// A report that is left from an earlier run must not speak for this one: what is cached is put back by Turborepo.
for (const file of globSync(`{openapi,packages/*,apps/*}/${report}`, { cwd: root })) rmSync(join(root, file));
clearSummaries(root);

const exitCode = await runTurbo(
  ...checks,
  ...process.argv.slice(2),
  "--summarize",
  "--continue=dependencies-successful",
  "--output-logs=new-only",
  // The tests of one workspace fill the cores, but for when they wait for browsers and for programs that start.
  "--concurrency=100%",
  "--log-order=grouped",
);
const summary = readSummary(root);
const tasks = summary.tasks.filter((task) => checks.includes(task.task) || !succeeded(task));
for (const task of tasks.filter((each) => !succeeded(each))) {
  process.stdout.write(`FAILED ${task.package} ${task.task}\n`);
  for (const line of failedTests(root, task)) process.stdout.write(`  ${line}\n`);
}
if (summary.unfinished > 0) process.stdout.write(`INTERRUPTED, ${summary.unfinished} tasks did not end\n`);
const interrupted = { passed: 0, failed: summary.unfinished };
const { passed, failed } = add([...tasks.map((task) => tally(root, task)), interrupted]);
process.exitCode = exitCode === 0 && failed === 0 ? 0 : 1;
process.stdout.write(`${passed} passed, ${failed} failed\n`);

function succeeded({ execution }: Task): boolean {
  return execution?.exitCode === 0;
}
