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
 * Fails early if this process cannot listen on a port.
 *
 * @param change - The command that chooses another port.
 * @throws {CommandError} Another program listens there, or only an administrator may.
 */
export async function assertPortFree(
  port: number,
  change: (port: number) => string,
): Promise<void> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const other = change(port < 1024 ? port + 4000 : (port % 65_535) + 1);
    const reasons: Readonly<Record<string, string>> = {
      EACCES: `Port ${port} is for administrators. Choose another: ${other}`,
      EADDRINUSE: `Port ${port} is in use. Choose another: ${other}`,
      EADDRNOTAVAIL:
        "This machine has no 127.0.0.1. Start each alone: npm run mock -- --host ::1, " +
        "and npm run start -w apps/docs -- --host ::1",
    };
    const reason = reasons[code];
    if (reason === undefined) throw error;
    throw new CommandError(reason);
  }
  server.close();
}
