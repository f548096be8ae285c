import { forgetRuns, summarize } from "./summary.ts";
import { root, runTurbo } from "./turbo.ts";

// `npm test`: everything that must hold, and how much of it does. With `--thorough` also what takes a night.
const args = process.argv.slice(2);
const isThorough = args.includes("--thorough");

if (args.includes("--help") || args.includes("-h")) {
  process.stdout.write(`Lints, checks types and tests every workspace; the last line counts what passed and failed.

Usage: npm test -- [options]
       npm run thorough -- [options]   the slow tests too

  --filter=NAME   in one workspace only, such as @workflow-api/mock
  --force         run again what the cache holds
  --help          this text
`);
} else {
  forgetRuns(root);
  const checks = ["lint", "typecheck", "test"];
  const options = [
    ...args.filter((arg) => arg !== "--thorough"),
    "--summarize",
    "--continue=dependencies-successful",
    "--output-logs=new-only",
    "--log-order=grouped",
    `--concurrency=${isThorough ? "1" : "100%"}`,
  ];
  const code = await runTurbo([...checks, ...options], isThorough ? { THOROUGH: "1" } : {});
  const { passed, failed, lines } = summarize(root, checks);
  for (const line of lines) process.stdout.write(`${line}\n`);
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  process.exitCode = code === 0 && failed === 0 ? 0 : 1;
}
