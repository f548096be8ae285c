import { openWatchedPage, type Page, type WatchedPage } from "@workflow-api/browser";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Running } from "../src/server/start-site.ts";
import { sharedBrowser } from "./browser.ts";
import { seenText } from "./opened.ts";
import { builtSite } from "./site.ts";

// Facts of the two operations that other tools lose.
let site: Running;
let watched: WatchedPage;
let page: Page;

beforeAll(async () => {
  site = await builtSite();
  watched = await openWatchedPage(await sharedBrowser());
  ({ page } = watched);
});

afterAll(async () => {
  await watched?.close();
  await site?.close();
});

test("the reset takes the key pair or a bearer token", async () => {
  await page.goto(`${site.url}reference/resetSmartContractInstance/`);
  const ways = await page.locator(".ways").first().innerText();
  expect(ways.replaceAll(/\s+/g, " ")).toBe("X-API-KEY and X-API-SECRET OR Authorization: Bearer …");
});

test("a constant of zero is shown", async () => {
  await page.goto(`${site.url}reference/resetSmartContractInstance/`);
  const row = page.locator('[id="response.401.code"]');
  expect(await seenText(row.locator('[data-keyword="const"]'))).toBe("Always 0");
});

test("a field deep inside the cage has an address that opens it", async () => {
  const anchor = "response.200.data.relationships.author.data.relationships.profile.data.attributes.avatar";
  await page.goto(`${site.url}reference/getVariablesCage/#${anchor}`);
  await page.locator(`[id="${anchor}"]`).waitFor({ state: "visible" });
});

test("each value of include says what it adds", async () => {
  await page.goto(`${site.url}reference/getVariablesCage/`);
  const row = page.locator('[id="include.author"]');
  expect(await row.innerText()).toContain("data.relationships.author");
});
