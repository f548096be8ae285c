import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import { fileURLToPath } from "node:url";
import { inspect } from "node:util";

// Programs that a command of the repository starts. They end with the command, whatever ends it:
// any signal, even SIGKILL, or the end of the process that started it.

const windows = process.platform === "win32";
const supervisor = fileURLToPath(new URL("supervisor.ts", import.meta.url));
const running = new Set<ChildProcess>();

/** The first signal that asked this command to stop. */
let received: NodeJS.Signals | undefined;
let receivedAt = Number.NEGATIVE_INFINITY;
const stopRequest = Promise.withResolvers<NodeJS.Signals>();

/** Fulfilled when this command is asked to stop. Its programs have been asked to stop by then. */
export const stopRequested: Promise<NodeJS.Signals> = stopRequest.promise;

/** The signal that asked this command to stop, if one did. */
export function receivedSignal(): NodeJS.Signals | undefined {
  return received;
}

/** A command cannot go on. The message says why and what to do; a stack would only hide it. */
export class CommandError extends Error {
  override readonly name: string = "CommandError";
  /** 1 if it cannot go on, 2 if the command line is wrong. */
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/**
 * Prints why a command failed, with a stack if that was unexpected. What an interruption breaks is
 * not reported.
 *
 * @returns The exit code.
 */
export function reportFailure(error: unknown): number {
  if (received !== undefined) return exitCodeOf(received);
  const isExpected =
    error instanceof CommandError || (error instanceof Error && "syscall" in error);
  process.stderr.write(`${isExpected ? error.message : inspect(error)}\n`);
  return error instanceof CommandError ? error.exitCode : 1;
}

/**
 * Prepares this process to start programs: signals reach them, a closed output is ignored, a
 * failure is reported, and the process stops when the one that started it has ended.
 */
export function prepareCommand(): void {
  process.once("uncaughtException", (error) => process.exit(reportFailure(error)));
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => stop(signal));
  process.once("exit", (code) => {
    if (received !== undefined && code !== 0) process.stderr.write("Stopped before the end.\n");
  });
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) stop("SIGTERM");
  }, 500).unref();
}

function stop(signal: NodeJS.Signals): void {
  // A Ctrl-C comes twice, from the terminal and from npm; programs end at once at a second one.
  const now = performance.now();
  if (now - receivedAt < 1000) return;
  receivedAt = now;
  received ??= signal;
  for (const child of running) endGroup(child, signal);
  stopRequest.resolve(received);
}

/**
 * Starts a program in a process group of its own, which ends when this process is gone.
 *
 * @param options - Those of `spawn`, with three entries in `stdio`.
 */
export function startProgram(
  command: string,
  args: readonly string[],
  options: SpawnOptions & { readonly stdio: readonly ("ignore" | "inherit" | "pipe")[] },
): ChildProcess {
  const child = spawn(process.execPath, [supervisor, command, ...args], {
    ...options,
    detached: !windows,
    stdio: [...options.stdio, "ipc"],
  });
  running.add(child);
  child.once("exit", () => {
    running.delete(child);
    endGroup(child, "SIGTERM");
  });
  return child;
}

/**
 * Waits until a program that `startProgram` started has ended and its output has been read.
 *
 * @returns Its exit code; 128 and the number of the signal if one ended it.
 */
export async function waitForEnd(child: ChildProcess): Promise<number> {
  return await new Promise((resolve) => {
    child.once("close", (code, signal) => resolve(code ?? exitCodeOf(signal ?? "SIGKILL")));
  });
}

/** Asks every program that still runs to stop, and waits for it. */
export async function stopPrograms(): Promise<void> {
  const children = [...running];
  const exits = children.map((child) => once(child, "exit"));
  for (const child of children) endGroup(child, "SIGTERM");
  await Promise.all(exits);
}

/** The exit code of a program that a signal ended, as shells report it: 130 for Ctrl-C. */
export function exitCodeOf(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}

/** Windows has neither process groups nor signals. */
function endGroup({ pid, exitCode }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  if (windows) {
    if (exitCode === null) spawnSync("taskkill", ["/PID", String(pid), "/T", "/F"]);
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // The group has no process left.
  }
}
