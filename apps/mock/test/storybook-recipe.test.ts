import { type Browser, launchBrowser, type Page } from "@workflow-api/browser";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundleForPage } from "./support/bundle.ts";
import { type Site, startSite } from "./support/site.ts";
import type { StorybookPage } from "./support/storybook-page.ts";

declare const storybook: StorybookPage;

let site: Site;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  site = await startSite({
    "/": '<!doctype html><title>Stories</title><link rel="icon" href="data:,"><script type="module" src="/page.js"></script>',
    "/page.js": await bundleForPage(new URL("support/storybook-page.ts", import.meta.url)),
    "/mockServiceWorker.js": new URL(import.meta.resolve("msw/mockServiceWorker.js")),
  });
  browser = await launchBrowser();
  page = await browser.newPage();
  await page.goto(site.url);
  await page.waitForFunction("globalThis.storybook !== undefined");
});

afterAll(async () => {
  await browser.close();
  site.close();
});

// Back and forth: nothing of one story is left in the next.
test.each([
  ["Full", "status", "Parties to the contract"],
  ["SignedOut", "alert", "Unauthorized"],
  ["Full", "status", "Parties to the contract"],
  ["Offline", "alert", "The service does not answer"],
  ["Full", "status", "Parties to the contract"],
] as const)("The story %s shows what it says", async (name, role, text) => {
  await page.evaluate((story) => storybook.show(story), name);
  await page.getByRole(role).getByText(text).waitFor();
  expect(await page.getByRole(role).textContent()).toBe(text);
});
