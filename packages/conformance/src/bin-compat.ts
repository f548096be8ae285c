#!/usr/bin/env node
import { runCompat } from "./compat/command.ts";

process.exitCode = await runCompat(process.argv.slice(2), {
  print: (text) => void process.stdout.write(text),
  printError: (text) => void process.stderr.write(text),
});
