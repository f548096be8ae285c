import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contractFile } from "@workflow-api/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCompat } from "../src/command.ts";
import { isRaised } from "../src/verdict.ts";

const text = readFileSync(contractFile(), "utf8");
const folder = mkdtempSync(join(tmpdir(), "compat-command-"));
const before = process.cwd();

const git = (...args: readonly string[]): void => {
  execFileSync("git", ["-c", "user.name=Test", "-c", "user.email=test@example.com", ...args], {
    cwd: folder,
  });
};

/** Writes the contract with a text replaced. */
function write(file: string, from = "", to = ""): string {
  const path = join(folder, file);
  expect(text).toContain(from);
  writeFileSync(path, text.replace(from, to));
  return path;
}

async function run(...args: readonly string[]) {
  const [output, errors]: [string[], string[]] = [[], []];
  const code = await runCompat(args, {
    print: (part) => void output.push(part),
    printError: (part) => void errors.push(part),
  });
  return { code, output: output.join(""), errors: errors.join("") };
}

/** Compares the packaged contract with a file. */
const compare = (file: string, ...args: readonly string[]) =>
  run(contractFile(), "--contract", file, ...args);

/** Commits all files on a new branch. */
function commitOn(branch: string): void {
  git("checkout", "--quiet", "-b", branch);
  git("add", "--all");
  git("commit", "--quiet", "--allow-empty", `--message=${branch}`);
}

beforeAll(() => {
  git("init", "--quiet", "--initial-branch=trunk");
  commitOn("empty");
  write("api.yaml");
  commitOn("main");
  write("api.yaml", "in: query", "in: cookie");
  commitOn("broken");
  git("checkout", "--quiet", "main");
  process.chdir(folder);
});

afterAll(() => process.chdir(before));

const broken = [
  "      schema: { type: string }\n      x-identifies: /data/id\n",
  "      schema: { type: string, pattern: \\S }\n      x-identifies: /data/id\n",
] as const;

test("The old contract comes from Git, and is named by its ref.", async () => {
  const file = write("api.yaml", "0.1.0", "0.1.1");
  const { code, errors, output } = await run("main", "--contract", file, "--reporter", "json");
  expect([code, errors]).toEqual([0, `Comparing main with ${file}\n`]);
  expect(JSON.parse(output)).toMatchObject({
    changes: [],
    from: "0.1.0",
    to: "0.1.1",
    verdict: { headline: "Nothing has changed.", note: "", isFailed: false },
  });
});

test("It fails if clients break, until the version announces it.", async () => {
  const file = write("broken.yaml", ...broken);
  const { code, output } = await compare(file);
  expect(code).toBe(1);
  expect(output).toMatch(
    /^Breaks clients, not the build or servers\.\nRaise the minor version in info\.version /,
  );
  expect(output).toContain("GET /data_dictionary/variables_cages/");
  writeFileSync(file, readFileSync(file, "utf8").replace("version: 0.1.0", "version: 0.2.0"));
  const raised = await compare(file, "--reporter", "markdown=report=1.md");
  expect(raised).toMatchObject({ code: 0, output: "" });
  const report = readFileSync(join(folder, "report=1.md"), "utf8");
  expect(report).toContain("## Breaks clients, not the build or servers.");
  expect(report).toContain("info.version announces it: it is 0.2.0, after 0.1.0.");
  expect(report).toMatch(/\| .* ✗ \| {2}\| {2}\| broken.yaml:\d+ \|/);
});

test("It fails only for the named audiences, and says whom else a change breaks.", async () => {
  const lost = `        "401": { $ref: "#/components/responses/Unauthorized" }\n        "404"`;
  const file = write("lost.yaml", lost, `        "404"`);
  const harmless = await compare(file);
  expect(harmless.code).toBe(0);
  expect(harmless.output).toContain("Breaks the build and servers, not clients.");
  expect((await compare(file, "--fail-on", "clients,build")).code).toBe(1);
});

test.each([
  ["nowhere is neither a file nor a commit, branch or tag of this repository.", ["nowhere"]],
  ["Name one BASE", []],
  ["--reporter takes tty, markdown", ["main", "--reporter", "html"]],
  ["not callers", ["main", "--fail-on", "callers"]],
  ["there is no such file", ["main", "--contract", "none.yaml"]],
] as const)("It exits with 2 and says: %s", async (message, args) => {
  expect(await run(...args)).toMatchObject({ code: 2, errors: expect.stringContaining(message) });
});

test("A contract outside of the profile exits with 2, and each problem is listed.", async () => {
  const errors = expect.stringMatching(/(broken:api|odd)\.yaml:\d+: .*cookie, which is not supp/);
  expect(await compare(write("odd.yaml", "in: query", "in: cookie"))).toMatchObject({
    code: 2,
    errors,
  });
  const args = ["broken", "--contract", write("api.yaml")];
  const refused = await run(...args);
  expect(refused).toMatchObject({ code: 2, errors });
  expect(refused.errors).toContain("add --allow-broken-base");
  expect(await run(...args, "--allow-broken-base")).toMatchObject({
    code: 0,
    output: expect.stringContaining("Nothing to compare with: the old contract is refused."),
  });
});

test("--merge-base compares with the last commit that both branches have.", async () => {
  const args = ["broken", "--merge-base", "--contract", write("api.yaml")];
  expect(await run(...args)).toMatchObject({ code: 0, output: "Nothing has changed.\n" });
});

test("A renamed file is found, and a new one beside it has no old contract.", async () => {
  const moved = write("moved.yaml", "title: Workflow API", "title: Another");
  const none = { code: 0, output: "Nothing to compare with: main has no moved.yaml.\n" };
  const kept = readFileSync(join(folder, "api.yaml"));
  expect(await run("main", "--contract", moved)).toMatchObject(none);
  rmSync(join(folder, "api.yaml"));
  expect((await run("main", "--contract", moved)).errors).toContain(
    "main has no moved.yaml, but api.yaml, which is gone here: compare with main:api.yaml",
  );
  expect((await run("main:api.yaml", "--contract", moved)).code).toBe(0);
  writeFileSync(join(folder, "api.yaml"), kept);
});

test("In a shallow clone it says what to fetch, and compares with that.", async () => {
  const clone = mkdtempSync(join(tmpdir(), "compat-clone-"));
  git("clone", "--quiet", "--depth=1", "--branch=main", `file://${folder}`, clone);
  process.chdir(clone);
  try {
    expect(await run("origin/broken", "--contract", "api.yaml")).toMatchObject({
      code: 2,
      errors: expect.stringContaining("git fetch --depth=1 origin broken"),
    });
    git("-C", clone, "fetch", "--quiet", "--depth=1", "origin", "main");
    expect((await run("FETCH_HEAD", "--contract", "api.yaml")).code).toBe(0);
  } finally {
    process.chdir(folder);
  }
});

test("Each reporter names the change that breaks, at its line.", async () => {
  const file = write("narrow.yaml", ...broken);
  const names = ["github", "junit"];
  const reporters = names.flatMap((name) => ["--reporter", `${name}=reports/${name}`]);
  await compare(file, ...reporters);
  const [github = "", junit = ""] = names.map((name) =>
    readFileSync(join(folder, "reports", name), "utf8"),
  );
  expect(github).toMatch(/^::error file=\S+narrow\.yaml,line=\d+,title=[^:]* breaks clients::/);
  expect(junit).toMatch(/<testsuite name="compat" tests="1" failures="1" errors="0" skipped="0"/);
});

test.each([
  ["1.2.0", "2.0.0", "major"],
  ["1.2.0", "1.3.0", "minor"],
  ["1.2.0", "1.2.1", "patch"],
  ["1.2.0", "0.9.0", "none"],
  ["0.1.0", "0.2.0", "major"],
  ["0.1.0", "0.1.1", "minor"],
  ["1.0.0-rc.1", "1.0.0-rc.2", "major"],
  ["1.0.0-rc.1", "1.0.0-rc.1", "none"],
  ["one", "two", "none"],
])("From %s to %s is a release of at most the kind %s.", (old, changed, kind) => {
  const kinds = ["major", "minor", "patch", "none"] as const;
  expect(kinds.find((each) => isRaised(old, changed, each))).toBe(kind);
});
