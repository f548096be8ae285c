// What a site of 100 operations costs, with its limits; exits with 1 where one is missed.
import { rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { loadContract } from "@workflow-api/contract";
import { isObject, type JsonObject, valueAt } from "@workflow-api/contract/json";
import { launchBrowser, openWatchedPage, type WatchedPage } from "@workflow-api/workspace/browser";
import { growContract } from "@workflow-api/workspace/fixtures";
import { startSite } from "../src/serve.ts";
import { buildSite, builtSite } from "../test/support.ts";

function print(name: string, value: number, limit: number, unit: string): void {
  const isMissed = value > limit;
  const verdict = isMissed ? " MISSED" : "";
  process.stdout.write(
    `${name.padEnd(44)}${value.toFixed(1)} ${unit}, at most ${limit}${verdict}\n`,
  );
  if (isMissed) process.exitCode = 1;
}

/** How many bytes a first visit receives, compressed and with headers. */
async function weighVisit({ context, page }: WatchedPage, url: string): Promise<number> {
  let weight = 0;
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    weight += encodedDataLength;
  });
  await page.goto(url, { waitUntil: "networkidle" });
  return weight;
}

/** The schemas of a contract that was read from JSON. */
function schemasOf(document: unknown): JsonObject {
  const schemas = valueAt(JSON.parse(JSON.stringify(document)), "/components/schemas");
  return isObject(schemas) ? schemas : {};
}

/** Copies of the fixture that share their schemas, as the operations of a service do. */
function sharingContract(operations: number): object {
  const originals = schemasOf(growContract(1));
  const originalOf = (copy: string): string | undefined =>
    Object.keys(originals).find((name) => new RegExp(`^${name}\\d*$`).test(copy));
  const text = JSON.stringify(growContract(operations)).replaceAll(
    /(?<="#\/components\/schemas\/)\w+/g,
    (name) => originalOf(name) ?? name,
  );
  return JSON.parse(text, (key, value) => (key === "schemas" ? originals : value));
}

const { folder, cpu, memory } = await buildSite(growContract(100));
// Each operation of a grown contract has eleven schemas of its own, and each schema is a page.
print("Build of 100 operations, 1,100 schemas", cpu, 50, "s of CPU");
print("  memory", memory, 650, "MB");
await rm(dirname(folder), { recursive: true });
const sharing = await buildSite(sharingContract(134));
const { size } = await stat(join(sharing.folder, "search.json"));
print("search.json of 134 operations", size / 1000, 1000, "kB");
await rm(dirname(sharing.folder), { recursive: true });
const browser = await launchBrowser();
const site = await startSite({ folder: builtSite() });
const [last] = loadContract().operations.slice(-1);
for (const path of ["", "guides/client/", "questions/", `reference/${last?.operationId}/`]) {
  const watched = await openWatchedPage(browser);
  print(`First visit of /${path}`, (await weighVisit(watched, site.url + path)) / 1000, 60, "kB");
  await watched.close();
}
await site.close();
await browser.close();
