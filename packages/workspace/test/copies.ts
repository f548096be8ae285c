import { execFileSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { trackedFiles } from "@workflow-api/workspace/testing";
import { root } from "../src/turbo.ts";

/** Copies of this repository, each a repository of its own without a commit. */
export interface Copies {
  /** The folder in which they stand. */
  readonly scratch: string;
  /** Makes a copy, and returns its folder. */
  add(): string;
  remove(): void;
}

/**
 * They stand below the root, on the same disk as the packages, and below no hidden folder, where
 * Biome reads no nested configuration.
 */
export function createCopies(): Copies {
  const folder = join(root, "dist", "copies");
  mkdirSync(folder, { recursive: true });
  const scratch = mkdtempSync(join(folder, "copies-"));
  return {
    scratch,
    add() {
      const copy = mkdtempSync(join(scratch, "copy-"));
      for (const path of trackedFiles()) cpSync(join(root, path), join(copy, path));
      linkPackages(copy);
      // Turborepo asks Git what there is to hash, and the repository around it ignores these files.
      execFileSync("git", ["init", "--quiet", "--initial-branch=main"], { cwd: copy });
      return copy;
    },
    remove: () => rmSync(scratch, { recursive: true, force: true }),
  };
}

/** Hard-links the installed packages. Those of the repository link to the folders of the copy. */
function linkPackages(folder: string): void {
  for (const modules of globSync("{.,apps/*,packages/*}/node_modules", { cwd: root }))
    execFileSync("cp", ["--archive", "--link", join(root, modules), join(folder, modules)]);
  rmSync(join(folder, "node_modules", ".cache"), { recursive: true, force: true });
}
