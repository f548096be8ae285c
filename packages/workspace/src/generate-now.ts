import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "./environment.ts";
import { runQuietly } from "./run-quietly.ts";

/**
 * Runs the `generate` script of every package that has one, all at once and past the cache: while the contract is
 * being edited every run is a new one, and Turborepo would first build what has not changed. Apps are left out: what
 * they generate is made of what the packages do, and they serve an edit without it.
 * @returns Whether all succeeded; what a failed one printed is shown.
 */
export async function generateNow(): Promise<boolean> {
  const folders = globSync("{openapi,packages/*}/package.json", { cwd: root }).filter((file) => {
    const { scripts }: { scripts?: Record<string, string> } = JSON.parse(
      readFileSync(join(root, file), "utf8"),
    );
    return scripts?.["generate"] !== undefined;
  });
  const results = await Promise.all(
    folders.map((file) =>
      runQuietly({ command: process.execPath, args: ["--run", "generate"], cwd: join(root, dirname(file)) }),
    ),
  );
  return results.every((succeeded) => succeeded);
}
