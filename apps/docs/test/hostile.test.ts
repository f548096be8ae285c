import { loadContract } from "@workflow-api/contract";
import { launchBrowser } from "@workflow-api/workspace/browser";
import { expect, it } from "vitest";
import { startSite } from "../src/serve.ts";
import { slugOf } from "../src/slug.ts";
import { docsUrl, hostileContract, hostileTexts } from "./hostile.ts";
import { buildSite, needed, openPage, overflowOf, pagesIn, troublesOf } from "./support.ts";

// One page of each template; nightly all of them.
const [operation] = loadContract().operations;
const reference = `reference/${slugOf(needed(operation).operationId)}/`;
const templates = ["", reference, "questions/", "schemas/"];

it("shows every text of a hostile contract as text", async () => {
  const { folder } = await buildSite(hostileContract());
  const site = await startSite({ folder });
  const browser = await launchBrowser();
  const shown = new Map<string, string>();
  const paths = process.env["THOROUGH"] === "1" ? await pagesIn(folder) : templates;
  for (const path of paths)
    for (const width of [390, 1440]) {
      const watched = await openPage(browser, "about:blank", { viewport: { width, height: 900 } });
      const { page } = watched;
      const troubles: string[] = [];
      page.on("dialog", (dialog) => {
        troubles.push(`dialog ${dialog.message()}`);
        void dialog.dismiss();
      });
      await page.goto(site.url + path);
      if ((await overflowOf(page)) > 0) troubles.push("scrolls sideways");
      expect.soft([...troubles, ...troublesOf(watched)], `/${path} at ${width}`).toEqual([]);
      const links = await page
        .locator("main a")
        .evaluateAll((all) => all.map((link) => `link ${link.getAttribute("href")}`));
      const main = await page.locator("main").textContent();
      shown.set(path, [await page.title(), main, ...links].join("\n"));
      await watched.close();
    }
  await browser.close();
  await site.close();
  const text = [...shown.values()].join("\n");
  for (const hostile of hostileTexts) expect(text).toContain(hostile);
  // Guides that are about the contract of this repository are not those of another.
  expect(text).toMatch(/npx @workflow-api\/mock \S+\.(json|yaml)/);
  const guides = (await pagesIn(folder)).filter((path) => path.startsWith("guides/"));
  expect(guides).toEqual([]);
  // The documentation elsewhere of a tag, and of an operation.
  for (const path of ["", reference]) expect(shown.get(path)).toContain(`link ${docsUrl}`);
});
