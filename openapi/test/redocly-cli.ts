import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const cli = fileURLToPath(import.meta.resolve("@redocly/cli/bin/cli.js"));
const environment = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };

/** Runs the real Redocly CLI; what it prints to its standard output comes back, whatever it exits with. */
export async function runRedocly(folder: string, args: readonly string[]): Promise<string> {
  const options = { cwd: folder, env: environment, maxBuffer: 2 ** 28 };
  const run = promisify(execFile)(process.execPath, [cli, ...args], options);
  const { stdout } = await run.catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? "" }));
  return stdout;
}
