import { execFile } from "node:child_process";
import { mkdir, readdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = join(import.meta.dirname, "..", "..", "..", "..");

/** What a command printed, and its exit code. */
export interface Printed {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

/** Puts packages of this repository into a folder's `node_modules`, as they are published. */
export async function installPacked(folder: string, ...workspaces: readonly string[]): Promise<void> {
  for (const workspace of workspaces) {
    const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", folder];
    const { stdout } = await run("npm", args, { cwd: join(root, workspace) });
    const [packed]: { filename: string; name: string }[] = JSON.parse(stdout);
    if (packed === undefined) throw new Error(`Nothing was packed in ${workspace}.`);
    const target = join(folder, "node_modules", packed.name);
    await mkdir(target, { recursive: true });
    await run("tar", ["-xzf", join(folder, packed.filename), "--strip-components", "1", "-C", target]);
  }
}

/** Puts what the packages of the repository depend on into a folder's `node_modules`, but for some of it. */
export async function installOthers(folder: string, ...without: readonly string[]): Promise<void> {
  const modules = join(folder, "node_modules");
  await mkdir(modules, { recursive: true });
  for (const name of await readdir(join(root, "node_modules")))
    if (name !== "@workflow-api" && !name.startsWith(".") && !without.includes(name))
      await symlink(join(root, "node_modules", name), join(modules, name));
}

/** Puts one thing that a workspace of the repository depends on into a folder's `node_modules`. */
export async function installOther(folder: string, name: string, workspace = "."): Promise<void> {
  const target = join(folder, "node_modules", name);
  await mkdir(join(target, ".."), { recursive: true });
  await symlink(join(root, workspace, "node_modules", name), target);
}

/** Runs a file of the installed package. */
export async function runPacked(
  folder: string,
  file: string,
  args: readonly string[],
  cwd: string = folder,
): Promise<Printed> {
  const path = join(folder, "node_modules", "@workflow-api", "conformance", "dist", file);
  return await run(process.execPath, [path, ...args], { cwd }).then(
    ({ stderr, stdout }) => ({ stdout, stderr, code: 0 }),
    (error: Printed) => error,
  );
}
