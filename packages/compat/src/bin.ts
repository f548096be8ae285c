#!/usr/bin/env node
import { runCompat } from "./command.ts";

process.exitCode = await runCompat(process.argv.slice(2), {
  print: (text) => process.stdout.write(text),
  printError: (text) => process.stderr.write(text),
});
