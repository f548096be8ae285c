import { spawnSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { CommandError, prepareCommand } from "./children.ts";
import { publishedWorkspaces, readWorkspaces } from "./packages.ts";
import { root, runTurboQuietly } from "./turbo.ts";

// `npm run release`: one version for all packages, raised by what has changed since the last tag;
// the changelogs; a commit and a tag. Nothing is published from here: the tag starts the workflow
// that does it.
const tagPrefix = "v";
const kinds = ["major", "minor", "patch"] as const;
type Kind = (typeof kinds)[number];

const help = `Raises the version of all packages by what has changed since the last tag, writes their
changelogs, commits and tags.

Usage: npm run release -- [options]

  --dry-run   report what would be done, and change nothing
  --help      this text
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

/** What changes of the contract call for, whether or not `info.version` announces them. */
export function kindOf(changes: readonly Change[]): Kind {
  const isBreaking = changes.some(({ breaks, mayBreak }) =>
    [...breaks, ...mayBreak].some((who) => who === "clients" || who === "build"),
  );
  return isBreaking ? "major" : changes.length > 0 ? "minor" : "patch";
}

/** The changelog with an entry for a version, above those that are there. */
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

/** Says it if the packages name another repository than `origin`: npm refuses such a provenance. */
function repositoryProblem(): string | undefined {
  const { repository } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const named = repositoryOf(repository.url);
  const origin = git("remote", "get-url", "origin") ?? "none";
  if (repositoryOf(origin) === named) return undefined;
  const advice = `Write the right one into each file of: git grep --name-only ${named}`;
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
  process.stdout.write("\nPublish it by: git push --follow-tags\n");
}

/** What the changes since a tag call for. */
async function kindSince(tag: string): Promise<Kind> {
  const code = await runTurboQuietly("Built compat", "build", "--filter=@workflow-api/compat");
  if (code !== 0) throw new CommandError("The build failed; see above.", code);
  const compat = join(root, "packages", "compat", "dist", "bin.js");
  const report = join(mkdtempSync(join(tmpdir(), "release-")), "compat.json");
  const args = [compat, tag, "--reporter", "tty", "--reporter", `json=${report}`];
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" });
  if (status !== 0 && status !== 1)
    throw new CommandError("compat could not compare the contracts; see above.");
  return kindOf(JSON.parse(readFileSync(report, "utf8")).changes);
}

function subjectsSince(tag: string, folder: string): string[] {
  const log = git("log", "--format=%s", "--no-merges", `${tag}..HEAD`, "--", folder) ?? "";
  return log.split("\n").filter((line) => line !== "");
}

/** Writes a version wherever one of ours is named. The text stays as it is otherwise. */
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
  const options = { "dry-run": { type: "boolean" }, help: { type: "boolean" } } as const;
  const { values } = parseArgs({ options });
  if (values.help === true) process.stdout.write(help);
  else await release(values["dry-run"] === true);
}
