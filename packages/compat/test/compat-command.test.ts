import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { runCompat } from "../src/command.ts";
import { announcesBreaks } from "../src/report/verdict.ts";
import { type Edits, edited } from "./support/library.ts";

const folder = mkdtempSync(join(tmpdir(), "compat-command-"));
const before = process.cwd();

const git = (...args: readonly string[]): void => {
  execFileSync("git", ["-c", "user.name=Test", "-c", "user.email=test@example.com", ...args], {
    cwd: folder,
  });
};

/** Writes the library with some of it edited. */
function write(file: string, edits: Edits = {}): string {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(edited(edits), undefined, 2));
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

/** Compares the library with a file. */
const compare = (file: string, ...args: readonly string[]) =>
  run(write("base.yaml"), "--contract", file, ...args);

beforeAll(() => {
  git("init", "--quiet", "--initial-branch=main");
  write("api.yaml");
  git("add", "--all");
  git("commit", "--quiet", "--message=All");
  process.chdir(folder);
});

afterAll(() => process.chdir(before));

const schema = "/paths/~1books/get/parameters/0/schema";
const broken = { [`${schema}/maximum`]: 50 };

test("The old contract comes from Git, and is named by its ref.", async () => {
  const file = write("api.yaml", { "/info/version": "1.0.1" });
  const { code, errors, output } = await run("main", "--contract", file, "--reporter", "json");
  expect(code).toBe(0);
  expect(errors).toContain(`Comparing main with ${file}\n`);
  expect(JSON.parse(output)).toMatchObject({
    changes: [],
    from: "1.0.0",
    to: "1.0.1",
    verdict: { headline: "No operation has changed.", note: "", isFailed: false },
  });
});

test("It fails if clients break, until the version announces it.", async () => {
  const { code, output } = await compare(write("broken.yaml", broken));
  expect(code).toBe(1);
  expect(output).toMatch(/^Breaks clients\.\nRaise the major version in info\.version:/);
  expect(output).toContain("GET /books?limit=");
  const raised = write("broken.yaml", { ...broken, "/info/version": "2.0.0" });
  expect(await compare(raised, "--reporter", "markdown=report=1.md")).toMatchObject({
    code: 0,
    output: "",
  });
  const report = readFileSync(join(folder, "report=1.md"), "utf8");
  expect(report).toContain("## Breaks clients.");
  expect(report).toContain("info.version announces it: it is 2.0.0, after 1.0.0.");
  expect(report).toMatch(/^\| breaks clients \| listBooks, .* limit: .* \| `broken.yaml:\d+` \|/m);
});

test("It fails for the named audiences alone, and counts what breaks others.", async () => {
  const file = write("lost.yaml", { "/paths/~1books/get/responses/401": undefined });
  const harmless = await compare(file);
  expect(harmless.code).toBe(0);
  expect(harmless.output).toContain("Breaks servers.");
  expect(harmless.output).toContain(
    "1 change breaks servers only (--fail-on servers lists them), such as: listBooks, response 401",
  );
  expect(harmless.output).not.toContain("base.yaml:");
  const failed = await compare(file, "--fail-on", "clients,servers");
  expect(failed.code).toBe(1);
  expect(failed.output).toContain("\n  base.yaml:");
});

test("It shows what breaks those who decide, and the first of what is harmless.", async () => {
  const added = Array.from({ length: 7 }, (_, index) => [
    `/components/schemas/Error/properties/more${index}`,
    { type: "string" },
  ]);
  const edits = { ...Object.fromEntries(added), [`${schema}/default`]: 10 };
  const { output } = await compare(write("both.yaml", edits));
  expect(output).toContain("listBooks, for clients: By the new contract, query limit has another");
  expect(output).not.toContain("for servers:");
  expect(output.match(/^harmless: /gm)?.length).toBe(5);
  expect(output).toContain("2 more changes of that kind.");
});

test("It fails if clients may break, which no sample decides.", async () => {
  const pattern = "/paths/~1books~1{id}/parameters/0/schema/pattern";
  const { code, output } = await compare(write("pattern.yaml", { [pattern]: "^b[0-9]+$" }));
  expect(code).toBe(1);
  expect(output).toMatch(/^May break clients, servers\.\nRaise the major version/);
  expect(output).toContain("the pattern has changed, and no sample distinguishes both");
});

test("A break passes once it is accepted, and is reported when it no longer occurs.", async () => {
  const file = write("accepted/api.yaml", broken);
  expect((await compare(file, "--accept", "Nobody asks for more.")).code).toBe(0);
  const passed = await compare(file, "--reporter", "tty", "--reporter", "github");
  expect(passed.code).toBe(0);
  expect(passed.output).not.toContain("::");
  expect((await compare(file, "--reporter", "junit")).output).toContain(
    '<skipped message="accepted: breaks clients">Nobody asks for more.</skipped>',
  );
  expect(passed.output).toMatch(/^Breaks nothing\. Accepted: 1 change\.\n/);
  expect(passed.output).toMatch(/accepted since [\d-]{10}: Nobody asks for more\./);
  write("accepted/api.yaml", { "/paths/~1books/get/parameters/0/schema/minimum": 2 });
  const failed = await compare(file);
  expect(failed.code).toBe(1);
  expect(failed.output).toContain(
    "No longer occurs, remove it from the accepted breaks: " +
      "listBooks, query limit, maximum lost 100 got 50.",
  );
  writeFileSync(join(folder, "accepted/accepted-breaks.json"), "[{}]");
  expect((await compare(file)).code).toBe(2);
});

test("An accepted break accepts no later one of the same keyword.", async () => {
  const sort = "/paths/~1books/get/parameters/1/schema/items/enum";
  const file = write("again/api.yaml", { [sort]: ["title"] });
  expect((await compare(file, "--accept", "Nobody sorts by year.")).code).toBe(0);
  expect((await compare(file)).code).toBe(0);
  write("again/api.yaml", { [sort]: ["year"] });
  expect((await compare(file)).code).toBe(1);
});

test("Texts are counted.", async () => {
  const file = write("texts.yaml", { "/paths/~1books/get/description": "Books." });
  const { code, output } = await compare(file);
  expect(code).toBe(0);
  expect(output).toContain("Changed texts: 1 × description.");
});

test.each([
  ["git fetch --depth=1 origin nowhere, then compare with FETCH_HEAD", ["origin/nowhere"]],
  ["Name one BASE", []],
  ["not callers", ["main", "--fail-on", "callers"]],
] as const)("It exits with 2 and says: %s", async (message, args) => {
  expect(await run(...args)).toMatchObject({ code: 2, errors: expect.stringContaining(message) });
});

test("A renamed file is found, and a new one beside it has no old contract.", async () => {
  const moved = write("moved.yaml", { "/info/title": "Another" });
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

test("Operations that are not supported are omitted, and reported.", async () => {
  const file = write("omitting.yaml", { [`${schema}/prefixItems`]: [] });
  const { code, errors } = await run(file, "--contract", file);
  expect([code, errors]).toEqual([0, expect.stringContaining("omitted:")]);
});

test("Annotations stand beside the report for the terminal.", async () => {
  const reporters = ["--reporter", "tty", "--reporter", "github"];
  const { output } = await compare(write("narrow.yaml", broken), ...reporters);
  expect(output).toMatch(/^Breaks clients\./);
  expect(output).toMatch(/^::error file=narrow\.yaml,line=\d+,title=[^:]* breaks clients::/m);
});

test("JUnit counts what decides the exit code, with its line.", async () => {
  // The first breaks clients, the second servers alone.
  const lost = { ...broken, "/paths/~1books/get/responses/401": undefined };
  await compare(write("two.yaml", lost), "--reporter", "junit=reports/junit");
  const report = readFileSync(join(folder, "reports/junit"), "utf8");
  expect(report).toMatch(/<testsuites name="Library" tests="2" failures="1" /);
  expect(report).toMatch(
    / file="two\.yaml" line="\d+"><failure message="breaks clients">By the new/,
  );
});

test("Markdown is a table with links to the lines on the code host.", async () => {
  vi.stubEnv("GITHUB_SERVER_URL", "https://github.com");
  vi.stubEnv("GITHUB_REPOSITORY", "owner/name");
  vi.stubEnv("GITHUB_SHA", "abc");
  const lost = { ...broken, "/paths/~1books/get/responses/401": undefined };
  await compare(write("linked.yaml", lost), "--reporter", "markdown=reports/linked.md");
  vi.unstubAllEnvs();
  const report = readFileSync(join(folder, "reports/linked.md"), "utf8");
  const [, line, url] = /\| \[`linked\.yaml:(\d+)`\]\((.*)\) \|/.exec(report) ?? [];
  expect(url).toBe(`https://github.com/owner/name/blob/abc/linked.yaml#L${line}`);
  // The old contract is shown nowhere.
  expect(report).toMatch(/listBooks, response 401 was removed\. \| `base\.yaml:\d+` \|/);
  expect(report).toContain("```http\nGET /books?limit=51\n");
});

test.each([
  ["1.2.0", "2.0.0", true],
  ["1.2.0", "1.3.0", false],
  ["0.1.0", "0.2.0", true],
  ["1.0.0-rc.1", "1.0.0-rc.2", true],
  ["68", "69", true],
])("From %s to %s announces breaks: %s.", (old, changed, isAnnounced) => {
  expect(announcesBreaks(old, changed)).toBe(isAnnounced);
});
