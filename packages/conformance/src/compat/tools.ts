import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

/** A program that the comparison takes is not installed, or has failed. */
export class ToolError extends Error {
  override readonly name: string = "ToolError";
}

/** A file of a package. @throws {ToolError} The package is not installed: it is a peer, as only compat needs it. */
export function installed(specifier: string, name: string): string {
  try {
    return createRequire(import.meta.url).resolve(specifier);
  } catch (cause) {
    throw new ToolError(`compat needs ${name}: npm install --save-dev ${name}`, { cause });
  }
}

/**
 * Runs the program of a package with Node.js.
 *
 * @returns What it prints, whatever its exit code.
 * @throws {ToolError} It is not installed, or ends without a word.
 */
export async function run(
  name: string,
  program: string,
  args: readonly string[],
  folder: string,
): Promise<string> {
  const file = join(dirname(installed(`${name}/package.json`, name)), program);
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const options = { cwd: folder, env, maxBuffer: 2 ** 28 };
  return await promisify(execFile)(process.execPath, [file, ...args], options).then(
    ({ stdout }) => stdout,
    (error: Error & { readonly stdout?: string }) => {
      if (error.stdout) return error.stdout;
      throw new ToolError(`${name} has failed: ${error.message}`, { cause: error });
    },
  );
}

/** Lends a folder for the files that programs exchange. */
export async function withFolder<Result>(use: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "compat-"));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
