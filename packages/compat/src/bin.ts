#!/usr/bin/env node
import { runCompat } from "./command.ts";

// A reader such as `head` may close standard output early: the exit code still counts.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") return;
  process.stderr.write(`The report cannot be written: ${error.message}\n`);
  process.exit(2);
});
process.stderr.on("error", () => undefined);

const signals = [
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const;
for (const [signal, code] of signals)
  process.once(signal, () => {
    process.stderr.write("Stopped: nothing is known.\n");
    process.exit(code);
  });

process.exitCode = await runCompat(process.argv.slice(2), {
  print: (text) => void process.stdout.write(text),
  printError: (text) => void process.stderr.write(text),
});
