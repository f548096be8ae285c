#!/usr/bin/env node
import { runProgram } from "@workflow-api/contract/command-line";
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

// While requests are sent, the first signal ends the run with a report so far, the second ends the
// program. Before, the cases are derived without a pause: a handler would wait for the end of that.
const interruption = new AbortController();
const handlers = [
  ["SIGINT", () => interruption.abort(130)],
  ["SIGTERM", () => interruption.abort(143)],
] as const;
let isSending = false;

function onProgress(sent: number, all: number): void {
  if (!isSending) for (const [signal, handle] of handlers) process.once(signal, handle);
  isSending = true;
  if (process.stderr.isTTY === true) showProgress(sent, all);
}

await runProgram(
  async (args, output) =>
    await runVerify(args, {
      ...output,
      environment: process.env,
      interrupted: interruption.signal,
      onProgress,
    }),
);
