import { execFile, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import {
  type Browser,
  openWatchedPage,
  type Page,
  type WatchedPage,
} from "@workflow-api/workspace/browser";
import axe from "axe-core";

/** The folder of the docs. */
export const root: string = fileURLToPath(new URL("..", import.meta.url));

/** Whether the samples in Python can run here. */
export const hasPython: boolean = spawnSync("python3", ["-c", "import requests"]).status === 0;

/** A part of the contract that a test cannot do without. */
export function needed<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new Error("The contract has nothing that this test could use.");
  return part;
}

/** The folder of the site that `npm run build` has made. */
export function builtSite(): string {
  const folder = join(root, "dist");
  if (!existsSync(join(folder, "index.html")))
    throw new Error("The site is not built: npm run build -w @workflow-api/docs");
  return folder;
}

/** The paths of the pages of a site, each with a slash at its end. */
export async function pagesIn(folder: string): Promise<string[]> {
  const files = await readdir(folder, { recursive: true });
  return files
    .filter((file) => file.endsWith("index.html"))
    .map((file) => file.slice(0, -"index.html".length));
}

/** A site, and what its build has used. */
export interface BuildResult {
  readonly folder: string;
  /** Seconds of all threads. */
  readonly cpu: number;
  /** The most memory that its larger process held, in megabytes. */
  readonly memory: number;
}

/** Prints at the end what a process has used: microseconds, and kilobytes. */
const printUsage = `data:text/javascript,process.on("exit", () => {
  const { maxRSS, systemCPUTime, userCPUTime } = process.resourceUsage();
  console.log("used", systemCPUTime + userCPUTime, maxRSS);
})`;

/**
 * Builds the site of another contract, or with other settings, into a folder outside of the
 * repository.
 */
export async function buildSite(
  document: object | undefined,
  env: Readonly<Record<string, string>> = {},
  ...options: readonly string[]
): Promise<BuildResult> {
  const work = await mkdtemp(join(tmpdir(), "docs-"));
  const folder = join(work, "site");
  const file = join(work, "openapi.json");
  if (document !== undefined) await writeFile(file, JSON.stringify(document));
  const args = ["--import", printUsage, join(root, "src/main.ts"), "build", ...options];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    // Without what Vitest tells its own modules, such as BASE_URL.
    env: {
      PATH: process.env["PATH"],
      DOCS_OUT: folder,
      ...(document !== undefined && { CONTRACT_FILE: file }),
      ...env,
    },
  });
  let [cpu, memory] = [0, 0];
  // Of the command, and of the process that it starts.
  for (const [, microseconds, kilobytes] of stdout.matchAll(/used (\d+) (\d+)/g)) {
    cpu += Number(microseconds) / 1_000_000;
    memory = Math.max(memory, Number(kilobytes) / 1024);
  }
  return { folder, cpu, memory };
}

/** Opens a page of a site. */
export async function openPage(browser: Browser, url: string, options = {}): Promise<WatchedPage> {
  const watched = await openWatchedPage(browser, options);
  await watched.page.goto(url);
  return watched;
}

/** What axe finds with everything unfolded, and whether the page scrolls sideways. */
export async function findingsOn(page: Page): Promise<string[]> {
  const overflow = await page.evaluate(() => {
    for (const details of document.querySelectorAll("main details"))
      details.setAttribute("open", "");
    return document.documentElement.scrollWidth - document.documentElement.clientWidth;
  });
  // Through the debugger: the page's own policy refuses a script that is put into it.
  await page.evaluate(axe.source);
  const { violations }: axe.AxeResults = await page.evaluate("axe.run()");
  const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id} ${html}`));
  return overflow > 0 ? [...found, `scrolls sideways by ${overflow} px`] : found;
}

/** Everything that went wrong while a page was open. */
export function troublesOf({
  foreignRequests,
  consoleProblems,
  pageErrors,
}: WatchedPage): readonly string[] {
  return [...foreignRequests, ...consoleProblems, ...pageErrors];
}
