import { existsSync, globSync, rmSync } from "node:fs";
import { join } from "node:path";

/**
 * Removes from `dist` what the compiler once made of sources that are gone. It never clears what it makes, and whoever
 * reads `dist` meanwhile must find the rest in its place, so that no other file is touched. Each module that the compiler
 * made is known by the declaration beside it: what other tools made has none.
 *
 * @param folder - That of a workspace.
 * @returns The declarations that had no source, below `dist`.
 */
export function removeStaleOutput(folder: string): string[] {
  const dist = join(folder, "dist");
  const stale = globSync("**/*.d.{ts,cts,mts}", { cwd: dist }).filter((file) => !hasSource(folder, file));
  for (const file of stale) {
    rmSync(join(dist, file.replace(/\.d\.(c|m|)ts$/, ".$1js")), { force: true });
    rmSync(join(dist, file), { force: true });
  }
  return stale;
}

function hasSource(folder: string, declaration: string): boolean {
  const source = join(folder, "src", declaration.replace(/\.d(\.[cm]?ts)$/, "$1"));
  return existsSync(source);
}
