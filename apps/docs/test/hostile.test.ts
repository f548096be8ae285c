import { launchBrowser } from "@workflow-api/workspace/browser";
import { expect, it } from "vitest";
import { startSite } from "../src/serve.ts";
import { hostileContract, hostileTexts, readHostilePages } from "./hostile.ts";
import { buildSite } from "./support.ts";

it("shows every text of a hostile contract as text", async () => {
  const { folder } = await buildSite(hostileContract());
  const site = await startSite({ folder });
  const browser = await launchBrowser();
  const { troubles, text } = await readHostilePages(browser, site.url, [
    "",
    "reference/getVariablesCage/",
    "scenarios/",
    "questions/",
  ]);
  await browser.close();
  await site.close();
  expect(troubles).toEqual([]);
  for (const hostile of hostileTexts) expect(text).toContain(hostile);
});
