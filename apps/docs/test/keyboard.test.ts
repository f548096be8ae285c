import { loadContract } from "@workflow-api/contract";
import { describe, expect } from "vitest";
import { focusedOn, tabTo } from "./keyboard.ts";
import { test } from "./stage.ts";

const { operations } = await loadContract();
const scenarios = operations.flatMap(({ operationId, parameters, requestBody, scenarios: own }) =>
  own.slice(0, 1).map(({ name }) => ({
    operationId,
    name,
    hasValues: parameters.length > 0 || requestBody !== undefined,
  })),
);

describe("with the keyboard alone", () => {
  test.for(operations)(
    "the Tab key goes through the page of $operationId, seen at each stop",
    async (operation, { page, site }) => {
      await page.goto(`${site.url}reference/${operation.operationId}/`);
      const stops: string[] = [];
      for (let name: string | undefined = ""; name !== undefined; ) {
        await page.keyboard.press("Tab");
        // What is laid out as it comes near may push the focus out of the window until the page has scrolled.
        await expect.poll(async () => (await focusedOn(page)).hidden).toBeUndefined();
        name = (await focusedOn(page)).name;
        stops.push(name ?? "");
        expect(stops.length).toBeLessThan(600);
      }
      for (const { name } of operation.scenarios) {
        expect(stops).toContain(`Try it: ${name}`);
      }
    },
  );

  test("the first stop skips what every page has", async ({ page, site }) => {
    await page.goto(`${site.url}reference/${operations[0]?.operationId}/`);
    await page.keyboard.press("Tab");
    expect((await focusedOn(page)).name).toBe("Skip to content");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest("main") !== null)).toBe(true);
  });

  test("the search is opened, read through, left, and followed", async ({ page, site }) => {
    await page.goto(site.url);
    await tabTo(page, /^Search$/);
    await page.keyboard.press("Enter");
    await page.keyboard.type("is_simulation");
    await page.locator(".search-results a").first().waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    expect((await focusedOn(page)).name).toBe("Search");
    await page.keyboard.press("Escape");
    expect(await page.evaluate(() => document.activeElement?.className)).toBe("search-open");
    await page.keyboard.press("Control+k");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL(/is_simulation/);
  });

  test.for(scenarios)(
    "a scenario of $operationId is tried, in another language",
    async ({ operationId, name, hasValues }, { mock, page, site }) => {
      await page.goto(`${site.url}reference/${operationId}/`);
      await tabTo(page, /^Address$/);
      await page.keyboard.type(mock.url);
      await tabTo(page, /^client$/);
      await page.keyboard.press("Enter");
      await tabTo(page, /^Copy client/);
      await page.keyboard.press("Enter");
      const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
      await expect.poll(copied).toContain("createClient");
      await tabTo(page, new RegExp(`^Try it: ${name}$`));
      await page.keyboard.press("Enter");
      await page.locator(".verdict.same").waitFor();
      expect((await focusedOn(page)).name).toBe(`Try it: ${name}`);
      if (!hasValues) return;
      await tabTo(page, /^Other values$/);
      await page.keyboard.press("Enter");
      await page.keyboard.press("Tab");
      expect(await page.evaluate(() => document.activeElement?.closest(".try-field") !== null)).toBe(true);
    },
  );

  test("an include is switched off and on", async ({ page, site }) => {
    const operation = operations.find(({ includes }) => includes.length > 0);
    await page.goto(`${site.url}reference/${operation?.operationId}/`);
    const first = operation?.includes[0]?.value ?? "";
    const query = page.locator("include-switch .asked");
    const before = await query.innerText();
    await tabTo(page, new RegExp(`^${first}$`));
    while (!(await page.evaluate(() => document.activeElement instanceof HTMLInputElement))) {
      await tabTo(page, new RegExp(`^${first}$`));
    }
    await page.keyboard.press("Space");
    expect(await query.innerText()).not.toBe(before);
    await page.keyboard.press("Space");
    expect(await query.innerText()).toBe(before);
  });

  test("the theme is chosen", async ({ page, site }) => {
    await page.goto(site.url);
    const html = page.locator("html");
    const before = await html.getAttribute("data-theme");
    await page.getByLabel("Select theme").locator("visible=true").focus();
    // The keys of a menu that is not open: from "Auto", the last of three, up to the other theme.
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    expect(await html.getAttribute("data-theme")).not.toBe(before);
  });

  test("the menu of a phone is opened, followed, and closed", async ({ page, site }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(site.url);
    await tabTo(page, /^Menu$/);
    await page.keyboard.press("Enter");
    await tabTo(page, /^Errors$/);
    expect((await focusedOn(page)).hidden).toBeUndefined();
    await page.keyboard.press("Escape");
    await page.locator("nav.sidebar").waitFor({ state: "hidden" });
    expect((await focusedOn(page)).name).toBe("Menu");
    await page.keyboard.press("Enter");
    await tabTo(page, /^Errors$/);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Errors" }).waitFor();
  });

  test("the contents of a page on a phone are opened, followed, and closed", async ({ page, site }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const operation = operations.find(({ parameters }) => parameters.length > 0);
    await page.goto(`${site.url}reference/${operation?.operationId}/`);
    await tabTo(page, /^On this page$/);
    await page.keyboard.press("Enter");
    await tabTo(page, /^Parameters$/);
    await page.keyboard.press("Escape");
    expect((await focusedOn(page)).name).toBe("On this page");
    await page.keyboard.press("Enter");
    await tabTo(page, /^Parameters$/);
    await page.keyboard.press("Enter");
    await page.waitForURL(/#parameters$/);
    expect(await page.locator(".toc-bar details").getAttribute("open")).toBeNull();
  });
});
