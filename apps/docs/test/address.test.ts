import { loadContract } from "@workflow-api/contract";
import { expect } from "vitest";
import { test } from "./stage.ts";

const { operations } = await loadContract();
const paths = operations.map(({ operationId }) => `reference/${operationId}/`);

test.for(["127.0.0.1:4010", "localhost:4010", "nowhere", "/here", "http://me:mine@host", "http://host/?a=1"])(
  "nothing is sent to %s, and the page says what an address is",
  async (address, { page, site }) => {
    for (const path of paths) {
      await page.goto(site.url + path);
      const field = page.getByLabel("Address", { exact: true });
      await field.fill(address);
      const scenario = page.locator(".scenario").first();
      await scenario.getByRole("button", { name: /^Try it/ }).click();
      await expect.poll(() => scenario.locator(".verdict.failed").innerText()).toBe("Nothing was sent.");
      expect(await scenario.locator(".problems").innerText()).toMatch(
        /^The address must begin with http:\/\//,
      );
      expect(await scenario.locator(".try-anyway").count()).toBe(0);
      await scenario.getByRole("button", { name: "The address" }).click();
      expect(await field.evaluate((each) => each === document.activeElement)).toBe(true);
    }
  },
);

test("an address may end with a slash, as one that is copied from a browser does", async ({
  mock,
  page,
  site,
}) => {
  for (const path of paths.slice(0, 1)) {
    await page.goto(site.url + path);
    await page.getByLabel("Address", { exact: true }).fill(`${mock.url}/`);
    const samples = await page.locator("details.sample code").allTextContents();
    expect(samples.filter((text) => !text.includes(mock.url) || text.includes(`${mock.url}//`))).toEqual([]);
    const scenario = page.locator(".scenario").first();
    await scenario.getByRole("button", { name: /^Try it/ }).click();
    await scenario.locator(".verdict.same").waitFor();
  }
});
