import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  freePort,
  listenOnFreePort,
  type RunningCommand,
  runCommand,
} from "@workflow-api/workspace/testing";
import { afterEach, expect, test, vi } from "vitest";
import { root } from "../src/turbo.ts";

const read = (path: string): string => readFileSync(join(root, path), "utf8");
const readme = read("README.md");
const commands = join(root, "packages/workspace/src/command.mjs");

const running: RunningCommand[] = [];
afterEach(async () => {
  for (const command of running.splice(0)) {
    command.signal("SIGTERM");
    await command.exit;
  }
});

function npm(...args: readonly string[]): RunningCommand {
  const command = runCommand(root, "npm", ...args);
  running.push(command);
  return command;
}

/** The arguments of `npm start` for two ports. */
const portOptions = (mock: number, docs: number): string[] => [
  ...["--mock-port", String(mock)],
  ...["--docs-port", String(docs)],
];

test("npm start serves the mock and the docs on the given ports, until Ctrl-C", async () => {
  const [mock, docs] = [await freePort(), await freePort()];
  const temporary = mkdtempSync(join(tmpdir(), "start-"));
  vi.stubEnv("TMPDIR", temporary);
  const command = npm("start", "--", ...portOptions(mock, docs));
  vi.unstubAllEnvs();
  await command.printed(/Ctrl-C stops both/);
  expect(command.output()).toContain(
    `Mock  http://127.0.0.1:${mock}\nDocs  http://127.0.0.1:${docs}\n`,
  );
  expect((await fetch(`http://127.0.0.1:${mock}/__mock/health`)).status).toBe(200);
  const page = await (await fetch(`http://127.0.0.1:${docs}/`)).text();
  expect(page).toContain(`127.0.0.1:${mock}`);
  expect(command.output() + page).not.toMatch(/:(4010|4020)\b/);
  command.signal("SIGINT");
  expect(await command.exit).toBe(0);
  // npm caches its own code there.
  expect(readdirSync(temporary).filter((name) => name !== "node-compile-cache")).toEqual([]);
  for (const port of [mock, docs])
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
});

test("npm start fails when one of both ends", async () => {
  const [mock, docs] = [await freePort(), await freePort()];
  const command = npm("start", "--", ...portOptions(mock, docs));
  await command.printed(/Ctrl-C stops both/);
  execFileSync("pkill", ["-KILL", "-f", `bin.js --port ${mock}$`]);
  expect(await command.exit).toBe(1);
  await expect(fetch(`http://127.0.0.1:${docs}/`)).rejects.toThrow();
});

test("a Node.js that is too old is named, with what is missing", async () => {
  const old = 'Object.defineProperty(process.versions, "node", { value: "20.20.2" })';
  const preload = `--import=data:text/javascript,${encodeURIComponent(old)}`;
  const started = runCommand(root, process.execPath, preload, commands, "start", "start");
  expect(await started.exit).toBe(1);
  expect(started.output()).toMatch(
    /^This needs Node\.js 22.*20\.20\.2[\s\S]*npm ci[\s\S]*yourself\.\n$/,
  );
});

test("a port in use ends npm start at once, and says how to choose another one", async () => {
  const server = createServer();
  const taken = await listenOnFreePort(server);
  const port = await freePort();
  const command = npm("start", "--", ...portOptions(port, taken));
  expect(await command.exit).toBe(1);
  server.close();
  expect(command.output()).toContain(`Port ${taken} is in use`);
  expect(command.output()).toContain(`npm start -- --docs-port ${taken + 1}`);
  expect(command.output()).not.toMatch(/^\s+at /m);
});

test.each([
  [["--port", "1"], /Unknown option '--port': see --help\./],
  [["--mock-port", "x"], /--mock-port takes a port from 1 to 65535, not "x"/],
  [["--docs-port", "65536"], /--docs-port takes a port/],
  [["--mock-port", "4020"], /4020 cannot be the port of both/],
])("npm start refuses %j", async (args, message) => {
  const command = runCommand(root, process.execPath, commands, "start", "start", ...args);
  expect(await command.exit).toBe(2);
  expect(command.output()).toMatch(message);
});

test("a program gets its options and decides the exit code", async () => {
  const refused = npm("run", "mock", "--", "--no-such-option");
  expect(await refused.exit).toBe(2);
  expect(refused.output()).toContain("--no-such-option");
});

test("a program runs until Ctrl-C", async () => {
  const mock = npm("run", "mock", "--", "--port", "0");
  await mock.printed(/http:\/\/127\.0\.0\.1:\d+/);
  mock.signal("SIGINT");
  expect(await mock.exit).toBe(0);
});

test("a stopped task fails, although Turborepo exits with 0", async () => {
  const task = ["run", "typecheck", "--", "--filter=@workflow-api/workspace", "--only", "--force"];
  const stopped = npm(...task);
  await stopped.printed(/workspace:typecheck/);
  stopped.signal("SIGTERM");
  expect(await stopped.exit).toBe(143);
});

test("each command is explained, and the first two are on the first screen", () => {
  const { scripts }: { scripts: object } = JSON.parse(read("package.json"));
  const guides = readme + read("CONTRIBUTING.md") + read("packages/workspace/README.md");
  const named = guides.matchAll(/npm (?:run )?([a-z]+)/g);
  const explained = new Set(Array.from(named, ([, name]) => name));
  const names = Object.keys(scripts).filter((name) => name !== "postinstall");
  expect(names.filter((name) => !explained.has(name))).toEqual([]);
  expect(readme.split("\n").slice(0, 40).join("\n")).toMatch(
    /npm ci && npm start[\s\S]*npm ci && npm test/,
  );
});

test("every path that the guides name exists", () => {
  const decisions = readdirSync(join(root, "decisions")).map((file) => read(`decisions/${file}`));
  const guides = [readme, read("CONTRIBUTING.md"), ...decisions].join("\n");
  const named = guides.matchAll(
    /(?:`|\]\()((?:apps|decisions|deploy|openapi|packages|\.github)\/[\w./-]+)/g,
  );
  const paths = Array.from(named, ([, path = ""]) => path);
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
