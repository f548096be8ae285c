// What a site of 2 and of 100 operations costs, with its limits: the build, and the first visit of
// some pages, compressed.
import { rm } from "node:fs/promises";
import { dirname } from "node:path";
import { launchBrowser, openWatchedPage } from "@workflow-api/workspace/browser";
import { growContract } from "@workflow-api/workspace/fixtures";
import { startSite } from "../src/serve.ts";
import { buildSite, weighVisit } from "../test/support.ts";

function print(name: string, text: string): void {
  process.stdout.write(`${name.padEnd(32)}${text}\n`);
}

const browser = await launchBrowser();
for (const [operations, seconds] of [
  [2, 10],
  [100, 60],
] as const) {
  const { folder, duration, memory } = await buildSite(growContract(operations));
  print(
    `Build of ${operations} operations`,
    `${(duration / 1000).toFixed(1)} s, at most ${seconds}; ${memory.toFixed(0)} MB, at most 900`,
  );
  const site = await startSite({ folder });
  for (const path of ["", "reference/getVariablesCage/", "guides/client/", "questions/"]) {
    const watched = await openWatchedPage(browser);
    const weight = await weighVisit(watched, site.url + path);
    await watched.close();
    print(`  /${path}`, `${(weight / 1000).toFixed(1)} kB, at most 80`);
  }
  await site.close();
  await rm(dirname(folder), { recursive: true });
}
await browser.close();
