import {
  type Browser,
  launchBrowser,
  type Page,
  type WatchedPage,
} from "@workflow-api/workspace/browser";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type RunningSite, startSite } from "../src/serve.ts";
import {
  builtSite,
  findingsOn,
  openPage,
  type RecordedMock,
  startRecordedMock,
  troublesOf,
} from "./support.ts";

let browser: Browser;
let mock: RecordedMock;
let site: RunningSite;
let other: RunningSite;
let watched: WatchedPage;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  mock = await startRecordedMock();
  site = await startSite({ folder: builtSite(), mockUrl: mock.url });
  other = await startSite({ folder: builtSite() });
});
afterAll(async () => {
  await browser.close();
  await site.close();
  await other.close();
  await mock.close();
});
beforeEach(async () => {
  watched = await openPage(browser, `${site.url}reference/resetSmartContractInstance/`);
  page = watched.page;
});
afterEach(() => watched.close());

const sample = (): Promise<string> => page.locator("[data-sample]").innerText();
const answer = (): Promise<string> => page.locator(".answer").innerText();
const choose = (name: string, value: string): Promise<void> =>
  page.locator(`input[name="${name}"][value="${value}"]`).check({ force: true });
const openForm = (): Promise<void> => page.locator("[data-inputs] summary").click();

describe("the panel of an operation", () => {
  it("shows the request and the answer of the scenario that is chosen", async () => {
    await choose("scenario", "unknown_instance");
    expect(await sample()).toContain("task-unknown");
    expect(await answer()).toContain("404 Not Found");
    expect(await answer()).toContain('"Not Found"');
  });

  it("writes the sample in the language and with the credentials that are chosen", async () => {
    await openForm();
    const token = page.locator('input[name="secret bearer"]');
    expect(await token.isVisible()).toBe(false);
    await choose("language", "client");
    await choose("way", "1");
    expect(await token.isVisible()).toBe(true);
    expect(await sample()).toContain('auth: { bearer: "your-token" }');
    await page.locator('input[name="path flowInstanceId"]').fill("flow-9");
    expect(await sample()).toContain('flowInstanceId: "flow-9"');
  });

  it("calls a server on another origin with the key pair, and says how the response relates to the example", async () => {
    await page.getByRole("button", { name: "Try it" }).click();
    await expect.poll(answer).toMatch(/200 OK\s+\d+ ms\s+matches the example/);
    expect(mock.requests.at(-1)?.headers).toMatchObject({
      "x-api-key": "anything",
      "x-api-secret": "anything",
    });
    await page.locator("summary", { hasText: "Request and response headers" }).click();
    expect(await answer()).toContain("X-API-KEY: ••••");
    expect(await findingsOn(page)).toEqual([]);
    expect(troublesOf(watched)).toEqual([]);
  });

  it("calls it with a bearer token that is typed, and keeps the token nowhere", async () => {
    await choose("way", "1");
    await openForm();
    await page.getByLabel("Bearer token").last().fill("secret-token");
    await page.getByRole("button", { name: "Try it" }).click();
    await expect.poll(answer).toContain("matches the example");
    expect(mock.requests.at(-1)?.headers["authorization"]).toBe("Bearer secret-token");
    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie]),
    );
    expect(kept).not.toContain("secret-token");
    expect(await page.locator("body").innerText()).not.toContain("secret-token");
  });

  it("shows what is wrong beside the value that it is about", async () => {
    const domain = page.locator('[data-key="header x-domain"]');
    await openForm();
    await domain.locator("input").fill("no-uuid");
    await page.getByRole("button", { name: "Try it" }).click();
    await expect.poll(answer).toContain("422");
    expect(await domain.locator("[data-problem]").innerText()).toBe("must be a UUID");
    expect(await answer()).toContain("documented: 200");
    // The headers of the mock say why.
    expect(await answer()).toContain("mock-refusal:");
  });

  it("says why there is no response: nothing answers, no CORS, or no URL", async () => {
    await openForm();
    await page.getByLabel("Base URL").fill("http://127.0.0.1:9");
    await page.getByRole("button", { name: "Try it" }).click();
    await expect.poll(answer).toContain("Nothing answers at http://127.0.0.1:9.");
    expect(await answer()).not.toContain("npm start");
    // The docs themselves are a server that allows no other origin.
    await page.getByLabel("Base URL").fill(other.url.replace(/\/$/, ""));
    await page.getByRole("button", { name: "Try it" }).click();
    await expect.poll(answer).toContain("does not allow this page to read it (CORS)");
    await page.getByLabel("Base URL").fill("localhost:4010");
    await page.getByRole("button", { name: "Try it" }).click();
    await expect.poll(answer).toContain("has to begin with http://");
  });

  it("shows the answer of the values that are typed, and sends no path without its values", async () => {
    const task = page.locator('[data-key="path taskInstanceId"]');
    await openForm();
    await task.locator("input").fill("task-unknown");
    expect(await answer()).toContain("404 Not Found");
    expect(await page.locator('input[name="scenario"]:checked').inputValue()).toBe(
      "unknown_instance",
    );
    await task.locator("input").fill("task-9");
    expect(await page.locator("[data-summary]").innerText()).toContain(
      "No scenario has these values",
    );
    const before = mock.requests.length;
    await task.locator("input").fill("");
    await page.getByRole("button", { name: "Try it" }).click();
    expect(await task.locator("[data-problem]").innerText()).toBe("needs a value to be sent");
    expect(mock.requests).toHaveLength(before);
  });

  it("ties the scenario to the response that is shown, and to the URL", async () => {
    await choose("response", "response-404");
    expect(await sample()).toContain("task-unknown");
    await choose("scenario", "server_failure");
    expect(await page.locator("#response-500").isVisible()).toBe(true);
    expect(await page.locator("#response-404").isVisible()).toBe(false);
    await page.reload();
    await expect.poll(sample).toContain("task-server-failure");
  });

  it("sends only the credentials that are typed to a server that is not the mock", async () => {
    await openForm();
    await page.getByLabel("Base URL").fill(`${mock.url}/`.replace("127.0.0.1", "localhost"));
    await page.getByLabel("X-API-KEY").last().fill("typed-key");
    await page.getByLabel("Keep credentials in this tab").check();
    await page.getByRole("button", { name: "Try it" }).click();
    await expect.poll(answer).toContain("401");
    const sent = mock.requests.at(-1)?.headers ?? {};
    expect(sent["x-api-key"]).toBe("typed-key");
    expect(sent).not.toHaveProperty("x-api-secret");
    await page.reload();
    expect(await page.locator('input[name="secret apiKey"]').inputValue()).toBe("typed-key");
  });

  it("copies without the clipboard of the browser, and says that credentials go with it", async () => {
    await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
    await openForm();
    const copy = page.locator("[data-copy]");
    await copy.click();
    await expect.poll(() => copy.textContent()).toBe("Copied");
    await expect.poll(() => copy.textContent()).toBe("Copy");
    await page.getByLabel("X-API-KEY").last().fill("typed-key");
    await copy.click();
    await expect.poll(() => copy.textContent()).toBe("Copied with your credentials");
  });

  it("keeps the language from page to page in the tab", async () => {
    await choose("language", "fetch");
    await page.goto(`${site.url}reference/getVariablesCage/`);
    await expect.poll(sample).toContain("await fetch(");
  });

  it("sends what the reader asks to include, and shows no more than that", async () => {
    await page.goto(`${site.url}reference/getVariablesCage/`);
    await openForm();
    await page.getByLabel("client", { exact: true }).last().uncheck();
    expect(await sample()).toContain("include=author,values");
    expect(await answer()).not.toContain('"clients"');
    await page.getByRole("button", { name: "Try it" }).click();
    await expect.poll(answer).toContain("matches the example");
    expect(mock.requests.at(-1)?.target).toContain("?include=author,values");
  });

  it.each([
    [1280, 800],
    [1440, 900],
  ])(
    "has 16 lines of the response in sight at %d x %d, and marks what is chosen in any colours",
    async (width, height) => {
      await page.setViewportSize({ width, height });
      await page.goto(`${site.url}reference/getVariablesCage/`);
      const lines = await page.locator("[data-answer] code").evaluate((code) => {
        const top = code.getBoundingClientRect().top;
        const foot = code.closest("pre")?.getBoundingClientRect().bottom ?? 0;
        return (
          (Math.min(foot, innerHeight) - top) / Number.parseFloat(getComputedStyle(code).lineHeight)
        );
      });
      expect(lines).toBeGreaterThanOrEqual(16);
      await page.emulateMedia({ forcedColors: "active" });
      const outlines = await page
        .locator(".scenarios label")
        .evaluateAll((all) => all.map((label) => getComputedStyle(label).outlineStyle));
      expect(outlines.filter((style) => style === "solid")).toHaveLength(1);
    },
  );

  it("can be used by the keyboard alone", async () => {
    await page.locator('input[name="scenario"]').first().focus();
    await page.keyboard.press("ArrowRight");
    expect(await sample()).toContain("task-not-failed");
    const reached: string[] = [];
    for (let stop = 0; stop < 12; stop++) {
      await page.keyboard.press("Tab");
      reached.push(await page.evaluate(() => document.activeElement?.textContent?.trim() ?? ""));
      if (reached.at(-1) === "Try it") break;
    }
    expect(reached).toContain("Try it");
    await page.keyboard.press("Enter");
    await expect.poll(answer).toContain("matches the example");
    // The focus stays where it was, and nothing scrolls.
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Try it");
    expect(await page.evaluate(() => document.querySelector(".panel")?.scrollTop)).toBe(0);
  });
});
