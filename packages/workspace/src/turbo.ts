import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import {
  CommandError,
  exitCodeOf,
  prepareCommand,
  receivedSignal,
  startProgram,
  waitForEnd,
} from "./children.ts";

// `node turbo.ts run lint`: Turborepo without telemetry, with an exit code that tells an
// interruption from a success, and with no process that outlives it. The root scripts start it so.

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
 * Runs Turborepo in the root of the repository, with its output on this terminal.
 *
 * @param args - What follows `turbo`.
 * @returns Its exit code; 130 or 143 if it was interrupted.
 */
export async function runTurbo(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<number> {
  const color = process.stdout.isTTY ? ["--color"] : [];
  const { code } = await turbo([...args, ...color], env, (chunk) => process.stdout.write(chunk));
  return code;
}

/**
 * Runs Turborepo with one line of text on standard error in place of its output.
 *
 * @param what - That line, once it has succeeded.
 * @throws {CommandError} It failed, and its output has been shown.
 */
export async function runTurboQuietly(what: string, ...args: readonly string[]): Promise<void> {
  const begun = performance.now();
  // Otherwise npm adds six lines to what a failing script prints.
  const env = { NPM_CONFIG_LOGLEVEL: "silent" };
  const { code, output } = await turbo(
    ["run", ...args, "--output-logs=errors-only", "--log-prefix=none"],
    env,
    () => undefined,
  );
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  if (code === 0) process.stderr.write(`${what} (${seconds} s)\n`);
  else {
    if (receivedSignal() === undefined) process.stderr.write(output);
    throw new CommandError("The build failed: see above.", code);
  }
}

async function turbo(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  onOutput: (chunk: Buffer) => void,
): Promise<{ code: number; output: string }> {
  // Its wrapper in JavaScript does not pass signals on.
  const child = startProgram(turboBinary(), args, {
    cwd: root,
    env: { ...environment, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      onOutput(chunk);
    });
  const code = await waitForEnd(child);
  const output = Buffer.concat(chunks).toString();
  const signal = receivedSignal();
  if (signal !== undefined) return { code: exitCodeOf(signal), output };
  if (code === 0 && !isFinished(output)) throw new CommandError("Turborepo was interrupted.");
  return { code, output };
}

/** Turborepo exits with 0 when it is interrupted, with fewer tasks finished than begun. */
function isFinished(output: string): boolean {
  const summary = /^ *Tasks: +(\d+) successful, (\d+) total/m.exec(
    stripVTControlCharacters(output),
  );
  return summary === null || summary[1] === summary[2];
}

function turboBinary(): string {
  const { arch, platform } = process;
  const os = platform === "win32" ? "windows" : platform;
  const name = `@turbo/${os}-${arch === "x64" ? "64" : arch}/bin/turbo`;
  // It is a dependency of `turbo`, not of this workspace.
  const { resolve } = createRequire(createRequire(import.meta.url).resolve("turbo/package.json"));
  return resolve(os === "windows" ? `${name}.exe` : name);
}

if (import.meta.main) {
  prepareCommand();
  process.exitCode = await runTurbo(process.argv.slice(2));
}
