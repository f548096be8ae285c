#!/usr/bin/env node
import { runCompat } from "./compat/command.ts";

// Whoever reads the output may have seen enough, as `head` has.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

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
