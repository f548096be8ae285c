#!/usr/bin/env node
// `exec` for the command line of Windows. In a POSIX shell the builtin comes first: it replaces the
// shell, which would otherwise die of a Ctrl-C by itself and hide the exit code of the command.
import { spawn } from "node:child_process";

const [command, ...args] = process.argv.slice(2);
process.on("SIGINT", () => undefined);
spawn(command, args, { shell: true, stdio: "inherit" }).once("exit", (code) =>
  process.exit(code ?? 1),
);
