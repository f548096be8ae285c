// What the site costs, with its limits: builds of 2 and 100 operations, and the weight of a first
// visit.
import { rm } from "node:fs/promises";
import { dirname } from "node:path";
import { type Browser, launchBrowser, openWatchedPage } from "@workflow-api/workspace/browser";
import { growContract } from "@workflow-api/workspace/fixtures";
import { startSite } from "../src/serve.ts";
import { buildSite, weighVisit } from "../test/support.ts";

function print(name: string, text: string): void {
  process.stdout.write(`${name.padEnd(32)}${text}\n`);
}

/** Builds a site, and prints what it took. The caller removes the folder. */
async function measureBuild(operations: number, seconds: number): Promise<string> {
  const { folder, duration, memory } = await buildSite(
    operations === 2 ? undefined : growContract(operations),
  );
  print(
    `Build of ${operations} operations`,
    `${(duration / 1000).toFixed(1)} s, at most ${seconds}; ${memory.toFixed(0)} MB, at most 900`,
  );
  return folder;
}

async function measurePages(
  browser: Browser,
  folder: string,
  paths: readonly string[],
): Promise<void> {
  const site = await startSite({ folder });
  for (const path of paths) {
    const watched = await openWatchedPage(browser);
    const weight = await weighVisit(watched, site.url + path);
    await watched.close();
    print(`/${path}`, `${(weight / 1000).toFixed(1)} kB, at most 80`);
  }
  await site.close();
}

const folders = [await measureBuild(2, 10), await measureBuild(100, 60)];
const [own = "", grown = ""] = folders;
const browser = await launchBrowser();
print("", "first visit, compressed");
await measurePages(browser, own, [
  "",
  "reference/getVariablesCage/",
  "guides/errors/",
  "questions/",
  "contract/",
]);
print("", "with 100 operations");
await measurePages(browser, grown, ["", "reference/getVariablesCage5/"]);
await browser.close();
for (const folder of folders) await rm(dirname(folder), { recursive: true });
