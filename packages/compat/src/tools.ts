import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { UsageError } from "@workflow-api/contract/command-line";

/** The output of the program of a package, whatever its exit code. */
export async function run(
  name: string,
  program: string,
  args: readonly string[],
  cwd: string,
): Promise<string> {
  const file = join(dirname(require.resolve(`${name}/package.json`)), program);
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const running = promisify(execFile)(process.execPath, [file, ...args], {
    cwd,
    env,
    maxBuffer: 2 ** 28,
  });
  // End it with this process at the latest.
  const stop = (): unknown => running.child.kill();
  process.once("exit", stop);
  const { stdout } = await running.catch((error: Error & { readonly stdout?: string }) => {
    if (error.stdout) return { stdout: error.stdout };
    throw new UsageError(`${name} has failed: ${error.message}`, { cause: error });
  });
  process.off("exit", stop);
  return stdout;
}

const require = createRequire(import.meta.url);

/** Provides a temporary folder for the files that programs exchange. */
export async function withFolder<Result>(
  use: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "compat-"));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  process.once("exit", remove);
  try {
    return await use(folder);
  } finally {
    process.off("exit", remove);
    remove();
  }
}
