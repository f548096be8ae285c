import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { watch } from "node:fs";
import { mkdir, mkdtemp, readdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeEach, expect, test } from "vitest";
import { withNode } from "../src/score/edit.ts";
import { shop } from "./support/shop.ts";

const run = promisify(execFile);
const program = join(import.meta.dirname, "..", "src", "bin-compat.ts");
let repository: string;
let temporary: string;
let args: string[];
let env: NodeJS.ProcessEnv;

beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), "leftovers-"));
  [repository, temporary] = [join(folder, "repository"), join(folder, "temporary")];
  await Promise.all([mkdir(repository), mkdir(temporary)]);
  // The compilers that are asked let Node keep what it compiled, for the next time.
  const variables = { TMPDIR: temporary, TMP: temporary, TEMP: temporary, NODE_DISABLE_COMPILE_CACHE: "1" };
  env = { ...process.env, ...variables };
  const file = join(repository, "shop.json");
  await writeFile(file, JSON.stringify(shop));
  const author = ["-c", "user.name=a", "-c", "user.email=a@example.com"];
  for (const command of [
    ["init", "-q"],
    ["add", "."],
    [...author, "commit", "-q", "-m", "One"],
  ]) {
    await run("git", command, { cwd: repository });
  }
  await writeFile(file, JSON.stringify(withNode(shop, "/info/version", "9.0.0")));
  args = [program, "HEAD", "--contract", file];
});

test("A comparison with a git ref leaves no temporary file.", async () => {
  await run(process.execPath, args, { cwd: repository, env });
  expect(await readdir(temporary)).toEqual([]);
});

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)("A comparison that %s ends leaves none either, and exits with %i.", async (signal, code) => {
  const watcher = watch(temporary);
  const child = spawn(process.execPath, args, { cwd: repository, env });
  await once(watcher, "change");
  watcher.close();
  child.kill(signal);
  expect(await once(child, "exit")).toEqual([code, null]);
  expect(await readdir(temporary)).toEqual([]);
});
