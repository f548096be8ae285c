import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:net";
import { ownEnv } from "./own-env.ts";

/** A command that runs in the background of a test, with what it has printed so far. */
export interface RunningCommand {
  /** Standard output and error, interleaved as they came. */
  output(): string;
  /** What of the output matches, once it does. @throws {Error} The command ended without it; the message holds the output. */
  printed(pattern: RegExp): Promise<string>;
  /** Sends a signal to the command and all that it started, as Ctrl-C in a terminal does. */
  signal(name: NodeJS.Signals): void;
  /** Fulfilled with the exit code; `null` if a signal ended it. */
  readonly exit: Promise<number | null>;
}

/** Starts a command in a process group of its own, in the environment that a person would start it in. */
export function runCommand(folder: string, command: string, ...args: readonly string[]): RunningCommand {
  const child: ChildProcess = spawn(command, args, {
    cwd: folder,
    detached: true,
    env: { ...ownEnv(), NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      for (const listener of listeners) listener();
    });
  }
  const exit = new Promise<number | null>((resolve) => child.once("close", resolve));
  const printed = (pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const [found] = pattern.exec(text) ?? [];
        if (found !== undefined) resolve(found);
      };
      listeners.add(look);
      look();
      void exit.then(() => reject(new Error(`It ended without printing ${pattern}:\n${text}`)));
    });
  const signal = (name: NodeJS.Signals): void => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, name);
  };
  return { output: () => text, printed, signal, exit };
}

/** A port of 127.0.0.1 that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address === "object" && address !== null) return address.port;
  throw new Error("The server has no port.");
}
