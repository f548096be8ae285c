import { execFile, execFileSync } from "node:child_process";
import { appendFileSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { ownEnv } from "@workflow-api/workspace/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Manifest, publishedWorkspaces } from "../src/manifests/workspaces.ts";
import { createCopies } from "./copies.ts";
import { type Registry, startRegistry } from "./registry.ts";

// The release, rehearsed in a copy with the commands that its maintainers and its workflow run.
const copies = createCopies();
const copy = copies.add();
const published = publishedWorkspaces();
let registry: Registry;

beforeAll(async () => {
  registry = await startRegistry();
  appendFileSync(join(copy, ".npmrc"), registry.npmrc);
  const packages = published.map(({ manifest }) => `"${manifest.name}": minor\n`).join("");
  writeFileSync(join(copy, ".changeset", "rehearsal.md"), `---\n${packages}---\n\nRehearsed.\n`);
  commit();
});
afterAll(() => {
  registry.close();
  copies.remove();
});

function commit(): void {
  const author = ["-c", "user.name=Test", "-c", "user.email=test@example.com"];
  execFileSync("git", ["add", "--all"], { cwd: copy });
  execFileSync("git", [...author, "commit", "--quiet", "--message", "Change"], { cwd: copy });
}

/** Runs a command as in a workflow, and returns what it prints. */
async function run(command: string, ...args: readonly string[]): Promise<string> {
  // What npm set for this run is of the repository around the copy.
  const env = Object.fromEntries(
    Object.entries(ownEnv()).filter(([name]) => !/^npm_(config|package)_/i.test(name)),
  );
  const ended = promisify(execFile)(command, args, { cwd: copy, env, maxBuffer: 1 << 28 });
  const { stderr, stdout } = await ended.catch((error) => {
    throw new Error(`${command} ${args.join(" ")}\n${error.stdout}${error.stderr}`);
  });
  return `${stdout}${stderr}`;
}

function read(path: string): string {
  return readFileSync(join(copy, path), "utf8");
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(read(`${folder}/package.json`));
}

test("a release raises, packs, lists and publishes every package once", async () => {
  const [before] = published.map(({ manifest }) => manifest.version);
  await run("npm", "run", "version");
  const manifests = published.map(({ folder }) => manifestOf(folder));
  const [version] = manifests.map((each) => each.version);
  expect(version).not.toBe(before);
  expect(manifests.map((each) => each.version)).toEqual(published.map(() => version));
  const { packages }: { packages: Record<string, { version?: string }> } = JSON.parse(
    read("package-lock.json"),
  );
  for (const { folder } of published) {
    expect(packages[folder]?.version, folder).toBe(version);
    const changelog = read(`${folder}/CHANGELOG.md`);
    expect(changelog).toMatch(
      new RegExp(`^# Changelog\n\n## ${version}\n[\\s\\S]*- Rehearsed\\.\n`),
    );
    expect(changelog).not.toMatch(/Updated dependencies|[0-9a-f]{7}:/);
  }
  for (const path of [".github/workflows/contract.yml", "packages/verify/README.md"])
    expect(read(path)).toMatch(new RegExp(`\\.github/[\\w/.-]+@v${version}\\b`));
  expect(globSync(".changeset/*.md", { cwd: copy })).toEqual([]);
  // Nothing is left to raise, and what was raised can be installed.
  commit();
  await run("npx", "changeset", "version").catch(() => undefined);
  expect(execFileSync("git", ["status", "--porcelain"], { cwd: copy }).toString()).toBe("");
  await run("npm", "ci", "--dry-run", "--ignore-scripts", "--offline");

  await run("npm", "run", "build", "--", "--filter=!@workflow-api/docs");
  await run("npx", "changeset", "pack", "--out-dir", "tarballs");
  await run("node", "packages/workspace/src/command.mjs", "sbom", "tarballs", "sboms");
  const boms = globSync("sboms/*.json", { cwd: copy }).map((path) => JSON.parse(read(path)));
  const described = boms.map(({ metadata }) => metadata.component.version);
  expect(described).toEqual(published.map(() => version));
  const own = boms.flatMap(({ components }) =>
    components.filter(({ purl = "" }) => purl.includes("%40workflow-api")),
  );
  expect(own.length).toBeGreaterThan(0);
  expect(own.filter((each: { version: string }) => each.version !== version)).toEqual([]);
  // The condition of the sources is in the repository alone.
  expect(execFileSync("git", ["status", "--porcelain"], { cwd: copy }).toString()).toBe(
    "?? sboms/\n",
  );
  for (const file of globSync("tarballs/**/*.tgz", { cwd: copy })) {
    const { exports } = JSON.parse(await run("tar", "-xzOf", file, "package/package.json"));
    expect(JSON.stringify(exports), file).not.toContain("@workflow-api/source");
  }

  const publish = ["changeset", "publish", "--from-pack-dir", "tarballs", "--no-git-tag"];
  await run("npx", ...publish);
  const expected = published.map(({ manifest }) => `${manifest.name}@${version}`);
  expect(registry.published().toSorted()).toEqual(expected.toSorted());
  await run("npx", ...publish);
  expect(registry.uploads()).toBe(published.length);
});
