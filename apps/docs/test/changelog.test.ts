import { execFileSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { contractFile, loadContract } from "@workflow-api/contract";
import { beforeAll, describe, expect, test } from "vitest";
import { brokenSeals, type Changelog, type Entry } from "../src/changelog/changelog.ts";
import { nextChangelog } from "../src/changelog/next-changelog.ts";
import { copyContract, type Edit } from "./contract-copy.ts";

const committed = fileURLToPath(new URL("../generated/changelog.json", import.meta.url));
const dist = new URL("../dist/changelog/index.html", import.meta.url);

describe("the committed changelog", () => {
  test("ends with the contract as it is, and no entry of it was edited by hand", async () => {
    const kept: Changelog = JSON.parse(await readFile(committed, "utf8"));
    expect(brokenSeals(kept), "An entry was edited by hand: take that back.").toEqual([]);
    const next = await nextChangelog(await loadContract(contractFile()), committed, "2000-01-01");
    expect(kept, "Run `npm run generate`, and commit what it writes.").toEqual(next);
  });

  test("is on its page, each state with its version, date and changes", async () => {
    const { entries }: Changelog = JSON.parse(await readFile(committed, "utf8"));
    const page = await readFile(dist, "utf8");
    for (const { version, date, contract, changes } of entries) {
      expect(page).toContain(`>${version}</h2>`);
      const [, state = ""] = page.split(`id="state-${contract}"`);
      expect(state).toContain(`<time datetime="${date}">`);
      expect(state.split("</article>")[0]?.match(/<li>/g)?.length ?? 0).toBe(changes.length);
    }
  });
});

// Three states of a contract in a repository of its own: something is taken away, then words change.
const lost: Edit = (text) => text.replace(/(enum: \[\s*author, client), values/, "$1");
const reworded: Edit = (text, isRoot) =>
  lost(text, isRoot).replace("The id of the variable cage.", "Its id.");
const renamed: Edit = (text, isRoot) =>
  reworded(text, isRoot).replace(/^ {2}version: .*$/m, "  version: 98.0.0");

const { version } = (await loadContract(contractFile())).info;

describe("the changelog of a repository", () => {
  let folder: string;
  let contract: string;
  let file: string;
  let changelog: Changelog;

  const git = (...args: string[]): string =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], {
      cwd: folder,
      encoding: "utf8",
    });
  const commit = (day: string): void => {
    git("add", "--all");
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", "commit", "-qm", day], {
      cwd: folder,
      env: { ...process.env, GIT_COMMITTER_DATE: `${day}T12:00:00Z`, GIT_AUTHOR_DATE: `${day}T12:00:00Z` },
    });
  };
  const next = async (today: string): Promise<Changelog> =>
    nextChangelog(await loadContract(contract), file, today);
  const write = async (today: string): Promise<Changelog> => {
    const written = await next(today);
    await writeFile(file, JSON.stringify(written));
    return written;
  };
  const summary = ({ version: name, date, from, changes }: Entry): string =>
    [name, date, from, ...changes.map(({ breaks }) => breaks.join("+") || "nobody")].join(" ");

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "changelog-"));
    file = join(folder, "changelog.json");
    git("init", "-q", "-b", "main");
    contract = await copyContract(join(folder, "api"));
    commit("2024-01-01");
    await copyContract(join(folder, "api"), lost);
    commit("2024-02-02");
    // Comments and other files are no change of the contract.
    await writeFile(contract, `# A remark\n${await readFile(contract, "utf8")}`);
    await writeFile(join(folder, "api/other.json"), "{}");
    commit("2024-03-03");
    await copyContract(join(folder, "api"), reworded);
    changelog = await write("2024-04-04");
    commit("2024-05-05");
  });

  test("has each state that the contract had, with whom it breaks", () => {
    expect(changelog.entries.map(summary)).toEqual([
      `${version} 2024-04-04 previous nobody`,
      `${version} 2024-02-02 previous callers+build`,
      `${version} 2024-01-01 first`,
    ]);
    const [witness] = changelog.entries[1]?.changes[0]?.witnesses ?? [];
    expect(witness).toMatchObject({ for: "callers", shown: expect.stringContaining("include=") });
  });

  test("is the same before and after the commit, on any day", async () => {
    expect(await next("2024-06-06")).toEqual(changelog);
  });

  test("is the same in a shallow clone", async () => {
    const clone = join(folder, "../", `${folder.split("/").at(-1)}-clone`);
    git("clone", "-q", "--depth", "1", `file://${folder}`, clone);
    const shallow = await loadContract(join(clone, "api/openapi.yaml"));
    expect(await nextChangelog(shallow, join(clone, "changelog.json"), "2024-06-06")).toEqual(changelog);
    await copyContract(join(clone, "api"), renamed);
    const changed = await loadContract(join(clone, "api/openapi.yaml"));
    const { entries } = await nextChangelog(changed, join(clone, "changelog.json"), "2024-06-06");
    expect(entries.map(summary)).toEqual([
      "98.0.0 2024-06-06 previous nobody",
      ...changelog.entries.map(summary),
    ]);
  });

  test("gets one entry for all that is not committed, and takes it back with the change", async () => {
    await copyContract(join(folder, "api"), renamed);
    const once = await write("2024-06-06");
    expect(once.entries.map(summary)[0]).toBe("98.0.0 2024-06-06 previous nobody");
    await copyContract(join(folder, "api"), (text, isRoot) =>
      renamed(text, isRoot).replace("98.0.0", "99.0.0"),
    );
    const twice = await write("2024-07-07");
    expect(twice.entries.map(summary)[0]).toBe("99.0.0 2024-07-07 previous nobody");
    expect(twice.entries).toHaveLength(once.entries.length);
    await copyContract(join(folder, "api"), reworded);
    expect(await write("2024-08-08")).toEqual(changelog);
  });

  test("loses what was edited by hand", async () => {
    const [newest, ...older] = changelog.entries;
    const edited = { ...changelog, entries: [{ ...newest, changes: [] }, ...older] };
    await writeFile(file, JSON.stringify(edited));
    expect(brokenSeals(JSON.parse(await readFile(file, "utf8")))).toHaveLength(1);
    expect(await write("2024-08-08")).toEqual(changelog);
  });

  test("is kept in a copy without Git, where a change is told but not compared", async () => {
    const copy = await mkdtemp(join(tmpdir(), "changelog-copy-"));
    await cp(join(folder, "api"), join(copy, "api"), { recursive: true });
    await cp(file, join(copy, "changelog.json"));
    const same = await loadContract(join(copy, "api/openapi.yaml"));
    expect(await nextChangelog(same, join(copy, "changelog.json"), "2024-08-08")).toEqual(changelog);
    await copyContract(join(copy, "api"), renamed);
    const changed = await loadContract(join(copy, "api/openapi.yaml"));
    const { entries } = await nextChangelog(changed, join(copy, "changelog.json"), "2024-08-08");
    expect(entries.map(summary)[0]).toBe("98.0.0 2024-08-08 unknown");
  });
});

test("a change in a part of a contract of several files is told", async () => {
  const folder = await mkdtemp(join(tmpdir(), "changelog-parts-"));
  const git = (...args: string[]): void => void execFileSync("git", args, { cwd: folder });
  await mkdir(join(folder, "api"));
  await cp(new URL("contracts/observatory/", import.meta.url), join(folder, "api"), { recursive: true });
  git("init", "-q");
  git("add", "--all");
  git("-c", "user.name=t", "-c", "user.email=t@example.com", "commit", "-qm", "first");
  const part = join(folder, "api/paths/telescope.yaml");
  await writeFile(part, (await readFile(part, "utf8")).replace("minimum: 1", "minimum: 2"));
  const contract = await loadContract(join(folder, "api/openapi.yaml"));
  const { entries } = await nextChangelog(contract, join(folder, "changelog.json"), "2024-01-01");
  const callers = entries[0]?.changes.find(({ breaks }) => breaks.includes("callers"));
  expect(callers?.subject).toContain("telescopeId");
});
