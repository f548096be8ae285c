import { spawn } from "node:child_process";
import { join } from "node:path";
import { environment, root } from "./environment.ts";

/**
 * Runs Turborepo in the root of the repository, with its output on this terminal.
 * @param args What follows `turbo run`.
 * @returns Its exit code; 1 if it was ended by a signal.
 */
export async function runTurbo(...args: readonly string[]): Promise<number> {
  const bin = join(root, "node_modules", ".bin", process.platform === "win32" ? "turbo.cmd" : "turbo");
  const child = spawn(bin, ["run", ...args], {
    cwd: root,
    env: environment,
    shell: process.platform === "win32",
    stdio: "inherit",
  });
  const stop = (): boolean => child.kill();
  process.once("exit", stop);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => {
      process.off("exit", stop);
      resolve(code ?? 1);
    });
  });
}
