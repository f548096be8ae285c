import { execFile } from "node:child_process";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { launchBrowser } from "@workflow-api/workspace/browser";
import { machineNode } from "@workflow-api/workspace/testing";
import { build } from "esbuild";
import { expect, test } from "vitest";
import type { Problems } from "./runtime-suite.ts";
import { behavingService } from "./service.ts";

// The command of the runtime: CI names each that is supported, such as RUNTIME="deno run -A".
const [program = "", ...args] = (process.env["RUNTIME"] ?? machineNode()).split(" ");

test(`the client behaves in ${program}`, async () => {
  const url = await behavingService();
  const file = path.join(await mkdtemp(path.join(tmpdir(), "runtimes-")), "suite.mjs");
  const use = "console.log(JSON.stringify(await runSuite(process.argv[2])));";
  await writeFile(file, await bundle(use));
  const { stdout } = await promisify(execFile)(program, [...args, file, url]);
  expect(JSON.parse(stdout)).toEqual({});
});

test("the client behaves in a page of Chromium on another origin", async () => {
  const url = await behavingService();
  const browser = await launchBrowser();
  const page = await browser.newPage();
  await page.addScriptTag({
    content: await bundle(`globalThis.problems = runSuite("${url}");`),
    type: "module",
  });
  await page.waitForFunction("globalThis.problems !== undefined");
  const problems = await page.evaluate<Problems>("globalThis.problems");
  await browser.close();
  expect(problems).toEqual({});
});

/** The suite as one module that does something with its problems. */
async function bundle(use: string): Promise<string> {
  const suite = fileURLToPath(new URL("./runtime-suite.ts", import.meta.url));
  const { outputFiles } = await build({
    stdin: {
      contents: `import { runSuite } from ${JSON.stringify(suite)};\n${use}`,
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    format: "esm",
    target: "es2022",
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}
