import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadContract } from "@workflow-api/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startContractServer } from "./support/contract-server.ts";
import { installOthers, installPacked, type Printed, runPacked } from "./support/packed.ts";

// The packages as they are published, and beside them nothing of the repository but what they depend on.
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "packed-"));
  await installOthers(folder);
  await installPacked(folder, "packages/conformance", "packages/contract", "openapi");
});
afterAll(() => rm(folder, { recursive: true }));

const command = (file: string, ...args: readonly string[]): Promise<Printed> => runPacked(folder, file, args);

test("The packed package verifies a server without the repository.", async () => {
  expect((await command("bin.js", "--help")).stdout).toContain("--base-url");
  const server = await startContractServer(await loadContract());
  const args = ["--base-url", server.url, "--only", "security", "--reporter", "tty", "--reporter"];
  const { code, stdout } = await command("bin.js", ...args, `html=${join(folder, "report.html")}`);
  await server.close();
  expect(stdout).toMatch(/\d+ passed, 0 failed/);
  expect(code).toBe(0);
  expect(await readFile(join(folder, "report.html"), "utf8")).toContain(
    "The server agrees with its contract",
  );
});

test("The packed package says that there is no server.", async () => {
  const { code, stderr } = await command("bin.js", "--base-url", "http://127.0.0.1:9");
  expect(stderr).toMatch(/^No answer to .*\. Is the server running, and is --base-url its address\?\n$/);
  expect(code).toBe(2);
});

test("The packed package has commands that a shell can start, and no tests.", async () => {
  const packed = join(folder, "node_modules", "@workflow-api", "conformance");
  const manifest: { bin: Record<string, string> } = JSON.parse(
    await readFile(join(packed, "package.json"), "utf8"),
  );
  for (const file of Object.values(manifest.bin))
    expect(await readFile(join(packed, file), "utf8")).toMatch(/^#!\/usr\/bin\/env node\n/);
  expect((await readdir(packed)).toSorted()).toEqual(["LICENSE", "README.md", "dist", "package.json"]);
});
