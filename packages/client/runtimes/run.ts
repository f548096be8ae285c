import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { launchBrowser } from "@workflow-api/browser";
import { bundleSuite } from "./bundle.ts";
import type { Outcome } from "./suite.ts";

const run = promisify(execFile);

/** Runs the suite in a program that takes a file and its argument, such as `["node"]`. */
export async function runInProcess(command: readonly string[], url: string): Promise<Outcome[]> {
  const folder = await mkdtemp(path.join(tmpdir(), "runtimes-"));
  const file = path.join(folder, "suite.mjs");
  try {
    await writeFile(file, await bundleSuite("console.log(JSON.stringify(await runSuite(process.argv[2])));"));
    const [program = "", ...args] = command;
    const { stdout } = await run(program, [...args, file, url], { cwd: folder, timeout: 120_000 });
    return JSON.parse(stdout);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Runs the suite in a page of a real Chromium, whose origin is not that of the service. */
export async function runInBrowser(url: string): Promise<Outcome[]> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    const script = await bundleSuite(`globalThis.outcomes = runSuite(${JSON.stringify(url)});`);
    await page.addScriptTag({ content: script, type: "module" });
    await page.waitForFunction("globalThis.outcomes !== undefined");
    return await page.evaluate<Outcome[]>("globalThis.outcomes");
  } finally {
    await browser.close();
  }
}
