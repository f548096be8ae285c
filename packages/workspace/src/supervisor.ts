import { spawn } from "node:child_process";
import { constants } from "node:os";

// `node supervisor.ts COMMAND ARGS`: runs a program, and ends its process group when the process
// that started this one is gone, which nobody else would notice after a SIGKILL. Its exit code is
// that of the program. Signals come to the whole group, so the program has them already.
const [command = "", ...args] = process.argv.slice(2);
const graceInMilliseconds = 15_000;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
const child = spawn(command, args, { stdio: "inherit", shell: process.platform === "win32" });
child.once("exit", (code, signal) => {
  process.exitCode = signal === null ? (code ?? 1) : 128 + constants.signals[signal];
  process.disconnect?.();
});
child.once("error", (error) => {
  process.stderr.write(`${command} cannot be started: ${error.message}\n`);
  process.exitCode = 127;
  process.disconnect?.();
});
process.once("disconnect", () => {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const end = (signal: NodeJS.Signals): void => {
    if (process.platform === "win32") child.kill();
    else process.kill(-process.pid, signal);
  };
  end("SIGTERM");
  setTimeout(() => end("SIGKILL"), graceInMilliseconds).unref();
});
