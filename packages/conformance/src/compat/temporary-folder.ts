import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Lends a folder for temporary files, and removes it when it was used, or when the process exits before that. */
export async function withTemporaryFolder<Result>(use: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "workflow-api-compat-"));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  process.once("exit", remove);
  try {
    return await use(folder);
  } finally {
    process.off("exit", remove);
    remove();
  }
}
