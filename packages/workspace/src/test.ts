import { prepareCommand, receivedSignal } from "./children.ts";
import { forgetRuns, summarize } from "./summary.ts";
import { asksForHelp, assertWritable, root, runTurbo } from "./turbo.ts";

// `npm test`: everything that must hold, and how much of it does. `npm run thorough` runs the slow
// tests too.
prepareCommand();
const isThorough = process.argv[2] === "--thorough";
const args = process.argv.slice(isThorough ? 3 : 2);
const what =
  "Lints, checks types and tests every workspace; the last line counts what passed and failed.";

if (!asksForHelp(args, isThorough ? "npm run thorough" : "npm test", what)) {
  assertWritable();
  forgetRuns(root);
  const checks = ["lint", "typecheck", "test"];
  const options = [
    "--summarize",
    "--continue=dependencies-successful",
    "--output-logs=new-only",
    "--log-order=grouped",
    `--concurrency=${isThorough ? "1" : "100%"}`,
  ];
  const code = await runTurbo(
    [...checks, ...args, ...options],
    isThorough ? { THOROUGH: "1" } : {},
  );
  process.exitCode = code;
  if (receivedSignal() !== undefined) process.stderr.write("The tests were stopped.\n");
  else {
    const { passed, failed, lines } = summarize(root, checks);
    for (const line of lines) process.stdout.write(`${line}\n`);
    process.stdout.write(`${passed} passed, ${failed} failed\n`);
  }
}
