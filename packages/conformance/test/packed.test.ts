import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { loadContract } from "@workflow-api/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startContractServer } from "./support/contract-server.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "..", "..", "..");
const packages = [
  join(import.meta.dirname, ".."),
  ...["contract", "openapi"].map((name) =>
    dirname(fileURLToPath(import.meta.resolve(`@workflow-api/${name}/package.json`))),
  ),
];

// The packages as they are published, and beside them nothing of the repository but what they depend on.
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "packed-"));
  const modules = join(folder, "node_modules");
  await mkdir(join(modules, "@workflow-api"), { recursive: true });
  for (const name of await readdir(join(root, "node_modules")))
    if (name !== "@workflow-api" && !name.startsWith("."))
      await symlink(join(root, "node_modules", name), join(modules, name));
  for (const directory of packages) {
    const { stdout } = await run(
      "npm",
      ["pack", "--json", "--ignore-scripts", "--pack-destination", folder],
      { cwd: directory },
    );
    const [packed]: { filename: string; name: string }[] = JSON.parse(stdout);
    if (packed === undefined) throw new Error(`Nothing was packed in ${directory}.`);
    const target = join(modules, packed.name);
    await mkdir(target);
    await run("tar", ["-xzf", join(folder, packed.filename), "--strip-components", "1", "-C", target]);
  }
});
afterAll(() => rm(folder, { recursive: true }));

function command(
  name: string,
  ...args: readonly string[]
): Promise<{ stdout: string; stderr: string; code?: number }> {
  const file = join(folder, "node_modules", "@workflow-api", "conformance", "dist", name);
  return run(process.execPath, [file, ...args], { cwd: folder }).catch(
    (error: { stdout: string; stderr: string; code: number }) => error,
  );
}

test("The packed package verifies a server without the repository.", async () => {
  expect((await command("bin.js", "--help")).stdout).toContain("--base-url");
  const server = await startContractServer(await loadContract());
  const args = ["--base-url", server.url, "--only", "security", "--reporter", "tty", "--reporter"];
  const { code, stdout } = await command("bin.js", ...args, `html=${join(folder, "report.html")}`);
  await server.close();
  expect(stdout).toMatch(/\d+ passed, 0 failed/);
  expect(code).toBeUndefined();
  expect(await readFile(join(folder, "report.html"), "utf8")).toContain(
    "The server agrees with its contract",
  );
});

test("The packed package says that there is no server.", async () => {
  const { code, stderr } = await command("bin.js", "--base-url", "http://127.0.0.1:9");
  expect(stderr).toMatch(/^No answer to /);
  expect(code).toBe(2);
});

test("The packed package compares contracts without the repository, and says what it lacks for the types.", async () => {
  const contract = join(folder, "node_modules", "@workflow-api", "openapi", "openapi.yaml");
  const { stdout } = await command("bin-compat.js", contract);
  expect(stdout).toContain("Nothing has changed.");
  expect(stdout).toContain("The types were not compared");
});

test("The packed package has commands that a shell can start, and no tests.", async () => {
  const packed = join(folder, "node_modules", "@workflow-api", "conformance");
  const manifest: { bin: Record<string, string> } = JSON.parse(
    await readFile(join(packed, "package.json"), "utf8"),
  );
  for (const file of Object.values(manifest.bin))
    expect(await readFile(join(packed, file), "utf8")).toMatch(/^#!\/usr\/bin\/env node\n/);
  expect((await readdir(packed)).toSorted()).toEqual(["README.md", "dist", "package.json"]);
});
