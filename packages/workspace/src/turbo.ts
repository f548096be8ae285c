import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { join } from "node:path";
import { environment, root } from "./environment.ts";

/**
 * Runs Turborepo in the root of the repository, with its output on this terminal.
 * @param args What follows `turbo run`.
 * @returns Its exit code; 1 if it was ended by a signal.
 */
export async function runTurbo(...args: readonly string[]): Promise<number> {
  return exitCode(startTurbo(args, "inherit"));
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
  const succeeded = (await exitCode(child)) === 0;
  if (succeeded) process.stdout.write(`${what} (${((performance.now() - begun) / 1000).toFixed(1)} s)\n`);
  else process.stderr.write(Buffer.concat(output));
  return succeeded;
}

function startTurbo(args: readonly string[], stdio: StdioOptions): ChildProcess {
  const windows = process.platform === "win32";
  const bin = join(root, "node_modules", ".bin", windows ? "turbo.cmd" : "turbo");
  return spawn(bin, ["run", ...args], { cwd: root, env: environment, shell: windows, stdio });
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
