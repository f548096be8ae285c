// Pictures of every page at both widths and in both themes, for a person to look at: node test/screenshots.ts FOLDER
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { launchBrowser, openWatchedPage } from "@workflow-api/browser";
import { startSite } from "../src/server/start-site.ts";
import { pagesOf } from "./pages-of.ts";

const folder = process.argv[2] ?? ".reports/screenshots";
await mkdir(folder, { recursive: true });
const site = await startSite({ port: 0, host: "127.0.0.1" });
const browser = await launchBrowser();
for (const [name, width, colorScheme] of [
  ["desktop", 1366, "dark"],
  ["desktop-light", 1366, "light"],
  ["phone", 390, "light"],
] as const) {
  const watched = await openWatchedPage(browser, { viewport: { width, height: 900 }, colorScheme });
  for (const path of await pagesOf(site.url)) {
    await watched.page.goto(new URL(path, site.url).href);
    const file = `${path.replaceAll("/", "-").replace(/-$/, "") || "index"}.${name}.png`;
    await watched.page.screenshot({ path: join(folder, file), fullPage: true });
  }
  await watched.close();
}
await browser.close();
await site.close();
