import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What names the folder for temporary files: the first on Unix, the others on Windows and through Turborepo. */
const variables = ["TMPDIR", "TMP", "TEMP"];

/**
 * Gives a run of Vitest, and every program that it starts, one folder for temporary files.
 * @returns What removes the folder with all that is in it, whether the tests passed or failed.
 */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "tests-"));
  for (const name of variables) process.env[name] = folder;
  const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  // Whoever interrupts a run of Vitest gets no further than this.
  process.once("exit", remove);
  return remove;
}
