import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, readFileSync } from "node:fs";
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

/** A run of Turborepo, in its own summary of it. */
export interface TurboRun {
  readonly execution: {
    /** `turbo run` with tasks and options. */
    readonly command: string;
    /** In milliseconds. */
    readonly startTime: number;
    /** How many tasks began, and how many of them ended in which way. */
    readonly attempted: number;
    readonly success: number;
    readonly failed: number;
    readonly cached: number;
  };
  readonly tasks: readonly Task[];
}

/** A task of a run. */
export interface Task {
  readonly task: string;
  readonly package: string;
  /** The folder of the workspace, from the root. */
  readonly directory: string;
  /** `undefined`: it never ran, because what it depends on failed. */
  readonly execution?: { readonly exitCode?: number };
}

/** What came of a run. */
export interface TurboResult {
  /** 0 only if every task that began has ended well. */
  readonly code: number;
  /** `undefined`: it ended before it could write its summary. */
  readonly run: TurboRun | undefined;
}

/**
 * Runs tasks with Turborepo in the root of the repository, with its output on this terminal.
 *
 * @param args - What follows `turbo run`.
 */
export async function runTurbo(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<TurboResult> {
  return await run(args, { env, stdio: "inherit" });
}

/**
 * Runs one task with one line on standard error in place of its output, which a failure shows.
 *
 * @param what - That line, once it has succeeded.
 * @throws {CommandError} It failed or was interrupted.
 */
export async function runTurboQuietly(what: string, ...args: readonly string[]): Promise<void> {
  const begun = performance.now();
  const quiet = ["--output-logs=errors-only", "--log-prefix=none"];
  // Otherwise npm adds six lines to what a failing script prints.
  const env = { NPM_CONFIG_LOGLEVEL: "silent" };
  const { code, output } = await run([...args, ...quiet], { env, stdio: "pipe" });
  if (code !== 0) throw new CommandError(`${output}The build did not end: see above.`, code);
  process.stderr.write(`${what} (${((performance.now() - begun) / 1000).toFixed(1)} s)\n`);
}

async function run(
  args: readonly string[],
  { env, stdio }: { readonly env: NodeJS.ProcessEnv; readonly stdio: "inherit" | "pipe" },
): Promise<TurboResult & { readonly output: string }> {
  const before = new Set(summaryFiles());
  const child = spawn(turboBinary(), ["run", ...args, "--summarize"], {
    cwd: root,
    env: { ...environment, ...env },
    stdio,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  const code = await exitCodeOf(child);
  const summary = ownSummary(
    args,
    summaryFiles().filter((file) => !before.has(file)),
  );
  return { code: code === 0 && !isComplete(summary) ? 1 : code, run: summary, output };
}

/** The exit code of a program, which gets the signals of this process until it ends. */
async function exitCodeOf(child: ChildProcess): Promise<number> {
  const forward = (signal: NodeJS.Signals): unknown => child.kill(signal);
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) process.on(signal, forward);
  const [code, signal] = await once(child, "close");
  for (const each of signals) process.off(each, forward);
  return code ?? 128 + constants.signals[signal as NodeJS.Signals];
}

/** Turborepo exits with 0 when it is interrupted, with fewer tasks ended than begun. */
export function isComplete(run: TurboRun | undefined): boolean {
  if (run === undefined) return false;
  const { attempted, cached, failed, success } = run.execution;
  return success + failed + cached >= attempted;
}

function summaryFiles(): string[] {
  return globSync(".turbo/runs/*.json", { cwd: root });
}

/**
 * The summary of a run among those that were written during it: tests run Turborepo, too, and all
 * that they run begins later.
 */
function ownSummary(args: readonly string[], files: readonly string[]): TurboRun | undefined {
  const option = args.findIndex((each) => each.startsWith("-"));
  const tasks = option === -1 ? args : args.slice(0, option);
  const command = ["turbo", "run", ...tasks].join(" ");
  const runs = files.map((file): TurboRun => JSON.parse(readFileSync(join(root, file), "utf8")));
  return runs
    .filter(({ execution }) => execution.command.startsWith(command))
    .toSorted((a, b) => a.execution.startTime - b.execution.startTime)[0];
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
