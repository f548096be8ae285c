// What the site costs, with the limits that it has set itself: builds of 2 and 100 operations, the
// weight of a first visit, and the largest paint on this machine.
import { rm } from "node:fs/promises";
import { dirname } from "node:path";
import {
  type Browser,
  launchBrowser,
  openWatchedPage,
  type Page,
} from "@workflow-api/workspace/browser";
import { growContract } from "@workflow-api/workspace/fixtures";
import { startSite } from "../src/serve.ts";
import { buildSite, weighVisit } from "../test/support.ts";

function say(name: string, text: string): void {
  process.stdout.write(`${name.padEnd(32)}${text}\n`);
}

/** Builds a site, and tells what it took. The folder is the caller's to remove. */
async function measureBuild(operations: number, seconds: number): Promise<string> {
  const { folder, duration, memory } = await buildSite(
    operations === 2 ? undefined : growContract(operations),
  );
  say(
    `Build of ${operations} operations`,
    `${(duration / 1000).toFixed(1)} s, at most ${seconds}; ${memory.toFixed(0)} MB, at most 900`,
  );
  return folder;
}

/** Of 5 first visits the median, in milliseconds. */
async function measurePaint(browser: Browser, address: string): Promise<number> {
  const paints: number[] = [];
  for (let visit = 0; visit < 5; visit++) {
    const watched = await openWatchedPage(browser);
    await watched.page.goto(address, { waitUntil: "networkidle" });
    paints.push(await largestPaint(watched.page));
    await watched.close();
  }
  return paints.toSorted((one, other) => one - other)[2] ?? Number.NaN;
}

function largestPaint(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) =>
          resolve(list.getEntries().at(-1)?.startTime ?? 0),
        ).observe({
          type: "largest-contentful-paint",
          buffered: true,
        });
      }),
  );
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
    const paint = await measurePaint(browser, site.url + path);
    say(
      `/${path}`,
      `${(weight / 1000).toFixed(1)} kB, at most 80; ${paint.toFixed(0)} ms, at most 500`,
    );
  }
  await site.close();
}

const folders = [await measureBuild(2, 10), await measureBuild(100, 60)];
const [own = "", grown = ""] = folders;
const browser = await launchBrowser();
say("", "first visit compressed; largest paint, the median of 5");
await measurePages(browser, own, [
  "",
  "reference/getVariablesCage/",
  "guides/errors/",
  "questions/",
  "contract/",
]);
say("", "with 100 operations");
await measurePages(browser, grown, ["", "reference/getVariablesCage5/"]);
await browser.close();
for (const folder of folders) await rm(dirname(folder), { recursive: true });
