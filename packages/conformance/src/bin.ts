#!/usr/bin/env node
import { progressLine } from "./report/progress.ts";
import { runVerify } from "./verify/command.ts";

const shown = process.stderr.isTTY === true;

// Whoever reads the output may have seen enough, as `head` has.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

// The first ends the run with a report of what was done, the second everything.
const interruption = new AbortController();
process.once("SIGINT", () => interruption.abort());

process.exitCode = await runVerify(process.argv.slice(2), {
  environment: process.env,
  print: (text) => void process.stdout.write(text),
  printError: (text) => void process.stderr.write(text),
  interrupted: interruption.signal,
  progress: shown ? (done, all) => void process.stderr.write(progressLine(done, all)) : undefined,
});
