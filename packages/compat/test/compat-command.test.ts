import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contractFile, loadContract, readContract } from "@workflow-api/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { breaksOfBuild } from "../src/build.ts";
import { runCompat } from "../src/command.ts";
import { isRaised, type Release } from "../src/release.ts";

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

async function run(
  ...args: readonly string[]
): Promise<{ code: number; output: string; errors: string }> {
  let [output, errors] = ["", ""];
  const code = await runCompat(args, {
    print: (part) => {
      output += part;
    },
    printError: (part) => {
      errors += part;
    },
  });
  return { code, output, errors };
}

beforeAll(() => {
  git("init", "--quiet", "--initial-branch=main");
  write("api.yaml");
  git("add", "api.yaml");
  git("commit", "--quiet", "--message=Begin");
  process.chdir(folder);
});

afterAll(() => process.chdir(before));

const broken = [
  "          schema: { type: string }\n          x-identifies: /data/id\n",
  "          schema: { type: string, pattern: \\S }\n          x-identifies: /data/id\n",
] as const;

test("The old contract comes from Git, and is named by its ref.", async () => {
  write("api.yaml", "0.1.0", "0.1.1");
  const { code, errors, output } = await run(
    "main",
    "--contract",
    "api.yaml",
    "--reporter",
    "json",
  );
  expect([code, errors]).toEqual([0, "Comparing main with api.yaml\n"]);
  const { changes, from, to, verdict } = JSON.parse(output);
  expect([changes, from, to]).toEqual([[], "0.1.0", "0.1.1"]);
  expect(verdict).toEqual({ headline: "Nothing has changed.", note: "", isFailed: false });
});

test("It fails if clients break, until the version announces it.", async () => {
  const file = write("broken.yaml", ...broken);
  const { code, output } = await run(contractFile(), "--contract", file);
  expect(code).toBe(1);
  expect(output).toContain("GET /data_dictionary/variables_cages/");
  const [headline, note] = output.split("\n");
  expect(headline).toBe("Breaks clients, not the build or servers.");
  expect(note).toContain("Raise the minor version in info.version");
  writeFileSync(file, readFileSync(file, "utf8").replace("version: 0.1.0", "version: 0.2.0"));
  const raised = await run(
    contractFile(),
    "--contract",
    file,
    "--reporter",
    "markdown=report=1.md",
  );
  expect([raised.code, raised.output]).toEqual([0, ""]);
  const report = readFileSync(join(folder, "report=1.md"), "utf8");
  expect(report).toContain("## Breaks clients, not the build or servers.");
  expect(report).toContain("info.version announces it: it is 0.2.0, after 0.1.0.");
  expect(report).toMatch(
    /\| getVariablesCage, path parameter id: .* \| ✗ \| {2}\| {2}\| broken.yaml:\d+ \|/,
  );
});

test("It fails only for the named audiences, and says whom else a change breaks.", async () => {
  const lost = `        "401": { $ref: "#/components/responses/Unauthorized" }\n        "404"`;
  const file = write("lost.yaml", lost, `        "404"`);
  const harmless = await run(contractFile(), "--contract", file);
  expect(harmless.code).toBe(0);
  expect(harmless.output).toContain("Breaks the build and servers, not clients.");
  const { code } = await run(contractFile(), "--contract", file, "--fail-on", "clients,build");
  expect(code).toBe(1);
});

test("An unchanged contract is one sentence.", async () => {
  expect(await run(contractFile(), "--contract", write("same.yaml"))).toMatchObject({
    code: 0,
    output: "Nothing has changed.\n",
  });
});

test.each([
  [
    "an unknown ref",
    ["nowhere"],
    "nowhere is neither a file nor a commit, branch or tag of this repository.",
  ],
  ["no base", [], "Name one BASE"],
  ["an unknown reporter", ["main", "--reporter", "html"], "--reporter takes tty, markdown"],
  ["an unknown audience", ["main", "--fail-on", "callers"], "not callers"],
  ["an unknown option", ["main", "--markdown"], "Unknown option '--markdown'"],
  ["a contract that is not there", ["main", "--contract", "none.yaml"], "there is no such file"],
] as const)("With %s it exits with 2 and says why.", async (_name, args, message) => {
  const { code, errors } = await run(...args);
  expect([code, errors]).toEqual([2, expect.stringContaining(message)]);
});

test("A contract outside of the profile exits with 2, and each problem is listed.", async () => {
  write("api.yaml", "in: query", "in: cookie");
  git("commit", "--quiet", "--all", "--message=Take cookies");
  const repaired = ["main", "--contract", write("api.yaml")];
  for (const args of [
    repaired,
    [contractFile(), "--contract", write("odd.yaml", "in: query", "in: cookie")],
  ]) {
    const { code, errors } = await run(...args);
    expect([code, errors]).toEqual([
      2,
      expect.stringMatching(/(main:api|odd)\.yaml:\d+: .*cookie, which is not supported/),
    ]);
  }
  expect((await run(...repaired)).errors).toContain("add --allow-broken-base");
  expect(await run(...repaired, "--allow-broken-base")).toMatchObject({
    code: 0,
    output: expect.stringContaining("Nothing to compare with: the old contract is refused."),
  });
});

test("A renamed file is found by its content, and a new one has no old contract.", async () => {
  git("checkout", "--quiet", "--force", "-b", "renamed", "main~1");
  git("mv", "api.yaml", "moved.yaml");
  git("commit", "--quiet", "--message=Move");
  const moved = join(folder, "moved.yaml");
  expect((await run("main~1", "--contract", moved)).errors).toContain(
    "The most alike file there is api.yaml: compare with main~1:api.yaml",
  );
  const found = await run("main~1:api.yaml", "--contract", moved);
  expect([found.code, found.output]).toEqual([0, "Nothing has changed.\n"]);
  git("checkout", "--quiet", "--orphan", "empty");
  git("rm", "--quiet", "-rf", ".");
  git("commit", "--quiet", "--allow-empty", "--message=Begin again");
  expect(await run("empty", "--contract", write("first.yaml"))).toMatchObject({
    code: 0,
    output: "Nothing to compare with: empty has no first.yaml.\n",
  });
});

test("In a shallow clone it says what to fetch, and compares with that.", async () => {
  const clone = mkdtempSync(join(tmpdir(), "compat-clone-"));
  git("clone", "--quiet", "--depth=1", "--branch=renamed", `file://${folder}`, clone);
  process.chdir(clone);
  try {
    const asked = await run("origin/main", "--contract", "moved.yaml");
    expect([asked.code, asked.errors]).toEqual([
      2,
      expect.stringContaining("git fetch --depth=1 origin main"),
    ]);
    git("-C", clone, "fetch", "--quiet", "--depth=1", "origin", "renamed");
    expect((await run("FETCH_HEAD", "--contract", "moved.yaml")).code).toBe(0);
  } finally {
    process.chdir(folder);
  }
});

test("Each reporter names the change that breaks, at its line.", async () => {
  const file = write("narrow.yaml", ...broken);
  const names = ["github", "sarif", "junit"];
  const reporters = names.flatMap((name) => ["--reporter", `${name}=reports/${name}`]);
  await run(contractFile(), "--contract", file, ...reporters);
  const [github = "", sarif = "", junit = ""] = names.map((name) =>
    readFileSync(join(folder, "reports", name), "utf8"),
  );
  expect(github).toMatch(/^::error file=\S+narrow\.yaml,line=\d+,title=[^:]* breaks clients::/);
  const [{ results, tool }] = JSON.parse(sarif).runs;
  expect(results).toMatchObject([{ ruleId: "breaks-clients", level: "error" }]);
  expect(tool.driver.rules).toMatchObject([{ id: "breaks-clients" }]);
  expect(junit).toMatch(/<testsuite name="compat" tests="1" failures="1" errors="0" skipped="0"/);
});

test("A narrower type, a removed member and a renamed operation break the build.", async () => {
  const old = loadContract();
  const document = JSON.parse(
    JSON.stringify(old.document)
      .replace('"operationId":"resetSmartContractInstance"', '"operationId":"resetInstance"')
      .replace('"archive_at":{', '"archived":{')
      .replace('["author","client","values"]}', '["author","client"]}'),
  );
  const told = (await breaksOfBuild(old, readContract(document))).map(
    ({ part, reason }) => `${part}: ${reason}`,
  );
  expect(told).toEqual([
    "operations: resetSmartContractInstance is gone.",
    "responses: archive_at is gone.",
    'parameters: The old type is "values", the new one "author" | "client".',
  ]);
  expect(await breaksOfBuild(old, old)).toEqual([]);
});

test.each<readonly [string, string, Release, boolean]>([
  ["1.2.0", "2.0.0", "major", true],
  ["1.2.0", "1.3.0", "major", false],
  ["1.2.0", "1.3.0", "minor", true],
  ["1.2.0", "1.2.1", "minor", false],
  ["1.2.0", "1.2.1", "patch", true],
  ["1.2.0", "1.2.0", "none", true],
  ["1.2.0", "0.9.0", "patch", false],
  ["0.1.0", "0.2.0", "major", true],
  ["0.1.0", "0.1.1", "major", false],
  ["0.1.0", "0.1.1", "minor", true],
  ["1.0.0-rc.1", "1.0.0-rc.2", "major", true],
  ["1.0.0-rc.1", "1.0.0-rc.1", "major", false],
  ["one", "two", "major", false],
])("From %s to %s is a %s release: %s.", (old, changed, release, expected) => {
  expect(isRaised(old, changed, release)).toBe(expected);
});
