import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Consumer, installedCompilers, packedConsumer } from "../runtimes/consumer.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../..", import.meta.url));
const own = fileURLToPath(new URL("..", import.meta.url));

let consumer: Consumer;
beforeAll(async () => {
  consumer = await packedConsumer();
});
afterAll(() => consumer.remove());

test("the package has one runtime dependency, and needs no other package beside it", async () => {
  const manifest = JSON.parse(await readFile(path.join(own, "package.json"), "utf8"));
  expect(Object.keys(manifest.dependencies)).toEqual(["openapi-fetch"]);
  expect(manifest).not.toHaveProperty("peerDependencies");
});

test("tools that do not look at exports find it too, such as Parcel, and Metro before React Native 0.79", async () => {
  const { main, types, exports } = JSON.parse(await readFile(path.join(own, "package.json"), "utf8"));
  expect({ types, default: main }).toEqual(exports["."]);
});

test("no class has a static block, which the Babel of React Native refuses", async () => {
  const files = await readdir(path.join(own, "dist"), { recursive: true });
  const modules = files.filter((file) => file.endsWith(".js"));
  expect(modules).toContain("api-error.js");
  for (const file of modules) {
    expect(await readFile(path.join(own, "dist", file), "utf8")).not.toMatch(/\bstatic\s*\{/);
  }
});

test("publint finds nothing", async () => {
  const manifest = JSON.parse(await readFile(path.join(own, "package.json"), "utf8"));
  const { messages } = await publint({ pkgDir: own, strict: true });
  expect(messages.map((message) => formatMessage(message, manifest))).toEqual([]);
});

test("are the types wrong? No", async () => {
  const attw = path.join(root, "node_modules/.bin/attw");
  // It is an ES module: what CommonJS and Node 10 make of it does not matter.
  await expect(run(attw, [consumer.tarball, "--profile", "esm-only", "--quiet"])).resolves.toMatchObject({
    stderr: "",
  });
});

// `npm run compilers` adds those that an install does not have.
describe.each(installedCompilers)(
  "the packed package compiles under the strictest settings with %s",
  (compiler) => {
    test.each(["a browser", "Node"] as const)("for %s", async (platform) => {
      expect(await consumer.compile([process.execPath, compiler], platform)).toBe("");
    });
  },
);
