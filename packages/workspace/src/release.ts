import { spawnSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CommandError, prepareCommand } from "./children.ts";
import { asksForHelp, readArguments } from "./command-line.ts";
import { publishedWorkspaces, readWorkspaces } from "./packages.ts";
import { root, runTurboQuietly } from "./turbo.ts";

// `npm run release`: raises the one version of all packages, writes the changelogs, commits and
// tags. The tag starts the workflow that publishes.
const tagPrefix = "v";
type Kind = "major" | "minor" | "patch";

const help = `Raises the version of all packages by what has changed since the last tag, writes
their changelogs, commits and tags.

Usage: npm run release -- [options]

  --dry-run   report what would be done, and change nothing
  --help      print this help
`;

/** The next version. Below 1.0.0 a breaking change raises the minor version, as SemVer allows. */
export function nextVersion(version: string, kind: Kind): string {
  const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number);
  if (kind === "patch" || (kind === "minor" && major === 0))
    return `${major}.${minor}.${patch + 1}`;
  if (kind === "minor" || major === 0) return `${major}.${minor + 1}.0`;
  return `${major + 1}.0.0`;
}

/** A change of the contract, as compat reports it. */
interface Change {
  readonly breaks: readonly string[];
  readonly mayBreak: readonly string[];
}

/** The kind of release that changes of the contract need, announced by `info.version` or not. */
export function kindOf(changes: readonly Change[]): Kind {
  const isBreaking = changes.some(({ breaks, mayBreak }) =>
    [...breaks, ...mayBreak].some((who) => who === "clients" || who === "build"),
  );
  return isBreaking ? "major" : changes.length > 0 ? "minor" : "patch";
}

/** The changelog with the entry of a version above the older ones. */
export function addEntry(changelog: string, version: string, subjects: readonly string[]): string {
  const [title = "", ...rest] = changelog.split(/\n(?=## )/);
  const lines = subjects.length > 0 ? subjects : ["No change; released with the others."];
  const entry = `## ${version}\n\n${lines.map((line) => `- ${line}`).join("\n")}\n`;
  return [title.trimEnd(), "", entry, ...rest].join("\n");
}

/** The owner and name in the URL of a repository: `owner/name` of `git@host:owner/name.git`. */
export function repositoryOf(url: string): string | undefined {
  return /([^/:]+\/[^/]+?)(?:\.git)?\/?$/.exec(url)?.[1];
}

/** What is wrong if `origin` is not the repository of package.json: npm refuses the provenance. */
function repositoryProblem(): string | undefined {
  const { repository } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const named = repositoryOf(repository.url);
  const origin = git("remote", "get-url", "origin") ?? "none";
  if (repositoryOf(origin) === named) return undefined;
  const advice = `Replace it in each file of: git grep --name-only ${named}`;
  return `package.json names the repository ${named}, and origin is ${origin}. ${advice}`;
}

/** The output of Git, or `undefined` if it fails. */
function git(...args: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  return status === 0 ? stdout.trim() : undefined;
}

async function release(isDryRun: boolean): Promise<void> {
  const [first] = publishedWorkspaces();
  const current = first?.manifest.version ?? "0.0.0";
  const problem = repositoryProblem();
  if (isDryRun) process.stderr.write(problem === undefined ? "" : `${problem}\n`);
  else if (problem !== undefined) throw new CommandError(problem);
  else if (git("status", "--porcelain") !== "") throw new CommandError("Commit first.");
  const last = git("describe", "--tags", "--abbrev=0", `--match=${tagPrefix}*`);
  if (last === undefined) {
    process.stdout.write(`Version ${current} (the first release)\n`);
    if (!isDryRun) commitAndTag(current);
    return;
  }
  const kind = await kindSince(last);
  const version = nextVersion(current, kind);
  process.stdout.write(`Version ${version} (${kind} since ${last})\n`);
  for (const { folder, manifest } of publishedWorkspaces()) {
    const subjects = subjectsSince(last, folder);
    process.stdout.write(`\n${manifest.name}\n${subjects.map((each) => `- ${each}\n`).join("")}`);
    if (isDryRun) continue;
    edit(join(folder, "CHANGELOG.md"), (text) => addEntry(text, version, subjects));
  }
  if (isDryRun) return;
  raiseVersions(current, version);
  commitAndTag(version);
}

function commitAndTag(version: string): void {
  const steps: readonly (readonly string[])[] = [
    ["npm", "install", "--ignore-scripts"],
    ["git", "add", "--all"],
    ["git", "commit", "--allow-empty", `--message=Release ${version}`],
    ["git", "tag", "--annotate", `--message=${version}`, `${tagPrefix}${version}`],
  ];
  for (const [command = "", ...args] of steps)
    if (spawnSync(command, args, { cwd: root, stdio: "inherit" }).status !== 0)
      throw new CommandError(`${command} ${args.join(" ")} failed.`);
  process.stdout.write("\nTo publish it: git push --follow-tags\n");
}

/** The kind of release that the changes since a tag need. */
async function kindSince(tag: string): Promise<Kind> {
  await runTurboQuietly("Built compat", "build", "--filter=@workflow-api/compat");
  const compat = join(root, "packages", "compat", "dist", "bin.js");
  const report = join(mkdtempSync(join(tmpdir(), "release-")), "compat.json");
  const args = [compat, tag, "--reporter", "tty", "--reporter", `json=${report}`];
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" });
  if (status !== 0 && status !== 1)
    throw new CommandError("compat could not compare the contracts: see above.");
  return kindOf(JSON.parse(readFileSync(report, "utf8")).changes);
}

function subjectsSince(tag: string, folder: string): string[] {
  const log = git("log", "--format=%s", "--no-merges", `${tag}..HEAD`, "--", folder) ?? "";
  return log.split("\n").filter((line) => line !== "");
}

/** Writes the new version wherever a package, a README or a recipe names the current one. */
function raiseVersions(current: string, version: string): void {
  for (const { folder } of readWorkspaces())
    edit(join(folder, "package.json"), (text) =>
      text
        .replace(`"version": "${current}"`, `"version": "${version}"`)
        .replaceAll(/("@workflow-api\/[a-z-]+": "\^?)[^"]+"/g, `$1${version}"`),
    );
  const others = "{README.md,packages/*/README.md,.github/*/**/*.yml,deploy/*.yaml}";
  for (const file of globSync(others, { cwd: root }))
    for (const mark of ["@v", 'default: "', "-mock:"])
      edit(file, (text) => text.replaceAll(`${mark}${current}`, `${mark}${version}`));
}

function edit(path: string, change: (text: string) => string): void {
  const file = join(root, path);
  writeFileSync(file, change(readFileSync(file, "utf8")));
}

if (import.meta.main) {
  prepareCommand();
  const args = process.argv.slice(2);
  if (!asksForHelp(args, help)) {
    const { values } = readArguments(args, { "dry-run": { type: "boolean" } });
    await release(values["dry-run"] === true);
  }
}
