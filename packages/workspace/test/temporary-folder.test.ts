import { mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { root } from "../src/environment.ts";
import { runCommand } from "../src/run-command.ts";

const leaving = `
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

test("leaves what it wrote, and so does a program that it starts", () => {
  writeFileSync(join(mkdtempSync(join(tmpdir(), "left-")), "file"), "");
  execFileSync(process.execPath, ["-e", "fs.mkdtempSync(path.join(os.tmpdir(), 'left-'))"]);
  expect(readdirSync(tmpdir())).toEqual([]);
});
`;

test("a run of tests leaves nothing in the temporary folder, even if it fails", async () => {
  const folder = mkdtempSync(join(tmpdir(), "run-"));
  mkdirSync(join(folder, "test"));
  writeFileSync(join(folder, "test", "leaving.test.ts"), leaving);
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const temporary = join(folder, "temporary");
  mkdirSync(temporary);
  for (const name of ["TMPDIR", "TMP", "TEMP"]) vi.stubEnv(name, temporary);
  const args = ["run", "--config", join(root, "vitest.config.ts"), "--root", folder];
  const run = runCommand(folder, join(root, "node_modules/.bin/vitest"), ...args);
  expect(await run.exit).toBe(1);
  expect(run.output().match(/"left-\w+"/g)).toHaveLength(2);
  expect(readdirSync(temporary)).toEqual([]);
});
