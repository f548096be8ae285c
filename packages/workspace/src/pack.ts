import { mkdirSync, rmSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import { prepareCommand, startProgram, waitForEnd } from "./children.ts";
import { publishedWorkspaces } from "./packages.ts";
import { environment, root, runTurboQuietly } from "./turbo.ts";

// `npm run pack`: builds every package that is published, packs all of them into one folder, and
// prints the line that installs them.
prepareCommand();
const folder = resolve(root, process.argv[2] ?? "tarballs");
const workspaces = publishedWorkspaces();
const filters = workspaces.map(({ manifest: { name } }) => `--filter=${name}`);
process.exitCode = await runTurboQuietly("Built the packages", "build", ...filters);
if (process.exitCode === 0) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const selected = workspaces.map(({ manifest: { name } }) => `--workspace=${name}`);
  const args = ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder, ...selected];
  const npm = startProgram("npm", args, {
    cwd: root,
    env: environment,
    stdio: ["ignore", "ignore", "inherit"],
  });
  process.exitCode = await waitForEnd(npm);
}
if (process.exitCode === 0) {
  const tarballs = workspaces.map(({ manifest: { name, version } }) =>
    join(folder, `${name.replace("@", "").replace("/", "-")}-${version}.tgz`),
  );
  process.stdout.write(`Packed into ${relative(root, folder) || basename(folder)}. To use them:\n`);
  process.stdout.write(`npm install ${tarballs.join(" ")}\n`);
}
