import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCompat } from "../src/command.ts";
import { announcesBreaks } from "../src/verdict.ts";
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

const maximum = "/paths/~1books/get/parameters/0/schema/maximum";
const broken = { [maximum]: 50 };

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
  expect(report).toMatch(/^breaks clients {2}listBooks, .* limit: .*\n {2}broken.yaml:\d+$/m);
});

test("It fails only for the named audiences, and says whom else a change breaks.", async () => {
  const file = write("lost.yaml", { "/paths/~1books/get/responses/401": undefined });
  const harmless = await compare(file);
  expect(harmless.code).toBe(0);
  expect(harmless.output).toContain("Breaks servers, build.");
  expect((await compare(file, "--fail-on", "clients,build")).code).toBe(1);
});

test("A break passes once it is accepted, and is reported when it no longer occurs.", async () => {
  const file = write("accepted/api.yaml", broken);
  expect((await compare(file, "--accept", "Nobody asks for more.")).code).toBe(0);
  const passed = await compare(file);
  expect(passed.code).toBe(0);
  expect(passed.output).toMatch(/^Breaks nothing\. Accepted: 1 change\.\n/);
  expect(passed.output).toMatch(/accepted since [\d-]{10}: Nobody asks for more\./);
  write("accepted/api.yaml", { "/paths/~1books/get/parameters/0/schema/minimum": 2 });
  const failed = await compare(file);
  expect(failed.code).toBe(1);
  expect(failed.output).toContain(
    "No longer occurs, remove it from the accepted breaks: listBooks, query limit, maximum.",
  );
  writeFileSync(join(folder, "accepted/accepted-breaks.json"), "[{}]");
  expect((await compare(file)).code).toBe(2);
});

test("A deprecated operation may be removed after its sunset date.", async () => {
  const pointer = "/paths/~1books~1{id}/delete";
  const { code, output } = await compare(write("sunset.yaml", { [pointer]: undefined }));
  expect(code).toBe(0);
  expect(output).toContain("It was deprecated, and its sunset date, 2020-01-31, has passed.");
  const sunset = { [`${pointer}/x-sunset`]: "2999-01-31" };
  const later = await run(
    write("later.yaml", sunset),
    "--contract",
    write("sunset.yaml", { ...sunset, [pointer]: undefined }),
  );
  expect(later.code).toBe(1);
});

test("Texts are counted, and listed if that is asked for.", async () => {
  const file = write("texts.yaml", { "/paths/~1books/get/description": "Books." });
  const { output } = await compare(file);
  expect(output).toContain("Changed texts: 1 × description. (--texts lists them)");
  const listed = await compare(file, "--texts");
  expect(listed.output).toContain('listBooks: `description` is `"Books."`; it was');
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

test("Operations that are not supported are omitted, and --strict refuses them.", async () => {
  const file = write("omitting.yaml");
  const { code, errors } = await run(file, "--contract", file);
  expect([code, errors]).toEqual([0, expect.stringContaining("omitted:")]);
  expect((await run(file, "--contract", file, "--strict")).code).toBe(2);
});

test("Annotations and JUnit name the change that breaks.", async () => {
  await compare(write("narrow.yaml", broken), "--reporter", "github=reports/github");
  await compare(write("narrow.yaml", broken), "--reporter", "junit=reports/junit");
  expect(readFileSync(join(folder, "reports/junit"), "utf8")).toMatch(/<failure message="breaks/);
  const github = readFileSync(join(folder, "reports/github"), "utf8");
  expect(github).toMatch(/^::error file=narrow\.yaml,line=\d+,title=[^:]* breaks clients::/);
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
