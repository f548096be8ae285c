import { type ChildProcessByStdio, execFile, spawn } from "node:child_process";
import { mkdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { scratchFolder } from "./support/generated-client.ts";
import { send } from "./support/http.ts";

const run = promisify(execFile);
let folder: string;

beforeAll(async () => {
  folder = await scratchFolder();
  for (const name of ["openapi", "contract", "mock"]) await unpack(name);
});

afterAll(() => rm(folder, { recursive: true }));

/** Installs a package as it would be published. What others wrote is found where this repository has it. */
async function unpack(name: string): Promise<void> {
  const workspace = dirname(fileURLToPath(import.meta.resolve(`@workflow-api/${name}/package.json`)));
  const target = join(folder, "node_modules", "@workflow-api", name);
  await mkdir(target, { recursive: true });
  const options = { cwd: workspace, shell: process.platform === "win32" };
  const args = ["pack", "--ignore-scripts", "--json", "--pack-destination", folder];
  const [{ filename }] = JSON.parse((await run("npm", args, options)).stdout);
  await run("tar", ["-xzf", join(folder, filename), "-C", target, "--strip-components", "1"]);
}

test("The packed program serves the packed contract, and its page with all its files", async () => {
  const bin = join(folder, "node_modules", "@workflow-api", "mock", "dist", "bin.js");
  const child = spawn(process.execPath, [bin, "--port", "0"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  try {
    await expectPage(await addressOf(child));
  } finally {
    child.kill();
    await ended;
  }
});

/** The address that a program prints. */
function addressOf(child: ChildProcessByStdio<null, Readable, null>): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const [, found] = / at (http\S+)\n/.exec(text) ?? [];
      if (found !== undefined) resolve(found);
    });
    child.once("exit", () => reject(new Error(`It ended: ${text}`)));
  });
}

async function expectPage(url: string): Promise<void> {
  const get = async (target: string): Promise<string> => {
    const answer = await send(url, { method: "GET", target, headers: { host: new URL(url).host } });
    expect(answer.status, target).toBe(200);
    return answer.body;
  };
  expect(JSON.parse(await get("/__mock/health")).contract).toContain(folder);
  const asked = [...(await get("/__mock/")).matchAll(/\/__mock\/[\w.-]+\.(?:js|css)/g)];
  expect(asked.length).toBeGreaterThan(1);
  for (const [file] of asked) {
    const imports = (await get(file)).matchAll(/from "\.\/([\w.-]+)"/g);
    for (const [, name = ""] of imports) await get(`/__mock/${name}`);
  }
}

test.each([
  ["Node", []],
  ["a page, in Node", ["--conditions=browser"]],
])("The packed form for %s answers from the packed contract", async (_title, flags) => {
  const program = `
    import { createMswMock } from "@workflow-api/mock/msw";
    const { mock } = await createMswMock({ baseUrl: "https://service.example" });
    const { status } = await mock.answer({ method: "GET", target: "/none", headers: {} });
    console.log(status, mock.contract.info.title);
  `;
  const args = [...flags, "--input-type=module", "--eval", program];
  const { stdout } = await run(process.execPath, args, { cwd: folder });
  expect(stdout).toMatch(/^404 \S+/);
});
