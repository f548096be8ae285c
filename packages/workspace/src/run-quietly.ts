import { spawn } from "node:child_process";
import { environment } from "./environment.ts";

/** A program, and where it runs. */
export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Whether it is a command of npm, which Windows finds by a shell. */
  readonly isScript?: boolean;
}

/**
 * Runs a program that ends with this one at the latest. What it prints is shown only if it fails.
 * @returns Whether it succeeded.
 */
export async function runQuietly({ command, args, cwd, isScript = false }: Program): Promise<boolean> {
  const child = spawn(command, args, {
    cwd,
    env: environment,
    shell: isScript && process.platform === "win32",
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => output.push(chunk));
  const stop = (): boolean => child.kill();
  process.once("exit", stop);
  const succeeded = await new Promise<boolean>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve(code === 0));
  });
  process.off("exit", stop);
  if (!succeeded) process.stderr.write(Buffer.concat(output));
  return succeeded;
}
