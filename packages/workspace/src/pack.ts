import { globSync, mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { prepareCommand, startProgram, waitForEnd } from "./children.ts";
import { asksForHelp, readArguments } from "./command-line.ts";
import { publishedWorkspaces } from "./packages.ts";
import { environment, root, runTurboQuietly } from "./turbo.ts";

const help = `Packs the published packages into a folder, and prints the line that installs them.

Usage: npm run pack -- [FOLDER]   (default: tarballs)
`;

async function pack(folder: string): Promise<number> {
  const names = publishedWorkspaces().map(({ manifest }) => manifest.name);
  const filters = names.map((name) => `--filter=${name}`);
  await runTurboQuietly("Built the packages", "build", ...filters);
  mkdirSync(folder, { recursive: true });
  const tarballs = (): string[] =>
    globSync("workflow-api-*.tgz", { cwd: folder }).map((file) => join(folder, file));
  for (const old of tarballs()) rmSync(old);
  const selected = names.map((name) => `--workspace=${name}`);
  const args = ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder, ...selected];
  const npm = startProgram("npm", args, {
    cwd: root,
    env: environment,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const code = await waitForEnd(npm);
  if (code === 0)
    process.stdout.write(`Packed. To use them:\nnpm install "${tarballs().join('" "')}"\n`);
  return code;
}

prepareCommand();
const args = process.argv.slice(2);
if (!asksForHelp(args, help)) {
  const [folder = "tarballs"] = readArguments(args, {}, 1).positionals;
  process.exitCode = await pack(resolve(root, folder));
}
