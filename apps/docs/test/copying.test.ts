import type { Page } from "@workflow-api/browser";
import { loadContract, type Operation } from "@workflow-api/contract";
import { describe, expect } from "vitest";
import { waysOf } from "../src/view/security.ts";
import { test } from "./stage.ts";

const { operations } = await loadContract();

function copied(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText());
}

/** The sample on the page that a button at its top is for. */
function sampleOf({ defaultScenario }: Operation, language: string, way: number): string {
  const holder = defaultScenario === undefined ? "" : `[id="scenario.${defaultScenario.name}"] `;
  return `${holder}.sample[data-language="${language}"][data-way="${way}"] code`;
}

test.for([
  { what: "a sample", path: "reference/getVariablesCage/", selector: "details.sample[open]" },
  { what: "the code of a guide", path: "guides/quick-start/", selector: "main .code" },
])("copies $what as it is shown", async ({ path, selector }, { page, site }) => {
  await page.goto(site.url + path);
  const code = page.locator(selector).first();
  await code.hover();
  await code.getByRole("button", { name: /^Copy/ }).click();
  await expect.poll(() => copied(page)).toBe(await code.locator("code").textContent());
});

describe.for(operations)("the first screen of $operationId", (operation) => {
  const path = `reference/${operation.operationId}/`;

  test("has a call to copy in each language, with what the reader gave", async ({ page, site }) => {
    await page.goto(site.url + path);
    await page.getByLabel("Address", { exact: true }).fill("https://given.example");
    const buttons = page.locator(".endpoint .copy-call");
    const languages = await buttons.allTextContents();
    expect(languages).toContain("curl");
    for (const [index, language] of languages.entries()) {
      const button = buttons.nth(index);
      expect(await button.evaluate((each) => each.getBoundingClientRect().bottom < innerHeight)).toBe(true);
      await button.click();
      const sample = await page
        .locator(sampleOf(operation, language, 0))
        .first()
        .textContent();
      expect(sample).toContain("https://given.example");
      await expect.poll(() => copied(page)).toBe(sample);
    }
  });

  test("copies with the way of authenticating that the reader has chosen", async ({ page, site }) => {
    await page.goto(site.url + path);
    for (const way of waysOf(operation).keys()) {
      const ways = page.locator('.samples [data-kind="way"]');
      if ((await ways.count()) > 0) await ways.nth(way).click();
      await page.getByRole("button", { name: "Copy a call: curl" }).click();
      const sample = await page
        .locator(sampleOf(operation, "curl", way))
        .first()
        .textContent();
      await expect.poll(() => copied(page)).toBe(sample);
      await page.reload();
    }
  });
});

test("says to the eye and to the ear that it has copied, and then what it is again", async ({
  page,
  site,
}) => {
  await page.clock.install();
  await page.goto(`${site.url}reference/${operations[0]?.operationId}/`);
  const button = page.locator(".copy-call").first();
  const before = await button.ariaSnapshot();
  await button.click();
  await expect.poll(() => button.ariaSnapshot()).toBe('- button "Copied"');
  await page.clock.runFor(1000);
  await button.click();
  // By then what the button says is set anew.
  await copied(page);
  await page.clock.runFor(3000);
  expect(await button.ariaSnapshot()).toBe(before);
});

test("the overview has a call to copy, above a list of operations that may be long", async ({
  page,
  site,
}) => {
  await page.goto(site.url);
  const ids = await page.locator("main h2").evaluateAll((all) => all.map(({ id }) => id));
  expect(ids.indexOf("operations")).toBe(ids.indexOf("first-call") + 1);
  const code = page.locator("#first-call ~ .code").first();
  await code.hover();
  await code.getByRole("button", { name: /^Copy/ }).click();
  await expect.poll(() => copied(page)).toMatch(/^curl /);
});
