#!/usr/bin/env node
import { runVerify } from "./command.ts";

const started = performance.now();

/**
 * How far a run is, written over the line before; nothing to do clears it. What takes no two
 * seconds is not told.
 */
function showProgress(sent: number, all: number): void {
  if (performance.now() - started < 2000) return;
  const bar = "█".repeat((30 * sent) / Math.max(all, 1)).padEnd(30, "░");
  process.stderr.write(all === 0 ? "\r\u001b[K" : `\r${bar} ${sent} of ${all} cases`);
}

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
  onProgress: process.stderr.isTTY === true ? showProgress : () => undefined,
});
