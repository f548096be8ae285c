import { execFileSync } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { root } from "../src/environment.ts";
import { type RunningCommand, runCommand } from "../src/run-command.ts";

const readme = readFileSync(join(root, "README.md"), "utf8");
const { scripts }: { scripts: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(join(root, "package.json"), "utf8"),
);

test("the two command lines stand before line 20", () => {
  const top = readme.split("\n").slice(0, 20).join("\n");
  expect(top).toContain("npm ci && npm start");
  expect(top).toContain("npm ci && npm test");
});

test("every command of the repository is explained in one line", () => {
  const lifecycle = ["postinstall"];
  const explained = [...readme.matchAll(/^\| `npm (?:run )?([a-z]+).*` \| .+ \|$/gm)].map(([, name]) => name);
  expect(explained.toSorted()).toEqual(
    Object.keys(scripts)
      .filter((name) => !lifecycle.includes(name))
      .toSorted(),
  );
});

test("every workspace stands in the table of folders, and nothing else", () => {
  const told = [...readme.matchAll(/^\| \[`([a-z/]+)`\]\(\1\) \|/gm)].map(([, folder]) => folder);
  const folders = globSync("{openapi,packages/*,apps/*}/package.json", { cwd: root });
  expect(told.toSorted()).toEqual(folders.map((file) => file.replace("/package.json", "")).toSorted());
});

const running: RunningCommand[] = [];
const scratch = join(root, ".turbo", "readme");
mkdirSync(scratch, { recursive: true });
const folder = mkdtempSync(join(scratch, "snippet-"));
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  for (const command of running) {
    command.signal("SIGTERM");
    await command.exit;
  }
});

test("the lines that call the client compile at the strictest, and run against the mock", async () => {
  const mock = runCommand(root, process.execPath, "apps/mock/dist/bin.js", "--port", "0");
  running.push(mock);
  const url = await mock.printed(/http:\/\/127\.0\.0\.1:\d+/);
  const [, snippet = ""] = /```ts\n([\s\S]*?)```/.exec(readme) ?? [];
  writeFileSync(join(folder, "snippet.ts"), snippet.replace("http://127.0.0.1:4010", url));
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({
      extends: join(root, "tsconfig.json"),
      compilerOptions: { skipLibCheck: false },
      files: ["snippet.ts"],
    }),
  );
  execFileSync(join(root, "node_modules/.bin/tsc"), ["-p", folder], { stdio: "inherit" });
  const output = execFileSync(process.execPath, [join(folder, "snippet.ts")], { encoding: "utf8" });
  expect(output).toBe("Parties to the contract ada@example.com\n");
});
