import { asksForHelp } from "./command-line.ts";
import { forgetReports, readTasks, summarize } from "./summary.ts";
import { root, runTurbo } from "./turbo.ts";

// `npm test`: lint, type checks and tests. `npm run thorough` runs the slow tests too.
const isThorough = process.argv[2] === "--thorough";
const args = process.argv.slice(isThorough ? 3 : 2);
const help = `Lints, checks types and runs ${isThorough ? "all" : "the fast"} tests. The last line
counts what passed and failed.

Usage: ${isThorough ? "npm run thorough" : "npm test"} -- [options]

  --filter=NAME   in one workspace only, such as @workflow-api/mock
  --force         run tasks again whose results are cached
  --help          print this help

Other options are those of turbo run.
`;

if (!asksForHelp(args, help)) {
  forgetReports(root);
  const checks = ["lint", "typecheck", "test"];
  const options = [
    "--continue=dependencies-successful",
    "--output-logs=new-only",
    "--log-order=grouped",
    `--concurrency=${isThorough ? "1" : "100%"}`,
  ];
  const env = isThorough ? { THOROUGH: "1" } : {};
  // The slow tests install packages as they are packed.
  if (isThorough) await runTurbo(["build", ...args, "--output-logs=errors-only"]);
  const started = Date.now();
  const code = await runTurbo([...checks, "--summarize", ...args, ...options], env);
  const { passed, failed, lines } = summarize(root, readTasks(root, started), checks);
  for (const line of lines) process.stdout.write(`${line}\n`);
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  process.exitCode = code;
}
