import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../turbo.ts";
import type { ExportTarget } from "./source-condition.ts";

/** The fields of a package.json that the commands and the tests of the repository read. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly exports?: Readonly<Record<string, ExportTarget>>;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** A workspace: its folder, from the root, and its package.json. */
export interface Workspace {
  readonly folder: string;
  readonly manifest: Manifest;
}

/** Every workspace, in the order of the folders. */
export function readWorkspaces(): Workspace[] {
  const found = globSync("{openapi,packages/*,apps/*}", { cwd: root }).toSorted();
  return found.flatMap((folder) => {
    const file = join(root, folder, "package.json");
    return existsSync(file) ? [{ folder, manifest: JSON.parse(readFileSync(file, "utf8")) }] : [];
  });
}

/** The workspaces that are published: those that are not private. */
export function publishedWorkspaces(): Workspace[] {
  return readWorkspaces().filter(({ manifest }) => manifest.private !== true);
}
