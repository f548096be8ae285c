import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BANNER } from "../generate/print.ts";

const command = fileURLToPath(new URL("../generate/main.ts", import.meta.url));
const committed = fileURLToPath(new URL("../src/generated", import.meta.url));

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "client-"));
  await promisify(execFile)(process.execPath, [command, "--out", folder]);
});
afterAll(() => rm(folder, { recursive: true }));

test("the committed modules are those that the contract generates", async () => {
  const names = await readdir(folder);
  expect(await readdir(committed)).toEqual(names);
  for (const name of names) {
    const message = `src/generated/${name} is not what the contract generates: run \`npm run generate\` and commit it`;
    expect(await readFile(path.join(committed, name), "utf8"), message).toBe(
      await readFile(path.join(folder, name), "utf8"),
    );
  }
});

test("each committed module says in its first line that it is generated", async () => {
  for (const name of await readdir(committed)) {
    expect((await readFile(path.join(committed, name), "utf8")).split("\n", 1)).toEqual([BANNER]);
  }
});

test.each([
  {
    title: "without an operationId",
    paths: ["  /things:", "    get: { responses: { '204': { description: Done. } } }"],
    told: [/openapi\.yaml:5:5 .*operationId/],
  },
  {
    title: "of a path that no parameter fills",
    paths: [
      "  /{a}/{b}/{c}:",
      "    parameters: [{ name: c, in: path, required: true, schema: {} }, { name: b, in: query, schema: {} }]",
      "    get: { operationId: readA, responses: { '204': { description: Done. } } }",
    ],
    told: [/openapi\.yaml:6:5 .*"a" for the \{a\}/, /openapi\.yaml:6:5 .*"b" for the \{b\}/],
  },
])("a contract $title is told by file and line, and generates nothing", async ({ paths, told }) => {
  const broken = await mkdtemp(path.join(tmpdir(), "client-broken-"));
  const contract = path.join(broken, "openapi.yaml");
  const head = ["openapi: 3.1.1", 'info: { title: T, version: "1" }', "paths:"];
  await writeFile(contract, [...head, ...paths, ""].join("\n"));
  const out = path.join(broken, "out");
  const run = promisify(execFile)(process.execPath, [command, "--contract", contract, "--out", out]);
  const { code, stderr } = await run.then(
    () => ({ code: 0, stderr: "" }),
    (error: { code: number; stderr: string }) => error,
  );
  expect(code).toBe(1);
  const lines = stderr.trim().split("\n");
  for (const [index, line] of told.entries()) expect(lines[index]).toMatch(line);
  expect(lines.every((line) => line.startsWith(contract))).toBe(true);
  expect(await readdir(broken)).toEqual(["openapi.yaml"]);
  await rm(broken, { recursive: true });
});
