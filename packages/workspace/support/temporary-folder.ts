import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Gives a run of Vitest, and every program that it starts, one folder for temporary files, and
 * removes it at the end, whether the tests passed, failed or were interrupted.
 */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "tests-"));
  // The first names it on Unix, the others on Windows.
  for (const name of ["TMPDIR", "TMP", "TEMP"]) process.env[name] = folder;
  const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.once("exit", remove);
  return remove;
}
