import { mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { root } from "../src/environment.ts";
import { runCommand } from "../src/run-command.ts";

afterEach(() => vi.unstubAllEnvs());

const leaving = `
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

test("leaves what it wrote, and so does a program that it starts", async () => {
  writeFileSync(join(mkdtempSync(join(tmpdir(), "left-")), "file"), "");
  execFileSync(process.execPath, ["-e", "fs.mkdtempSync(path.join(os.tmpdir(), 'left-'))"]);
  writeFileSync("written", readdirSync(tmpdir()).join());
  await end();
});

`;

test.each([
  ["fails", 1, "throw new Error()"],
  ["is interrupted", 143, 'process.kill(process.ppid, "SIGTERM"); await new Promise(() => undefined)'],
])("a run of tests that %s leaves nothing in the temporary folder", async (_, code, end) => {
  const folder = mkdtempSync(join(tmpdir(), "run-"));
  const temporary = join(folder, "temporary");
  for (const name of ["test", "temporary"]) mkdirSync(join(folder, name));
  writeFileSync(join(folder, "test", "leaving.test.ts"), `${leaving}async function end() { ${end} }`);
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  for (const name of ["TMPDIR", "TMP", "TEMP"]) vi.stubEnv(name, temporary);
  const args = ["run", "--config", join(root, "vitest.config.ts"), "--root", folder];
  const run = runCommand(folder, join(root, "node_modules/.bin/vitest"), ...args);
  expect(await run.exit).toBe(code);
  expect(readFileSync(join(folder, "written"), "utf8")).toMatch(/^left-\w+,left-\w+$/);
  expect(readdirSync(temporary)).toEqual([]);
});
