import { type ChildProcess, spawn } from "node:child_process";
import { environment, root } from "./environment.ts";
import { StartError } from "./start-error.ts";

/** Long-running programs of the repository, started and stopped together. */
export interface Services {
  /**
   * Starts a program on Node, its output on this terminal, and waits until it prints that it listens.
   * @param name What it is called in messages.
   * @param args What follows `node`.
   * @throws {StartError} It ended before it listened.
   */
  start(name: string, args: readonly string[], env?: NodeJS.ProcessEnv): Promise<void>;
  /** Stops all, and waits until they have ended. */
  stop(): Promise<void>;
  /** Fulfilled with the name of the first program that ends without being stopped. */
  readonly ended: Promise<string>;
}

/** No program runs yet. */
export function createServices(): Services {
  const running = new Map<ChildProcess, Promise<void>>();
  let stopping = false;
  let tellEnded: (name: string) => void = () => {};
  const ended = new Promise<string>((resolve) => {
    tellEnded = resolve;
  });
  const start = async (name: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<void> => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...environment, ...env },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const exit = new Promise<void>((resolve) => {
      child.once("exit", () => {
        running.delete(child);
        resolve();
        if (!stopping) tellEnded(name);
      });
    });
    running.set(child, exit);
    await listening(child, name);
  };
  const stop = async (): Promise<void> => {
    stopping = true;
    const exits = [...running.values()];
    for (const child of running.keys()) child.kill("SIGTERM");
    await Promise.all(exits);
  };
  return { start, stop, ended };
}

function listening(child: ChildProcess, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once("exit", () => reject(new StartError(`The ${name} did not start; see above.`)));
    child.once("error", reject);
    child.stdout?.on("data", (chunk: Buffer) => {
      process.stdout.write(chunk);
      if (/http:\/\/\S+/.test(chunk.toString())) resolve();
    });
  });
}
