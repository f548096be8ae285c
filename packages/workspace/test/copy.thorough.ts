import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ownContract, withFurtherOperations } from "@workflow-api/workspace/fixtures";
import {
  freePort,
  installPackages,
  type RunningCommand,
  runCommand,
} from "@workflow-api/workspace/testing";
import { dump } from "js-yaml";
import { afterAll, expect, test, vi } from "vitest";
import { createCopies } from "./copies.ts";

// A copy of the repository whose contract has further operations.
delete process.env["THOROUGH"];
const copies = createCopies();
afterAll(() => copies.remove());

/** What the profile allows, and the rules and credentials of this contract do not foresee. */
const unlike = new Set([
  "webhooks",
  "/v1/settings/{owner}",
  "login",
  "accounts",
  "AnyError",
  "Settings",
]);

function further(): unknown {
  const text = JSON.stringify(withFurtherOperations(ownContract()));
  return JSON.parse(text, (name, value) => (unlike.has(name) ? undefined : value));
}

function createCopy(): string {
  const folder = copies.add();
  writeFileSync(join(folder, "openapi", "openapi.yaml"), dump(further()));
  return folder;
}

const copy = createCopy();
const contract = join(copy, "openapi", "openapi.yaml");

/** Everything but the tests of the workspace, which would make copies of the copy. */
async function testCopy(folder: string): Promise<string> {
  const script = "npm run generate && npm test -- --filter=!@workflow-api/workspace";
  const tested = runCommand(folder, "sh", "-c", script);
  expect(await tested.exit, tested.output()).toBe(0);
  return tested.output();
}

test("further operations need no code, and a second clone gets all from the cache", async () => {
  const server = await startRemoteCache();
  const first = await testCopy(copy);
  expect(first).toMatch(/^[1-9]\d* passed, 0 failed$/m);
  const second = await testCopy(createCopy());
  server.signal("SIGTERM");
  vi.unstubAllEnvs();
  // The first summary is that of `npm run generate`.
  const summaries = [...second.matchAll(/^ *Cached: +(\d+) cached, (\d+) total$/gm)];
  const [, cached, total] = summaries.at(-1) ?? [];
  expect(Number(cached), second).toBeGreaterThan(20);
  expect(total).toBe(cached);
  expect(second.trimEnd().split("\n").at(-1)).toBe(first.trimEnd().split("\n").at(-1));
});

/** A remote cache of Turborepo, and the settings by which each copy uses it. */
async function startRemoteCache(): Promise<RunningCommand> {
  const folder = join(copies.scratch, "cache");
  await installPackages(folder, "turborepo-remote-cache@2.12.0");
  const port = String(await freePort());
  const settings = {
    PORT: port,
    STORAGE_PATH: join(folder, "store"),
    STORAGE_PATH_USE_TMP_FOLDER: "false",
    STORAGE_PROVIDER: "local",
    // What comes later than that is run again. By default it is 30 seconds, and 60 to send.
    TURBO_REMOTE_CACHE_TIMEOUT: "3600",
    TURBO_REMOTE_CACHE_UPLOAD_TIMEOUT: "3600",
    TURBO_API: `http://127.0.0.1:${port}`,
    TURBO_TEAM: "team",
    TURBO_TOKEN: "token",
  };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  const server = runCommand(folder, "npx", "turborepo-remote-cache");
  await server.printed(/listening/i);
  return server;
}

test("npm run dev takes an edit into the mock, the docs and the generated code", async () => {
  const [mock, docs] = [await freePort(), await freePort()];
  const ports = ["--mock-port", String(mock), "--docs-port", String(docs)];
  const dev = runCommand(copy, "npm", "run", "dev", "--", ...ports);
  const read = async (port: number, path: string): Promise<string> =>
    await (await fetch(`http://127.0.0.1:${port}/${path}`)).text();
  await dev.printed(/Ctrl-C stops both/);
  writeFileSync(contract, readFileSync(contract, "utf8").replaceAll("getHealth", "readHealth"));
  const types = join(copy, "packages", "types", "openapi.d.ts");
  await expect.poll(() => readFileSync(types, "utf8")).toContain("readHealth");
  await expect.poll(() => read(docs, "")).toContain("readHealth");
  await expect.poll(() => read(mock, "__mock/state")).toContain("readHealth");
  writeFileSync(contract, "openapi: 2.0.0\n");
  await expect.poll(() => read(mock, "__mock/health")).toContain("2.0.0");
  dev.signal("SIGINT");
  expect(await dev.exit).toBe(0);
});
