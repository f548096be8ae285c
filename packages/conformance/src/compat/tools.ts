import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

/** A program that the comparison takes is not there, or cannot read a contract. */
export class ToolError extends Error {
  override readonly name: string = "ToolError";
}

/** Where a package is looked for: beside this file, then in the project in which the command runs. */
const places = [import.meta.url, pathToFileURL(join(process.cwd(), "package.json")).href];

/**
 * A file of a package that is installed for this command only.
 *
 * @throws {ToolError} It is not installed.
 */
export function installed(specifier: string, name: string): string {
  for (const place of places) {
    try {
      return createRequire(place).resolve(specifier);
    } catch {}
  }
  throw new ToolError(`The comparison needs ${name}: npm install --save-dev ${name}`);
}

/**
 * Runs the program of a package with Node.js, and waits for its end.
 *
 * @returns What it prints, whatever its exit code.
 * @throws {ToolError} It cannot be run, or ends without a word.
 */
export async function run(
  name: string,
  program: string,
  args: readonly string[],
  folder: string,
): Promise<string> {
  const file = join(dirname(installed(`${name}/package.json`, name)), program);
  const environment = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  return await promisify(execFile)(process.execPath, [file, ...args], {
    cwd: folder,
    env: { ...process.env, ...environment },
    maxBuffer: 2 ** 28,
  }).then(
    ({ stdout }) => stdout,
    (error: Error & { readonly stdout?: string }) => {
      if (error.stdout) return error.stdout;
      throw new ToolError(`${name} has failed: ${error.message}`, { cause: error });
    },
  );
}

/** Lends a folder for the files that programs exchange. */
export async function withFolder<Result>(use: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "compat-"));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}
