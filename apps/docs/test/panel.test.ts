import {
  type Browser,
  launchBrowser,
  type Page,
  type WatchedPage,
} from "@workflow-api/workspace/browser";
import { type MockProgram, startMock } from "@workflow-api/workspace/testing";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type RunningSite, startSite } from "../src/serve.ts";
import { builtSite, findingsOn, openPage, troublesOf } from "./support.ts";

let browser: Browser;
let mock: MockProgram;
let site: RunningSite;
let other: RunningSite;
let watched: WatchedPage;
let page: Page;
/** What the page has sent to the mock, the latest last. */
let requests: Awaited<ReturnType<Page["waitForRequest"]>>[];

beforeAll(async () => {
  browser = await launchBrowser();
  mock = await startMock();
  site = await startSite({ folder: builtSite(), mockUrl: mock.url });
  other = await startSite({ folder: builtSite() });
});
afterAll(async () => {
  await browser.close();
  await site.close();
  await other.close();
  await mock.stop();
});
beforeEach(async () => {
  watched = await openPage(browser, `${site.url}reference/resetSmartContractInstance/`);
  page = watched.page;
  requests = [];
  const { port } = new URL(mock.url);
  page.on("request", (request) => {
    if (new URL(request.url()).port === port) requests.push(request);
  });
});
afterEach(() => watched.close());

const sample = (): Promise<string> => page.locator("[data-sample]").innerText();
const answer = (): Promise<string> => page.locator(".answer").innerText();
const choose = (name: string, value: string): Promise<void> =>
  page.locator(`input[name="${name}"][value="${value}"]`).check({ force: true });
const tryIt = (): Promise<void> => page.getByRole("button", { name: "Try it" }).click();
const sentHeaders = async () => (await requests.at(-1)?.allHeaders()) ?? {};
const openForm = (): Promise<void> => page.locator("[data-inputs] summary").click();
const useServer = (url: string): Promise<void> => page.getByLabel("Base URL").fill(url);

describe("the panel of an operation", () => {
  it("writes the sample in the selected language, with the selected credentials", async () => {
    await openForm();
    const token = page.locator('input[name="secret bearer"]');
    expect(await token.isVisible()).toBe(false);
    await choose("language", "TypeScript");
    await choose("requirement", "1");
    expect(await token.isVisible()).toBe(true);
    expect(await sample()).toContain('auth: { bearer: "your-token" }');
    await page.locator('input[name="path flowInstanceId"]').fill("flow-9");
    expect(await sample()).toContain('flowInstanceId: "flow-9"');
    await page.goto(`${site.url}reference/getVariablesCage/`);
    await expect.poll(sample).toContain("client.getVariablesCage(");
  });

  it("calls the mock with the key pair, and compares the response with the example", async () => {
    await tryIt();
    await expect.poll(answer).toMatch(/200 OK\s+\d+ ms\s+matches the example/);
    expect(await sentHeaders()).toMatchObject({
      "x-api-key": "anything",
      "x-api-secret": "anything",
    });
    await page.locator("summary", { hasText: "Response and request headers" }).click();
    expect(await answer()).toContain("X-API-KEY: ••••");
    expect(await findingsOn(page)).toEqual([]);
    expect(troublesOf(watched)).toEqual([]);
  });

  it("sends a bearer token, and neither stores nor shows it", async () => {
    await choose("requirement", "1");
    await openForm();
    await page.getByLabel("Bearer token").last().fill("secret-token");
    await tryIt();
    await expect.poll(answer).toContain("matches the example");
    expect((await sentHeaders())["authorization"]).toBe("Bearer secret-token");
    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie]),
    );
    expect(kept).not.toContain("secret-token");
    expect(await page.locator("body").innerText()).not.toContain("secret-token");
  });

  it("shows each problem of a request beside its input", async () => {
    const domain = page.locator('[data-key="header x-domain"]');
    await openForm();
    await domain.locator("input").fill("no-uuid");
    await tryIt();
    await expect.poll(answer).toContain("422");
    expect(await domain.locator("[data-problem]").innerText()).toBe("must be a UUID");
    expect(await answer()).toContain("documented: 200");
    // The headers of the mock say why.
    expect(await answer()).toContain("mock-refusal:");
  });

  it("says why there is no response", async () => {
    await openForm();
    const callFails = async (url: string, why: string): Promise<void> => {
      await useServer(url);
      await tryIt();
      await expect.poll(answer).toContain(why);
    };
    await callFails("http://127.0.0.1:9", "Nothing answers at http://127.0.0.1:9.");
    // It is in sight though the form is open.
    const verdict = await page.locator("[data-verdict]").boundingBox();
    expect(verdict && verdict.y + verdict.height).toBeLessThan(720);
    expect(await answer()).not.toContain("npm start");
    // The docs themselves are a server that allows no other origin.
    await callFails(other.url.replace(/\/$/, ""), "does not allow this page to read it (CORS)");
    await callFails("localhost:4010", "has to begin with http://");
    await page.route("https://docs.example/**", async (route) => {
      const { pathname } = new URL(route.request().url());
      await route.fulfill({
        response: await route.fetch({ url: new URL(pathname, site.url).href }),
      });
    });
    await page.goto("https://docs.example/reference/resetSmartContractInstance/");
    await openForm();
    await callFails("http://service.example", "on https may not call http://service.example");
  });

  it("shows the response of the typed values, and requires the values of the path", async () => {
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
    await task.locator("input").fill("");
    await tryIt();
    expect(await task.locator("[data-problem]").innerText()).toBe("needs a value to be sent");
    expect(requests).toEqual([]);
  });

  it("keeps the scenario, the documented response and the URL in step", async () => {
    await choose("response", "response-404");
    expect(await sample()).toContain("task-unknown");
    expect(await answer()).toMatch(/404 Not Found.*"Not Found"/s);
    expect(page.url()).toContain("?scenario=unknown_instance");
    await choose("scenario", "server_failure");
    expect(await page.locator("#response-500").isVisible()).toBe(true);
    expect(await page.locator("#response-404").isVisible()).toBe(false);
    await page.reload();
    await expect.poll(sample).toContain("task-server-failure");
  });

  it("sends only typed credentials to a server that is not the mock", async () => {
    await openForm();
    await useServer(`${mock.url}/`.replace("127.0.0.1", "localhost"));
    await page.getByLabel("X-API-KEY").last().fill("typed-key");
    await page.getByLabel("Keep credentials in this tab").check();
    await tryIt();
    await expect.poll(answer).toContain("401");
    const sent = await sentHeaders();
    expect(sent["x-api-key"]).toBe("typed-key");
    expect(sent).not.toHaveProperty("x-api-secret");
    await page.reload();
    expect(await page.locator('input[name="secret apiKey"]').inputValue()).toBe("typed-key");
  });

  it("copies without the Clipboard API, and says when credentials are copied", async () => {
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

  it("requests and shows only the selected includes", async () => {
    await page.goto(`${site.url}reference/getVariablesCage/`);
    await openForm();
    await page.getByLabel("client", { exact: true }).last().uncheck();
    expect(await sample()).toContain("include=author,values");
    expect(await answer()).not.toContain('"clients"');
    await tryIt();
    await expect.poll(answer).toContain("matches the example");
    expect(requests.at(-1)?.url()).toContain("?include=author,values");
  });

  it.each([
    [1280, 800],
    [1440, 900],
  ])(
    "shows 16 lines of the response at %d x %d, and marks the selected scenario in forced colors",
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

  it("prints the whole path, and every response", async () => {
    await page.emulateMedia({ media: "print" });
    const text = await page.locator("main").innerText();
    for (const part of ["/v1/flow_instances/{flowInstanceId}/", "500 Internal Server Error"])
      expect(text).toContain(part);
  });

  it("works with the keyboard alone", async () => {
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Skip to the call");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
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
