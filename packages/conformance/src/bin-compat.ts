#!/usr/bin/env node
import { constants } from "node:os";
import { runCompat } from "./compat/command.ts";

// Whoever reads the output may have seen enough, as `head` has.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

// A signal alone would leave the temporary files behind.
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => process.exit(128 + constants.signals[signal]));
}

try {
  process.exitCode = await runCompat(process.argv.slice(2), {
    print: (text) => void process.stdout.write(text),
    printError: (text) => void process.stderr.write(text),
  });
} catch (error) {
  // Node would end with 1, which says that something breaks.
  console.error(error);
  process.exitCode = 2;
}
