import { spawn } from "node:child_process";
import { globSync } from "node:fs";
import { join } from "node:path";
import { environment, root } from "./environment.ts";
import { runQuietly } from "./run-quietly.ts";
import { removeStaleOutput } from "./stale-output.ts";

const windows = process.platform === "win32";
const turbo = join(root, "node_modules", ".bin", windows ? "turbo.cmd" : "turbo");

/**
 * Runs Turborepo in the root of the repository, with its output on this terminal.
 * @param args What follows `turbo run`.
 * @returns Its exit code; 1 if it was ended by a signal.
 */
export async function runTurbo(...args: readonly string[]): Promise<number> {
  const child = spawn(turbo, ["run", ...args], {
    cwd: root,
    env: environment,
    shell: windows,
    stdio: "inherit",
  });
  const stop = (): boolean => child.kill();
  process.once("exit", stop);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  process.off("exit", stop);
  tidy();
  return code ?? 1;
}

/**
 * Runs Turborepo behind one line of text. What it prints is shown only if it fails.
 * @returns Whether it succeeded.
 */
export async function runTurboQuietly(what: string, ...args: readonly string[]): Promise<boolean> {
  const begun = performance.now();
  const logs = ["--output-logs=errors-only", "--log-order=grouped"];
  const succeeded = await runQuietly({
    command: turbo,
    args: ["run", ...args, ...logs],
    cwd: root,
    isScript: true,
  });
  tidy();
  if (succeeded) process.stdout.write(`${what} (${((performance.now() - begun) / 1000).toFixed(1)} s)\n`);
  return succeeded;
}

/** What the cache puts back comes beside what was built of other sources, such as those of another branch. */
function tidy(): void {
  for (const workspace of globSync("{openapi,packages/*,apps/*}", { cwd: root })) {
    removeStaleOutput(join(root, workspace));
  }
}
