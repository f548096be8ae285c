// Makes the pictures of an operation's page for the README, light and dark, from the built site.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { loadContract } from "@workflow-api/contract";
import { launchBrowser } from "@workflow-api/workspace/browser";
import { startSite } from "../src/serve.ts";
import { slugOf } from "../src/text/slug.ts";

const folder = join(import.meta.dirname, "../dist");
const operation = loadContract().operations.find(({ method }) => method === "GET");
const site = await startSite({ folder });
const browser = await launchBrowser();
for (const colorScheme of ["light", "dark"] as const) {
  const page = await browser.newPage({
    colorScheme,
    viewport: { width: 1280, height: 800 },
    deviceScaleFactor: 1.5,
  });
  await page.goto(`${site.url}reference/${slugOf(operation?.operationId ?? "")}/`);
  await page.evaluate(() => document.fonts.ready);
  // Playwright itself has no WebP, which is a third of a PNG.
  const session = await page.context().newCDPSession(page);
  const picture = await session.send("Page.captureScreenshot", { format: "webp", quality: 85 });
  const file = join(import.meta.dirname, `operation-${colorScheme}.webp`);
  await writeFile(file, Buffer.from(picture.data, "base64"));
  await page.close();
}
await browser.close();
await site.close();
