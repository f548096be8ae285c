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

test("a broken contract is told by file and line, and generates nothing", async () => {
  const broken = await mkdtemp(path.join(tmpdir(), "client-broken-"));
  const contract = path.join(broken, "openapi.yaml");
  const operation = "get: { responses: { '204': { description: Done. } } }";
  await writeFile(
    contract,
    `openapi: 3.1.1\ninfo: { title: T, version: "1" }\npaths:\n  /things:\n    ${operation}\n`,
  );
  const out = path.join(broken, "out");
  const run = promisify(execFile)(process.execPath, [command, "--contract", contract, "--out", out]);
  const { code, stderr } = await run.then(
    () => ({ code: 0, stderr: "" }),
    (error: { code: number; stderr: string }) => error,
  );
  expect(code).toBe(1);
  const lines = stderr.trim().split("\n");
  expect(lines[0]).toMatch(/openapi\.yaml:5:5 .*operationId/);
  expect(lines.every((line) => line.startsWith(contract))).toBe(true);
  expect(await readdir(broken)).toEqual(["openapi.yaml"]);
  await rm(broken, { recursive: true });
});
