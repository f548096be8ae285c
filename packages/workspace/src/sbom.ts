import { execFileSync } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { CommandError } from "./command-line.ts";

// `node command.mjs sbom TARBALLS OUT`: writes the SBOM of each package in the folder TARBALLS or
// below it, where `changeset pack` writes them, to OUT. It lists what an installation of the package
// brings, so it is made from the tarballs and not from the workspaces of this repository.
const [packed = "tarballs", out = "sboms"] = process.argv.slice(2);
const scratch = mkdtempSync(join(tmpdir(), "sbom-"));
const manifests = new Map<string, string>();
const urls = new Map<string, string>();
const files = globSync("**/*.tgz", { cwd: packed });
if (files.length === 0) throw new CommandError(`There is no tarball in ${resolve(packed)}.`);
for (const file of files) {
  const path = resolve(packed, file);
  const manifest = execFileSync("tar", ["-xzOf", path, "package/package.json"]).toString();
  const { name }: { name: string } = JSON.parse(manifest);
  manifests.set(name, manifest);
  urls.set(name, `file:${path}`);
}

mkdirSync(out, { recursive: true });
for (const [name, manifest] of manifests) {
  // npm names what it describes by its folder.
  const project = join(scratch, basename(name));
  mkdirSync(project);
  // The packages of this repository are not published yet, so they come from their tarballs.
  const described = JSON.parse(manifest, (key, value) => {
    if (key === "devDependencies") return undefined;
    return typeof value === "string" ? (urls.get(key) ?? value) : value;
  });
  const overrides = Object.fromEntries(urls);
  writeFileSync(join(project, "package.json"), JSON.stringify({ ...described, overrides }));
  npm(project, "install", "--package-lock-only", "--ignore-scripts");
  const sbom = npm(project, "sbom", "--package-lock-only", "--sbom-format=cyclonedx");
  const withoutPaths = JSON.parse(sbom, (key, value) =>
    key === "externalReferences"
      ? value.filter(({ url }: { url: string }) => !url.startsWith("file:"))
      : value,
  );
  const text = `${JSON.stringify(withoutPaths, null, 2)}\n`;
  writeFileSync(join(out, `${basename(name)}.cdx.json`), text);
}

function npm(cwd: string, ...args: readonly string[]): string {
  return execFileSync("npm", args, { cwd, encoding: "utf8", maxBuffer: 1 << 28 });
}
