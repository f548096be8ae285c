// Pictures of every page at three widths in both themes, to be looked at: npm run screenshots -w
// apps/docs -- [FOLDER] [PATH]...
import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launchBrowser } from "@workflow-api/workspace/browser";
import { startSite } from "../src/serve.ts";
import { builtSite, pagesIn } from "./support.ts";

const [folder = join(tmpdir(), "workflow-api-docs"), ...given] = process.argv.slice(2);
const only = given.map((path) => path.replace(/^\//, ""));
const dist = builtSite();
const site = await startSite({ folder: dist });
const browser = await launchBrowser();
await mkdir(folder, { recursive: true });
const pages = await pagesIn(dist);
const paths = pages.filter((path) => only.length === 0 || only.includes(path));
for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [390, 1280, 1920]) {
    const context = await browser.newContext({
      colorScheme,
      viewport: { width, height: width === 390 ? 844 : 900 },
    });
    const page = await context.newPage();
    for (const path of paths) {
      await page.goto(site.url + path);
      const name = `${path.replaceAll("/", "-") || "index-"}${width}-${colorScheme}.png`;
      await page.screenshot({ path: join(folder, name) });
    }
    await context.close();
  }
}
await browser.close();
await site.close();
console.log(`${paths.length * 6} pictures in ${folder}`);
