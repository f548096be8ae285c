import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../src/environment.ts";
import { runCommand } from "../src/run-command.ts";

const { scripts }: { scripts: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(join(root, "package.json"), "utf8"),
);
const tasks = Object.entries(scripts).filter(([, script]) => /\/(?:run|test)\.ts\b/.test(script));

test.each(tasks)("npm run %s -- --help says what it does, and runs nothing", async (name, script) => {
  const [, ...args] = script.split(" ");
  const command = runCommand(root, process.execPath, ...args, "--help");
  expect(await command.exit).toBe(0);
  const [, usage] = command.output().split("\n\n");
  expect(usage).toBe(`Usage: npm ${name === "test" ? "test" : `run ${name}`} -- [options]`);
});
