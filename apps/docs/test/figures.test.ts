import type { Browser } from "@workflow-api/browser";
import { contractFile, loadContract } from "@workflow-api/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Running } from "../src/server/start-site.ts";
import { sharedBrowser } from "./browser.ts";
import { countBytes, visit } from "./measure.ts";
import { pagesOf } from "./pages-of.ts";
import { builtSite } from "./site.ts";

let site: Running;
let browser: Browser;

beforeAll(async () => {
  [site, browser] = await Promise.all([builtSite(), sharedBrowser()]);
});

afterAll(async () => {
  await site?.close();
});

test("the first visit of any page is at most 80 kB, and nothing on it jumps", async () => {
  // A visit ends once a page has been silent for a while, which several can be at once.
  for (const some of fours(await pagesOf(site.url))) {
    const visits = await Promise.all(some.map((path) => visit(browser, site.url + path)));
    for (const [index, { bytes, layoutShift }] of visits.entries()) {
      const path = some[index];
      expect([path, bytes]).toEqual([
        path,
        expect.toSatisfy((value: number) => value > 5_000 && value <= 80_000),
      ]);
      expect([path, layoutShift]).toEqual([path, expect.toSatisfy((value: number) => value <= 0.02)]);
    }
  }
});

test("opening Try it adds at most 40 kB", async () => {
  const [operation] = (await loadContract(contractFile())).operations;
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${site.url}reference/${operation?.operationId}/`, { waitUntil: "networkidle" });
  const bytes = await countBytes(await context.newCDPSession(page));
  await page.getByLabel("Address", { exact: true }).fill("http://127.0.0.1:1");
  await page
    .getByRole("button", { name: /^Try it/ })
    .first()
    .click();
  await page.locator(".verdict").waitFor();
  expect(bytes()).toBeGreaterThan(1_000);
  expect(bytes()).toBeLessThanOrEqual(40_000);
  await context.close();
});

function fours(all: readonly string[]): string[][] {
  return all.length === 0 ? [] : [all.slice(0, 4), ...fours(all.slice(4))];
}
