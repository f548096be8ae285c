import { execFile } from "node:child_process";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { runCompat } from "../src/compat/index.ts";
import { usage } from "../src/compat/options.ts";
import { withNode } from "../src/score/edit.ts";
import { shop } from "./support/shop.ts";

let file: string;
beforeAll(async () => {
  file = join(await mkdtemp(join(tmpdir(), "compat-")), "shop.json");
  await writeFile(file, JSON.stringify(shop));
});

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

async function run(...args: readonly string[]): Promise<Ran> {
  const [out, error]: [string[], string[]] = [[], []];
  const print = (text: string): void => void out.push(text);
  const printError = (text: string): void => void error.push(text);
  const code = await runCompat(args, { print, printError });
  return { code, out: out.join(""), error: error.join("") };
}

const refused: readonly [what: string, args: readonly string[], error: RegExp][] = [
  ["no BASE", [], /^One BASE is needed: a git ref or a file\. See --help\.\n$/],
  ["two of them", ["one", "two"], /^One BASE is needed/],
  [
    "an option that there is not",
    ["HEAD", "--reportr=json"],
    /^There is no option --reportr: did you mean --reporter\?\n$/,
  ],
  [
    "an option that is like none",
    ["HEAD", "--foo"],
    /^There is no option --foo: --help lists those that there are\.\n$/,
  ],
  [
    "a BASE that is nothing",
    ["no-such-ref"],
    /^no-such-ref is neither a file nor a git ref that has the contract: git knows no such commit, branch or tag\.\n$/,
  ],
  ["an option without its value", ["HEAD", "--contract"], /--contract/],
  [
    "a reporter that there is not",
    ["HEAD", "--reporter", "xml"],
    /^There is no reporter "xml": tty, markdown, json\.\n$/,
  ],
  [
    "two reports on one output",
    ["HEAD", "--json", "--markdown"],
    /^Only one report can be printed: .*--reporter json=FILE\.\n$/,
  ],
  [
    "a contract that is not there",
    ["HEAD", "--contract", "no-such.yaml"],
    /^There is no contract no-such\.yaml: correct --contract\.\n$/,
  ],
];

describe.each(refused)("A command line with %s", (_what, args, error) => {
  test("ends with 2, says what is wrong, and prints no report.", async () => {
    expect(await run(...args)).toEqual({ code: 2, out: "", error: expect.stringMatching(error) });
  });
});

test("A report that cannot be written is told by its file.", async () => {
  const { code, error } = await run(
    file,
    "--contract",
    file,
    "--reporter",
    `json=${join(file, "report.json")}`,
  );
  expect({ code, error }).toEqual({ code: 2, error: expect.stringContaining("report.json") });
});

test("A report for programs is all that is printed.", async () => {
  const { code, error, out } = await run(file, "--contract", file, "--json");
  expect(JSON.parse(out)).toMatchObject({ changes: [], release: "none" });
  expect({ code, error }).toEqual({ code: 0, error: "" });
});

test("What nobody has foreseen ends with 2 too, for 1 says that something breaks.", async () => {
  const impossible = join(dirname(file), "impossible.json");
  const name = "/components/schemas/NewItem/properties/name";
  await writeFile(
    impossible,
    JSON.stringify(withNode(shop, name, { enum: ["a"], not: { enum: ["a"] }, type: [] })),
  );
  const program = fileURLToPath(new URL("../src/bin-compat.ts", import.meta.url));
  const ran = await promisify(execFile)(process.execPath, [program, file, "--contract", impossible]).catch(
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
  expect(ran).toMatchObject({ code: 2, stdout: "", stderr: expect.stringMatching(/\S/) });
});

test("What the repository builds before a command of its own does not stand in what that prints.", async () => {
  const manifest = await readFile(new URL("../../../package.json", import.meta.url), "utf8");
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(manifest);
  const building = Object.values(scripts).filter((script) => script.includes("build-first.ts"));
  expect(building.length).toBeGreaterThan(2);
  for (const script of building) expect(script).toMatch(/build-first\.ts --filter=\S+ >&2 && exec /);
});

test("The README and the help of the command know the same options.", async () => {
  const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
  const optionsOf = (text: string): string[] => [...new Set(text.match(/--[a-z][a-z-]+/g))].toSorted();
  const [, table = ""] = /workflow-api-compat origin[\s\S]*?\n(\|[\s\S]*?)\n\n/.exec(readme) ?? [];
  expect(optionsOf(table)).toEqual(optionsOf(usage).filter((option) => option !== "--help"));
});
