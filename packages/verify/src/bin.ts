#!/usr/bin/env node
import { runVerify } from "./command.ts";

const started = performance.now();

/**
 * How far a run is, written over the line before; nothing to do clears it. What takes no two
 * seconds is not shown.
 */
function showProgress(sent: number, all: number): void {
  if (performance.now() - started < 2000) return;
  const bar = "█".repeat((30 * sent) / Math.max(all, 1)).padEnd(30, "░");
  process.stderr.write(all === 0 ? "\r\u001b[K" : `\r${bar} ${sent} of ${all} cases`);
}

// A reader may have seen enough, as `head` has. A report that cannot be written has no readers.
process.stdout.on("error", ({ code, message }: NodeJS.ErrnoException) => {
  if (code === "EPIPE") return;
  process.stderr.write(`Standard output cannot be written: ${message}\n`);
  process.exitCode = 2;
});
process.stderr.on("error", () => undefined);

// The first signal ends the run with a report of what was done, the second everything.
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
