import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { CommandError, startProgram } from "./children.ts";
import { environment, root } from "./turbo.ts";

/**
 * Starts a program of a workspace, with its output on this terminal, and waits until it prints
 * where it listens.
 *
 * @param folder - That of the workspace, from the root.
 * @param args - What follows `node` in that folder.
 * @throws {CommandError} It ended before.
 */
export async function startService(
  folder: string,
  ...args: readonly string[]
): Promise<ChildProcess> {
  const child = startProgram(process.execPath, args, {
    cwd: join(root, folder),
    env: environment,
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise<void>((resolve, reject) => {
    child.once("exit", () => reject(new CommandError(`${folder} did not start: see above.`)));
    child.stdout?.on("data", (chunk: Buffer) => {
      process.stdout.write(chunk);
      if (/https?:\/\/\S+/.test(chunk.toString())) resolve();
    });
  });
  return child;
}

/**
 * Fails early if another program listens on a port.
 *
 * @param change - The command that chooses another port.
 * @throws {CommandError} One does.
 */
export async function assertPortFree(
  port: number,
  change: (port: number) => string,
): Promise<void> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch (error) {
    const isTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
    if (!isTaken) throw error;
    throw new CommandError(
      `Port ${port} is in use. Choose another: ${change((port % 65_535) + 1)}`,
    );
  }
  server.close();
}
