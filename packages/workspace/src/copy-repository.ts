import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { basename, join } from "node:path";
import { root } from "./environment.ts";

/** What is made by the tools, and must be made anew in a copy. */
const made = new Set([".astro", ".git", ".reports", ".turbo", "dist", "node_modules"]);

/** A copy of the repository that can be edited and run, with what is installed here. */
export interface RepositoryCopy {
  readonly folder: string;
  remove(): void;
}

/**
 * Copies the sources of the repository into a folder that Git ignores. It stands below the root, so that packages of
 * the registry are found where they are installed: Astro does not take kindly to links to them.
 * @param linked Whether to link the packages of the registry all the same, for tests that look into node_modules.
 */
export function copyRepository(linked = false): RepositoryCopy {
  const copies = join(root, ".turbo", "copies");
  mkdirSync(copies, { recursive: true });
  const folder = mkdtempSync(join(copies, "copy-"));
  const kept = (path: string): boolean => !made.has(basename(path));
  for (const name of readdirSync(root).filter(kept)) {
    cpSync(join(root, name), join(folder, name), { recursive: true, filter: kept });
  }
  linkWorkspaces(folder, linked);
  // Turborepo asks Git what there is to hash, and the repository around it would answer: nothing.
  execFileSync("git", ["init", "--quiet"], { cwd: folder });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function linkWorkspaces(folder: string, linked: boolean): void {
  const scope = join(folder, "node_modules", "@workflow-api");
  mkdirSync(scope, { recursive: true });
  const installed = readdirSync(join(root, "node_modules")).filter((name) => name !== "@workflow-api");
  // Turborepo wants to be installed in the very repository that it runs in.
  for (const name of linked ? installed : [".bin", "turbo"]) {
    symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name));
  }
  for (const workspace of globSync("{openapi,packages/*,apps/*}", { cwd: folder })) {
    symlinkSync(join(folder, workspace), join(scope, basename(workspace)));
    const nested = join(root, workspace, "node_modules");
    if (existsSync(nested)) linkNested(nested, join(folder, workspace, "node_modules"));
  }
}

/** What a workspace has of its own, such as another TypeScript. The caches of tools stay where they are. */
function linkNested(installed: string, target: string): void {
  mkdirSync(target, { recursive: true });
  for (const name of readdirSync(installed)) {
    if (!name.startsWith(".") || name === ".bin") symlinkSync(join(installed, name), join(target, name));
  }
}
