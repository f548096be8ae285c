import { launchBrowser, openWatchedPage } from "@workflow-api/browser";
import { startSite } from "../src/server/start-site.ts";

const [, , path = "", width = "1366", scheme = "dark", from = "0", count = "2"] = process.argv;
const site = await startSite({ port: 0, host: "127.0.0.1" });
const b = await launchBrowser();
const { page } = await openWatchedPage(b, {
  viewport: { width: Number(width), height: width === "390" ? 1400 : 1300 },
  colorScheme: scheme as "dark",
});
await page.goto(site.url + path);
for (let i = 0; i < Number(count); i++) {
  await page.evaluate((y) => scrollTo({ top: y, behavior: "instant" }), Number(from) + i * 1200);
  await new Promise((r) => setTimeout(r, 200));
  await page.screenshot({ path: `/tmp/look/${i}.png` });
}
await b.close();
await site.close();
