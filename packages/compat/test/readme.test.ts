import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { JsonValue } from "@workflow-api/contract/json";
import { codeBlocks, commandsIn } from "@workflow-api/workspace/readme";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCompat } from "../src/command.ts";

/** The contract of the README: cages that can be sorted. */
const cages = (keys: readonly string[]): string =>
  [
    "openapi: 3.1.1",
    "info: { title: Cages, version: 1.4.0 }",
    "paths:",
    "  /cages:",
    "    get:",
    "      operationId: listCages",
    "      parameters:",
    "        - name: sort",
    "          in: query",
    "          schema:",
    "            type: array",
    `            items: { type: string, enum: [${keys.join(", ")}] }`,
    "      responses: { '204': { description: None. } }",
  ].join("\n");

// Below the package, which a module names itself by.
mkdirSync(join(import.meta.dirname, "../.reports"), { recursive: true });
const folder = mkdtempSync(join(import.meta.dirname, "../.reports/readme-"));
const before = process.cwd();

beforeAll(() => {
  writeFileSync(join(folder, "old.yaml"), cages(["id", "date", "name"]));
  writeFileSync(join(folder, "openapi.yaml"), cages(["id", "date"]));
  process.chdir(folder);
});

afterAll(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true });
});

async function run(...args: readonly string[]): Promise<string> {
  const output: string[] = [];
  await runCompat(["old.yaml", "--contract", "openapi.yaml", ...args], {
    print: (part) => void output.push(part),
    printError: () => undefined,
  });
  return stripVTControlCharacters(output.join(""));
}

test("The report of the README is the one that is printed.", async () => {
  const [report = ""] = codeBlocks("packages/compat/README.md", "text");
  // Its place is that of a longer contract.
  const ofReadme = report.replace(/(?<=openapi\.yaml:)\d+/, "12");
  expect((await run()).trim()).toBe(ofReadme);
});

test("The commands of the READMEs have options that exist.", async () => {
  const paths = ["README.md", "packages/compat/README.md"];
  const commands = paths.flatMap((path) => commandsIn(path, "@workflow-api/compat"));
  expect(commands).toHaveLength(4);
  for (const [, ...args] of commands) expect(await run(...args)).toMatch(/^Breaks clients\.|^$/);
});

test("The accepted break of the README is the one that is written.", async () => {
  await run("--accept", "Nobody sorts by name.");
  const written = JSON.parse(readFileSync("accepted-breaks.json", "utf8"));
  rmSync("accepted-breaks.json");
  const [entry = ""] = codeBlocks("packages/compat/README.md", "json");
  const withoutDate = (entries: readonly Record<string, JsonValue>[]) =>
    entries.map(({ date: _, ...rest }) => rest);
  expect(withoutDate(written)).toEqual(withoutDate(JSON.parse(entry)));
});

test("The code of the README runs.", () => {
  const [code = ""] = codeBlocks("packages/compat/README.md", "ts");
  const file = join(folder, "readme.ts");
  writeFileSync(file, code);
  const printed = execFileSync(process.execPath, ["-C", "@workflow-api/source", file], {
    encoding: "utf8",
  });
  expect(printed).toBe(
    "listCages, query parameter sort, items `enum` lost `\"name\"`. [ 'clients' ] []\n",
  );
});
