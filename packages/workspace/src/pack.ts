import { globSync, mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { prepareCommand, startProgram, waitForEnd } from "./children.ts";
import { publishedWorkspaces } from "./packages.ts";
import { environment, root, runTurboQuietly } from "./turbo.ts";

const help = `Builds every package that is published, packs all of them into one folder, and prints the line
that installs them.

Usage: npm run pack -- [FOLDER]   (default: tarballs)
`;

async function pack(folder: string): Promise<number> {
  const names = publishedWorkspaces().map(({ manifest }) => manifest.name);
  const filters = names.map((name) => `--filter=${name}`);
  const built = await runTurboQuietly("Built the packages", "build", ...filters);
  if (built !== 0) return built;
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
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { help: { type: "boolean" } },
});
if (values.help === true) process.stdout.write(help);
else process.exitCode = await pack(resolve(root, positionals[0] ?? "tarballs"));
