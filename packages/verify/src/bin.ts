#!/usr/bin/env node
import { runProgram } from "@workflow-api/contract/command-line";
import { runVerify } from "./command.ts";

const interruption = new AbortController();

await runProgram((args, output) =>
  runVerify(args, {
    ...output,
    environment: process.env,
    interrupted: interruption.signal,
    showProgress: process.stderr.isTTY
      ? (line) =>
          void process.stderr.write(`\r\u001b[K${line.slice(0, process.stderr.columns - 1)}`)
      : undefined,
    // The first signal ends the run with a report so far, the second ends the program. Before, the
    // cases are derived without a pause: a handler would wait for the end of that.
    onStart() {
      process.once("SIGINT", () => interruption.abort(130));
      process.once("SIGTERM", () => interruption.abort(143));
    },
  }),
);
