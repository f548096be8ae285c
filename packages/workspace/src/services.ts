import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { environment, root } from "./turbo.ts";

/** A command cannot go on. The message says why and what to do, so that a stack would only hide it. */
export class StartError extends Error {
  override readonly name: string = "StartError";
  readonly exitCode: number;

  /** @param exitCode - 1 if it cannot go on, 2 if the command line is wrong. */
  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Programs that run until they are stopped together. */
export interface Services {
  /**
   * Starts a script of a workspace, with its output on this terminal, and waits until it prints where it listens.
   *
   * @param folder - That of the workspace, from the root.
   * @throws {StartError} It ended before.
   */
  start(folder: string, script: readonly string[]): Promise<void>;
  /** Fulfilled with the folder of the first program that ends without being stopped. */
  readonly ended: Promise<string>;
  /** Stops all, and waits until they have ended. */
  stop(): Promise<void>;
}

/** No program runs yet. */
export function createServices(): Services {
  const running = new Set<ChildProcess>();
  let tellEnded: (folder: string) => void = () => undefined;
  const ended = new Promise<string>((resolve) => {
    tellEnded = resolve;
  });
  return {
    ended,
    start: async (folder, script) => {
      const child = spawn(process.execPath, script, {
        cwd: join(root, folder),
        env: environment,
        stdio: ["ignore", "pipe", "inherit"],
      });
      running.add(child);
      child.once("exit", () => {
        running.delete(child);
        tellEnded(folder);
      });
      await new Promise<void>((resolve, reject) => {
        child.once("exit", () => reject(new StartError(`${folder} did not start; see above.`)));
        child.stdout.on("data", (chunk: Buffer) => {
          process.stdout.write(chunk);
          if (/https?:\/\/\S+/.test(chunk.toString())) resolve();
        });
      });
    },
    stop: async () => {
      const exits = [...running].map((child) => once(child, "exit"));
      for (const child of running) child.kill("SIGTERM");
      await Promise.all(exits);
    },
  };
}

/**
 * Makes sure that this process may listen on a port, before time is spent on what will.
 *
 * @param change - What to type to choose another port.
 * @throws {StartError} Another program listens there, or only an administrator may.
 */
export async function assertPortFree(port: number, change: (port: number) => string): Promise<void> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EADDRINUSE")
      throw new StartError(
        `Port ${port} is in use. Stop what listens there, or choose another one: ${change(port === 65_535 ? 4011 : port + 1)}`,
      );
    if (code === "EACCES")
      throw new StartError(
        `Port ${port} is for administrators. Choose one from 1024: ${change(Math.max(port + 4000, 4011))}`,
      );
    throw error;
  }
  server.close();
}
