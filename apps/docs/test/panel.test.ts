import { loadContract, type Operation } from "@workflow-api/contract";
import {
  type Browser,
  launchBrowser,
  type Page,
  type WatchedPage,
} from "@workflow-api/workspace/browser";
import { type MockProgram, startMock } from "@workflow-api/workspace/testing";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { orderedScenarios } from "../src/model/panel-data.ts";
import { type RunningSite, startSite } from "../src/serve.ts";
import { slugOf } from "../src/slug.ts";
import { builtSite, findingsOn, needed, openPage, troublesOf } from "./support.ts";

const { operations } = loadContract();
/** An operation with a choice of credentials, and one with includes. */
const choosing = needed(operations.find(({ security }) => security.length > 1));
const including = needed(operations.find(({ includes }) => includes.length > 0));
const first = needed(orderedScenarios(choosing)[0]);
/** A scenario of an error that one parameter decides. */
const failing = needed(
  choosing.scenarios.find(({ named, status }) => status > 401 && named.size === 1),
);
const decider = needed(choosing.parameters.find(({ key }) => failing.named.has(key)));
const scheme = needed(choosing.security[1]?.[0]);

let browser: Browser;
let mock: MockProgram;
let site: RunningSite;
let other: RunningSite;
let watched: WatchedPage;
let page: Page;
/** What the page has sent to the mock, the latest last. */
let requests: Awaited<ReturnType<Page["waitForRequest"]>>[];

const pathOf = ({ operationId }: Operation): string => `reference/${slugOf(operationId)}/`;

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
  watched = await openPage(browser, site.url + pathOf(choosing));
  page = watched.page;
  requests = [];
  const { port } = new URL(mock.url);
  page.on("request", (request) => {
    if (new URL(request.url()).port === port) requests.push(request);
  });
});
afterEach(() => watched.close());

const sample = (): Promise<string> => page.locator("[data-sample]").innerText();
const shown = (): Promise<string> => page.locator(".received").innerText();
const choose = (name: string, value: string): Promise<void> =>
  page.locator(`input[name="${name}"][value="${value}"]`).check({ force: true });
const tryIt = (): Promise<void> => page.getByRole("button", { name: "Try it" }).click();
const openForm = (): Promise<void> => page.locator("[data-inputs] summary").click();
const input = (name: string) => page.locator(`[name="${name}"]`);
const checked = (): Promise<string> => page.locator('[name="scenario"]:checked').inputValue();
const useServer = (url: string): Promise<void> => input("baseUrl").fill(url);
const sentHeader = async (name: string): Promise<string | undefined> =>
  (await requests.at(-1)?.allHeaders())?.[name.toLowerCase()];

describe("the panel of an operation", () => {
  it("writes the sample in the selected language, with the selected credentials", async () => {
    await openForm();
    const secret = input(`secret ${scheme.name}`);
    expect(await secret.isVisible()).toBe(false);
    await choose("language", "TypeScript");
    await choose("requirement", "1");
    expect(await secret.isVisible()).toBe(true);
    expect(await sample()).toContain(`auth: { ${scheme.name}: "your-token" }`);
    await input(decider.key).fill("another-value");
    expect(await sample()).toContain(`${decider.name}: "another-value"`);
    await page.goto(site.url + pathOf(including));
    await expect.poll(sample).toContain(`client.${including.operationId}(`);
  });

  it("calls the mock with any credentials, and compares the response with the example", async () => {
    await tryIt();
    await expect.poll(shown).toMatch(/^2\d\d .*\s+\d+ ms\s+matches the example/);
    for (const { header } of choosing.security[0] ?? []) {
      expect(await sentHeader(header)).toBe("anything");
      expect(await shown()).not.toContain("anything");
    }
    expect(await findingsOn(page)).toEqual([]);
    expect(troublesOf(watched)).toEqual([]);
  });

  it("sends a token, and neither stores nor shows it", async () => {
    await choose("requirement", "1");
    await openForm();
    await input(`secret ${scheme.name}`).fill("secret-token");
    await tryIt();
    await expect.poll(shown).toContain("matches the example");
    expect(await sentHeader(scheme.header)).toBe("Bearer secret-token");
    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie]),
    );
    expect(kept + (await page.locator("body").innerText())).not.toContain("secret-token");
  });

  it("shows each problem of a request beside its input, and what is documented", async () => {
    const limited = needed(
      choosing.parameters.find(({ shape }) => shape.violations("?").length > 0),
    );
    await openForm();
    await input(limited.key).fill("?");
    await tryIt();
    await expect.poll(shown).toMatch(/422 is (not )?documented; this scenario expects/);
    const problem = page.locator(`[data-key="${limited.key}"] [data-problem]`);
    expect(await problem.innerText()).not.toBe("");
    await input(limited.key).fill(String(first.values.get(limited.key)));
    for (const { name } of choosing.security[0] ?? []) await input(`secret ${name}`).fill("000");
    await tryIt();
    await expect.poll(shown).toMatch(/401 is documented; this scenario expects \d+ \(checklist\)/);
    const links = page.locator("[data-verdict] a");
    expect(await links.first().getAttribute("href")).toBe("#response-401");
    await links.last().click();
    expect(page.url()).toContain("#checklist-for-a-401");
  });

  it("says why there is no response", async () => {
    await openForm();
    const callFails = async (url: string, why: string): Promise<void> => {
      await useServer(url);
      await tryIt();
      await expect.poll(shown).toContain(why);
    };
    await callFails("http://127.0.0.1:9", "Nothing answers at http://127.0.0.1:9.");
    // The docs themselves are a server that allows no other origin.
    await callFails(other.url.replace(/\/$/, ""), "does not allow this page to read it (CORS)");
    await callFails("localhost:4010", "has to begin with http://");
    await callFails("foo", "has to begin with http://");
  });

  it("offers the servers of the contract beside the mock", async () => {
    await openForm();
    const [server] = choosing.servers;
    await input("baseUrl").fill("https://service.example");
    expect(await input("server").inputValue()).toBe("other");
    await input("server").selectOption("mock");
    expect(await sample()).toContain(mock.url);
    await input("server").selectOption("0");
    expect(await input("baseUrl").inputValue()).toBe(
      server?.defaultUrl.replace(/:4010$/, `:${new URL(mock.url).port}`),
    );
  });

  it("selects the scenario of the typed values, and requires the values of the path", async () => {
    await openForm();
    await input(decider.key).fill(String(failing.values.get(decider.key)));
    expect(await checked()).toBe(failing.name);
    expect(await shown()).toContain(String(failing.status));
    await input(decider.key).fill("no-scenario-has-this");
    expect(await page.locator("[data-summary]").innerText()).toContain("No scenario has these");
    await input(decider.key).fill("");
    await tryIt();
    const problem = page.locator(`[data-key="${decider.key}"] [data-problem]`);
    expect(await problem.innerText()).toBe("needs a value to be sent");
    expect(requests).toEqual([]);
  });

  it("keeps the scenario, the documented response and the URL in step", async () => {
    const value = String(failing.values.get(decider.key));
    await choose("response", `response-${failing.status}`);
    await expect.poll(sample).toContain(value);
    expect(page.url()).toContain(`?scenario=${failing.name}`);
    await choose("scenario", first.name);
    expect(await page.locator(`#response-${failing.status}`).isVisible()).toBe(false);
    await page.locator(`a[data-scenario="${failing.name}"]`).first().click();
    expect(await page.locator(`#response-${failing.status}`).isVisible()).toBe(true);
    await page.reload();
    await expect.poll(sample).toContain(value);
  });

  it("sends only typed credentials to a server that is not the mock", async () => {
    const [typed, missing] = choosing.security[0] ?? [];
    await openForm();
    await useServer(`${mock.url}/`.replace("127.0.0.1", "localhost"));
    await input(`secret ${typed?.name}`).fill("typed-key");
    await page.getByLabel("Keep credentials in this tab").check();
    await tryIt();
    await expect.poll(shown).toContain("401");
    expect(await sentHeader(typed?.header ?? "")).toBe("typed-key");
    expect(await sentHeader(missing?.header ?? "")).toBeUndefined();
    await page.reload();
    expect(await input(`secret ${typed?.name}`).inputValue()).toBe("typed-key");
  });

  it("copies without the Clipboard API, and says when credentials are copied", async () => {
    await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
    await openForm();
    const copy = page.locator("[data-copy]");
    await copy.click();
    await expect.poll(() => copy.textContent()).toBe("Copied");
    await expect.poll(() => copy.textContent()).toBe("Copy");
    await input(`secret ${choosing.security[0]?.[0]?.name}`).fill("typed-key");
    await copy.click();
    await expect.poll(() => copy.textContent()).toBe("Copied with your credentials");
  });

  it("requests and shows only the selected includes", async () => {
    const { adds, parameter, value } = needed(including.includes[0]);
    await page.goto(site.url + pathOf(including));
    await openForm();
    const field = `"${adds.split("/").at(-1)}": {`;
    expect(await shown()).toContain(field);
    await page.locator(`input[name="${parameter.key}"][value="${value}"]`).uncheck();
    expect(await shown()).not.toContain(field);
    await tryIt();
    await expect.poll(shown).toContain("matches the example");
    expect(new URL(requests.at(-1)?.url() ?? "").search).not.toContain(value);
  });

  it("shows what a server sends exactly, and a large response without colours", async () => {
    let body = '{"id":9223372036854775807,"price":1.10}';
    const headers = { "access-control-allow-origin": "*" };
    await page.route("http://service.example/**", (route) =>
      route.fulfill({ body, headers, contentType: "application/json" }),
    );
    await openForm();
    await useServer("http://service.example");
    await tryIt();
    await expect.poll(shown).toMatch(/"id": 9223372036854775807,\s+"price": 1.10/);
    body = JSON.stringify(Array.from({ length: 20_000 }, (_, id) => ({ id, name: "A row." })));
    await tryIt();
    await expect.poll(shown).toContain("kB, without colours");
    expect(await page.locator("[data-response] .token").count()).toBe(0);
  });

  it.each([
    [1280, 800],
    [1440, 900],
  ])(
    "shows 16 lines of the response at %d x %d, and half of the sample beside an open form",
    async (width, height) => {
      await page.setViewportSize({ width, height });
      await page.goto(site.url + pathOf(including));
      const linesOf = (part: string): Promise<number> =>
        page.locator(`${part} code`).evaluate((code) => {
          const { top } = code.getBoundingClientRect();
          const boxes = [code.closest("pre"), code.closest(".card")].map(
            (box) => box?.getBoundingClientRect().bottom ?? 0,
          );
          const line = Number.parseFloat(getComputedStyle(code).lineHeight);
          return (Math.min(...boxes, innerHeight) - top) / line;
        });
      expect(await linesOf("[data-response]")).toBeGreaterThanOrEqual(16);
      await openForm();
      expect(await linesOf("[data-sample]")).toBeGreaterThanOrEqual(7);
      expect(await linesOf("[data-response]")).toBeGreaterThanOrEqual(3);
      await page.emulateMedia({ forcedColors: "active" });
      const outlines = await page
        .locator(".scenarios label")
        .evaluateAll((all) => all.map((label) => getComputedStyle(label).outlineStyle));
      expect(outlines.filter((style) => style === "solid")).toHaveLength(1);
    },
  );

  it("has its button on the first screen of a phone, and prints the complete path", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const box = await page.locator("[data-try]").boundingBox();
    expect(box && box.y + box.height).toBeLessThan(844);
    await page.emulateMedia({ media: "print" });
    const text = (await page.locator("main").innerText()).replace(/\s/g, "");
    for (const part of [choosing.path, ...choosing.responses.map(({ description }) => description)])
      expect(text).toContain(part.replace(/\s/g, ""));
  });

  it("works with the keyboard alone", async () => {
    const focused = (): Promise<string> =>
      page.evaluate(() => document.activeElement?.textContent?.trim() ?? "");
    await page.keyboard.press("Tab");
    expect(await focused()).toBe("Skip to the call");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowRight");
    expect(await checked()).toBe(orderedScenarios(choosing)[1]?.name);
    for (let stop = 0; stop < 12 && (await focused()) !== "Try it"; stop++)
      await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect.poll(shown).toContain("matches the example");
    // The focus stays where it was, and nothing scrolls.
    expect(await focused()).toBe("Try it");
    expect(await page.evaluate(() => document.querySelector(".panel")?.scrollTop)).toBe(0);
  });
});
