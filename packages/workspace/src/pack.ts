import { spawnSync } from "node:child_process";
import { globSync, mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { asksForHelp, CommandError, readArguments } from "./command-line.ts";
import { type Manifest, publishedWorkspaces } from "./manifests/workspaces.ts";
import { environment, root, runTurboQuietly } from "./turbo.ts";

const help = `Packs the published packages into a folder, and prints for each use the line that
installs what it needs.

Usage: npm run pack -- [FOLDER]   (default: tarballs)
`;

/** The packages that each use in the README begins with. */
const uses: Readonly<Record<string, readonly string[]>> = {
  "For a front end": ["@workflow-api/client", "@workflow-api/mock"],
  "For an integration": ["@workflow-api/client"],
  "For a server": ["@workflow-api/verify"],
  "For a change to the contract": ["@workflow-api/compat"],
};

const published = publishedWorkspaces();
const manifests = new Map(published.map(({ manifest }) => [manifest.name, manifest]));

const args = process.argv.slice(2);
if (!asksForHelp(args, help)) {
  const [folder = "tarballs"] = readArguments(args, {}, 1).positionals;
  await pack(resolve(root, folder));
}

/** @throws {CommandError} A package cannot be built or packed. */
async function pack(folder: string): Promise<void> {
  const names = [...manifests.keys()];
  // What an earlier build left, of sources that are gone, would be packed too.
  for (const { folder: workspace } of published)
    rmSync(join(root, workspace, "dist"), { recursive: true, force: true });
  const filters = names.map((name) => `--filter=${name}`);
  await runTurboQuietly("Built the packages", "build", "--force", ...filters);
  mkdirSync(folder, { recursive: true });
  for (const old of globSync("workflow-api-*.tgz", { cwd: folder })) rmSync(join(folder, old));
  const selected = names.map((name) => `--workspace=${name}`);
  const options = ["--loglevel=error", "--foreground-scripts=false"];
  const { status } = spawnSync(
    "npm",
    ["pack", ...options, "--pack-destination", folder, ...selected],
    {
      cwd: root,
      env: environment,
      stdio: ["ignore", "ignore", "inherit"],
      shell: process.platform === "win32",
    },
  );
  if (status !== 0)
    throw new CommandError(`The packages cannot be packed into ${folder}: see above.`);
  for (const [use, packages] of Object.entries(uses)) {
    const files = installed(packages).map((manifest) => `"${join(folder, tarballOf(manifest))}"`);
    process.stdout.write(`\n${use}:\nnpm install ${files.join(" ")}\n`);
  }
}

/** Packages of this repository, and those that they depend on. */
function installed(names: readonly string[]): Manifest[] {
  const found = new Set(names);
  // A set grows while it is read.
  for (const name of found)
    for (const dependency of Object.keys(manifests.get(name)?.dependencies ?? {}))
      found.add(dependency);
  return [...found].flatMap((name) => manifests.get(name) ?? []);
}

/** How npm names the tarball of a package. */
function tarballOf({ name, version }: Manifest): string {
  return `${name.replace("@", "").replace("/", "-")}-${version}.tgz`;
}
