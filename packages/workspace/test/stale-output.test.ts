import { execFileSync } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { copyRepository } from "../src/copy-repository.ts";
import { type RunningCommand, runCommand } from "../src/run-command.ts";
import { removeStaleOutput } from "../src/stale-output.ts";

test("what the compiler made of sources that are gone goes, and nothing else is touched", () => {
  const folder = mkdtempSync(join(tmpdir(), "stale-"));
  const write = (file: string): void => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), "");
  };
  const kept = ["index.js", "index.d.ts", "deep/part.cjs", "deep/part.d.cts", "data.json", "bundle/main.js"];
  const stale = ["gone.js", "gone.d.ts", "deep/gone.mjs", "deep/gone.d.mts", "part.d.cts"];
  for (const file of [...kept, ...stale]) write(join("dist", file));
  for (const file of ["index.ts", "deep/part.cts", "part.ts"]) write(join("src", file));
  const before = kept.map((file) => statSync(join(folder, "dist", file)).mtimeMs);

  removeStaleOutput(folder);
  const files = globSync("**/*.*", { cwd: join(folder, "dist") });
  expect(files.toSorted()).toEqual(kept.toSorted());
  expect(kept.map((file) => statSync(join(folder, "dist", file)).mtimeMs)).toEqual(before);
});

test("a workspace that builds nothing has nothing to remove", () => {
  const folder = mkdtempSync(join(tmpdir(), "stale-"));
  expect(removeStaleOutput(folder)).toEqual([]);
});

describe("A build", { timeout: 300_000 }, () => {
  const copy = copyRepository();
  const contract = join(copy.folder, "packages/contract");
  afterAll(() => copy.remove());

  const extra = join(contract, "src/extra.ts");

  async function build(folder: string, ...args: readonly string[]): Promise<string> {
    const command = runCommand(folder, "npm", "run", "build", ...args);
    expect(await command.exit, command.output()).toBe(0);
    return command.output();
  }

  /** What `npm pack` would put into the package. */
  function packed(): string {
    const args = ["pack", "--dry-run", "--json", "--ignore-scripts"];
    return execFileSync("npm", args, {
      cwd: contract,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  }

  test("leaves nothing of a deleted source for the package", async () => {
    writeFileSync(extra, "export const extra = 1;\n");
    await build(contract);
    expect(packed()).toContain("dist/extra.js");
    rmSync(extra);
    await build(contract);
    expect(packed()).not.toContain("dist/extra.");
    expect(packed()).toContain("dist/index.js");
  });

  test("leaves nothing either if it comes from the cache", async () => {
    const all = ["--", "--filter=@workflow-api/contract"];
    await build(copy.folder, ...all);
    writeFileSync(extra, "export const extra = 2;\n");
    await build(copy.folder, ...all);
    expect(packed()).toContain("dist/extra.js");
    rmSync(extra);
    expect(await build(copy.folder, ...all)).toMatch(/Cached:\s+(\d+) cached, \1 total/);
    expect(packed()).not.toContain("dist/extra.");
  });

  test("is one line before the command that it is for, and says why if that cannot run", async () => {
    const script = "packages/workspace/src/build-first.ts";
    const first = (): RunningCommand =>
      runCommand(copy.folder, "node", script, "--filter=@workflow-api/contract");
    const built = first();
    expect(await built.exit, built.output()).toBe(0);
    expect(built.output()).toMatch(/^Built \([\d.]+ s\)\n$/);
    writeFileSync(extra, "export const extra: string = 3;\n");
    const failed = first();
    expect(await failed.exit).toBe(1);
    expect(failed.output()).toContain("src/extra.ts");
    rmSync(extra);
  });
});
