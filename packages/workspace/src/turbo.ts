import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { constants } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { CommandError } from "./command-line.ts";

/** The root folder of the repository. */
export const root: string = fileURLToPath(new URL("../../../", import.meta.url));

/**
 * The environment of every command of the repository: without telemetry, and with a cache for the
 * code that Node compiles.
 */
export const environment: NodeJS.ProcessEnv = {
  ...process.env,
  ASTRO_TELEMETRY_DISABLED: "1",
  DO_NOT_TRACK: "1",
  NODE_COMPILE_CACHE:
    process.env["NODE_COMPILE_CACHE"] ?? join(root, "node_modules", ".cache", "node"),
  REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
  REDOCLY_TELEMETRY: "off",
  SCARF_ANALYTICS: "false",
  TURBO_NO_UPDATE_NOTIFIER: "1",
  TURBO_PRINT_VERSION_DISABLED: "1",
  TURBO_TELEMETRY_DISABLED: "1",
};

/**
 * Runs tasks with Turborepo in the root of the repository, with its output on this terminal.
 *
 * @param args - What follows `turbo run`.
 * @returns The exit code. 0: every task has succeeded.
 */
export async function runTurbo(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<number> {
  return await exitCodeOf(startTurbo(args, env, "inherit"));
}

/**
 * Runs one task with one line on standard error in place of its output, which a failure shows.
 *
 * @param what - That line, once it has succeeded.
 * @throws {CommandError} It failed or was interrupted.
 */
export async function runTurboQuietly(what: string, ...args: readonly string[]): Promise<void> {
  const started = performance.now();
  const quiet = ["--output-logs=errors-only", "--log-prefix=none"];
  // Otherwise npm adds six lines to what a failing script prints.
  const child = startTurbo([...args, ...quiet], { NPM_CONFIG_LOGLEVEL: "silent" }, "pipe");
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  const code = await exitCodeOf(child);
  if (code !== 0) throw new CommandError(`${output}The build did not end: see above.`, code);
  process.stderr.write(`${what} (${((performance.now() - started) / 1000).toFixed(1)} s)\n`);
}

function startTurbo(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  stdio: "inherit" | "pipe",
): ChildProcess {
  return spawn(turboBinary(), ["run", ...args], {
    cwd: root,
    env: { ...environment, ...env },
    stdio,
  });
}

/**
 * The exit code of a program, which gets the signals of this process until it ends. After a signal
 * it is that of the signal: Turborepo exits with 0 when it is interrupted.
 */
async function exitCodeOf(child: ChildProcess): Promise<number> {
  let received: NodeJS.Signals | undefined;
  const forward = (signal: NodeJS.Signals): void => {
    received = signal;
    child.kill(signal);
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) process.on(signal, forward);
  await once(child, "close");
  for (const each of signals) process.off(each, forward);
  const ended = received ?? child.signalCode;
  return ended === null ? (child.exitCode ?? 1) : 128 + constants.signals[ended];
}

/** The program itself: its wrapper in JavaScript does not pass signals on. */
function turboBinary(): string {
  const { arch, platform } = process;
  const os = platform === "win32" ? "windows" : platform;
  const name = `@turbo/${os}-${arch === "x64" ? "64" : arch}/bin/turbo`;
  // It is a dependency of `turbo`, not of this workspace.
  const { resolve } = createRequire(createRequire(import.meta.url).resolve("turbo/package.json"));
  return resolve(os === "windows" ? `${name}.exe` : name);
}
