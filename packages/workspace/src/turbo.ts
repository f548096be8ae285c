import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { globSync } from "node:fs";
import { join } from "node:path";
import { environment, root } from "./environment.ts";
import { removeStaleOutput } from "./stale-output.ts";

/**
 * Runs Turborepo in the root of the repository, with its output on this terminal.
 * @param args What follows `turbo run`.
 * @returns Its exit code; 1 if it was ended by a signal.
 */
export async function runTurbo(...args: readonly string[]): Promise<number> {
  return finish(startTurbo(args, "inherit"));
}

/**
 * Runs Turborepo behind one line of text. What it prints is shown only if it fails.
 * @returns Whether it succeeded.
 */
export async function runTurboQuietly(what: string, ...args: readonly string[]): Promise<boolean> {
  const begun = performance.now();
  const child = startTurbo(
    [...args, "--output-logs=errors-only", "--log-order=grouped"],
    ["ignore", "pipe", "pipe"],
  );
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => output.push(chunk));
  const succeeded = (await finish(child)) === 0;
  if (succeeded) process.stdout.write(`${what} (${((performance.now() - begun) / 1000).toFixed(1)} s)\n`);
  else process.stderr.write(Buffer.concat(output));
  return succeeded;
}

function startTurbo(args: readonly string[], stdio: StdioOptions): ChildProcess {
  const windows = process.platform === "win32";
  const bin = join(root, "node_modules", ".bin", windows ? "turbo.cmd" : "turbo");
  return spawn(bin, ["run", ...args], { cwd: root, env: environment, shell: windows, stdio });
}

/** Its exit code. What the cache puts back comes beside what was built of other sources, such as another branch's. */
async function finish(child: ChildProcess): Promise<number> {
  const code = await exitCode(child);
  for (const workspace of globSync("{openapi,packages/*,apps/*}", { cwd: root })) {
    removeStaleOutput(join(root, workspace));
  }
  return code;
}

function exitCode(child: ChildProcess): Promise<number> {
  const stop = (): boolean => child.kill();
  process.once("exit", stop);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      process.off("exit", stop);
      resolve(code ?? 1);
    });
  });
}
