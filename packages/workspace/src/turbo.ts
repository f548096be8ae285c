import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The root folder of the repository. */
export const root: string = fileURLToPath(new URL("../../../", import.meta.url));

/**
 * The environment that every command of the repository runs in: nothing phones home, and what Node
 * compiles it keeps for the next program that loads it.
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

/** Prints the help of a command that runs tasks, if its arguments ask for it. */
export function asksForHelp(args: readonly string[], command: string, what: string): boolean {
  if (!args.includes("--help") && !args.includes("-h")) return false;
  process.stdout.write(`${what}

Usage: ${command} -- [options]

  --filter=NAME   in one workspace only, such as @workflow-api/mock
  --force         run again what the cache holds
  --help          this text
`);
  return true;
}

const windows = process.platform === "win32";

/**
 * Runs Turborepo in the root of the repository, with its output on this terminal.
 *
 * @param args - What follows `turbo run`.
 * @returns Its exit code; 1 if a signal ended it.
 */
export async function runTurbo(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<number> {
  return (await turbo(args, { ...environment, ...env }, "inherit")).code;
}

/**
 * Runs Turborepo behind one line of text on standard error. What it prints is shown only if it
 * fails.
 *
 * @returns Whether it succeeded.
 */
export async function runTurboQuietly(what: string, ...args: readonly string[]): Promise<boolean> {
  const begun = performance.now();
  // What a script prints says why it fails: npm would add six lines of its own.
  const env = { ...environment, NPM_CONFIG_LOGLEVEL: "silent" };
  const { code, output } = await turbo(
    [...args, "--output-logs=errors-only", "--log-prefix=none"],
    env,
    "pipe",
  );
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  process.stderr.write(code === 0 ? `${what} (${seconds} s)\n` : output);
  return code === 0;
}

async function turbo(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  out: "inherit" | "pipe",
): Promise<{ code: number; output: Buffer }> {
  const command = join(root, "node_modules", ".bin", windows ? "turbo.cmd" : "turbo");
  const stdio: ["ignore", typeof out, typeof out] = ["ignore", out, out];
  const child = spawn(command, ["run", ...args], { cwd: root, env, shell: windows, stdio });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => output.push(chunk));
  // It ends with this process at the latest.
  const stop = (): boolean => child.kill();
  process.once("exit", stop);
  const [code]: (number | null)[] = await once(child, "close");
  process.off("exit", stop);
  return { code: code ?? 1, output: Buffer.concat(output) };
}
