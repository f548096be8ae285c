// Pictures of every page, at both widths and in both themes, for a person to look at:
//   npm run screenshots -w apps/docs -- [FOLDER] [PART OF A PAGE'S PATH]
// Phones show the page as it is read there: 390 CSS pixels wide.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { launchBrowser, openWatchedPage } from "@workflow-api/browser";
import { layOutAll } from "./lay-out-all.ts";
import { pagesOf } from "./pages-of.ts";
import { builtSite } from "./site.ts";

const [folder = ".reports/screenshots", part = ""] = process.argv.slice(2);
await mkdir(folder, { recursive: true });
const site = await builtSite();
const browser = await launchBrowser();
const paths = (await pagesOf(site.url)).filter((path) => `/${path}`.includes(part));
for (const width of [1280, 390]) {
  for (const colorScheme of ["light", "dark"] as const) {
    const watched = await openWatchedPage(browser, { viewport: { width, height: 900 }, colorScheme });
    for (const path of paths) {
      await watched.page.goto(new URL(path, site.url).href);
      await layOutAll(watched.page);
      const file = `${path.replaceAll("/", "-").replace(/-$/, "") || "index"}.${width}.${colorScheme}.png`;
      await watched.page.screenshot({ path: join(folder, file), fullPage: true });
    }
    await watched.close();
  }
}
console.log(`${paths.length * 4} pictures in ${folder}`);
await browser.close();
await site.close();
