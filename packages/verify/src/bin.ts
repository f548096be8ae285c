#!/usr/bin/env node
import { runVerify } from "./command.ts";

const started = performance.now();

/**
 * The progress of a run, overwriting the previous line; nothing to do clears it. Runs of under two
 * seconds show none.
 */
function showProgress(sent: number, all: number): void {
  if (performance.now() - started < 2000) return;
  const bar = "█".repeat((30 * sent) / Math.max(all, 1)).padEnd(30, "░");
  process.stderr.write(all === 0 ? "\r\u001b[K" : `\r${bar} ${sent} of ${all} cases`);
}

// A reader such as `head` may close the output early. A report that cannot be written has no
// readers.
process.stdout.on("error", ({ code, message }: NodeJS.ErrnoException) => {
  if (code === "EPIPE") return;
  process.stderr.write(`Standard output cannot be written: ${message}\n`);
  process.exitCode = 2;
});
process.stderr.on("error", () => undefined);

// The first signal ends the run with a report so far, the second ends the program.
const interruption = new AbortController();
process.once("SIGINT", () => interruption.abort(130));
process.once("SIGTERM", () => interruption.abort(143));
process.once("SIGHUP", () => interruption.abort(129));

const code = await runVerify(process.argv.slice(2), {
  environment: process.env,
  print: (text) => void process.stdout.write(text),
  printError: (text) => void process.stderr.write(text),
  interrupted: interruption.signal,
  onProgress: process.stderr.isTTY === true ? showProgress : () => undefined,
});
process.exitCode ??= code;
