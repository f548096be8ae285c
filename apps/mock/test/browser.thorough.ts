import { type Browser, launchBrowser, openWatchedPage } from "@workflow-api/workspace/browser";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningMock, startMock } from "../src/index.ts";
import { axeFindings } from "./support/pages.ts";
import { cage, contractFile, get, post, reset } from "./support/requests.ts";

let browser: Browser;
let mock: RunningMock;

beforeAll(async () => {
  [browser, mock] = await Promise.all([launchBrowser(), startMock({ contract: contractFile })]);
});
afterAll(() => Promise.all([browser.close(), mock.close()]));

const looks = [
  { colorScheme: "light", forcedColors: "none" },
  { colorScheme: "dark", forcedColors: "none" },
  { colorScheme: "light", forcedColors: "active" },
] as const;
const views = [390, 768, 1280, 1920].flatMap((width) => looks.map((look) => ({ width, ...look })));

test.each(views)(
  "the page at $width px, $colorScheme, forced colours $forcedColors, is accessible",
  async (view) => {
    const { width, ...look } = view;
    mock.controls.reset();
    mock.controls.setSequence("getCage", ["unauthorized", "full"]);
    for (const request of [
      get(cage),
      get(`${cage}?include=x`),
      post(reset),
      get(`/${"long/".repeat(60)}`),
    ])
      await mock.mock.respond(request);
    const { page, close, consoleProblems } = await openWatchedPage(browser, {
      ...look,
      viewport: { width, height: 900 },
    });
    await page.goto(`${mock.url}/__mock/`);
    await expect.poll(() => page.locator("#requests > li").count()).toBe(4);
    for (const summary of await page.locator("#requests summary").all()) await summary.click();
    expect(await axeFindings(page)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
    expect(await page.evaluate(smallTargets)).toEqual([]);
    expect(consoleProblems).toEqual([]);
    await close();
  },
);

/** What is too small for a finger (WCAG 2.2, 2.5.8). */
const smallTargets = `
  [...document.querySelectorAll("a, button, input, textarea, summary")]
    .filter((each) => each.checkVisibility())
    .filter((each) => {
      const { height, width } = each.getBoundingClientRect();
      return width < 24 || height < 24;
    })
    .map((each) => each.outerHTML)`;
