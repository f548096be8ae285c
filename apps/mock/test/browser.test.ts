import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, launchBrowser, openWatchedPage } from "@workflow-api/workspace/browser";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type RunningMock, startMock } from "../src/index.ts";
import { axeFindings, type Site, startSite } from "./support/pages.ts";
import { cage, contractText, get, keys } from "./support/requests.ts";

declare const runMsw: typeof import("./support/msw-page.ts").runMsw;

const file = join(mkdtempSync(join(tmpdir(), "mock-page-")), "openapi.yaml");
let browser: Browser;
let mock: RunningMock;
let site: Site;

beforeAll(async () => {
  writeFileSync(file, contractText);
  [browser, mock, site] = await Promise.all([
    launchBrowser(),
    startMock({ contract: file, watch: true }),
    startSite(),
  ]);
});
beforeEach(() => mock.controls.reset());
afterAll(async () => {
  await Promise.all([browser.close(), mock.close(), site.close()]);
});

test("the page queues a scenario once or for good, and shows each request", async () => {
  const { page, close, consoleProblems, foreignRequests, pageErrors } =
    await openWatchedPage(browser);
  await page.goto(`${mock.url}/__mock/`);
  await page.locator("#operations summary", { hasText: "getCage" }).click();
  await page.getByRole("button", { name: "Use next: getCage unauthorized" }).click();
  await page.getByText("unauthorized comes next.").waitFor();
  const send = async (): Promise<number> =>
    (await fetch(mock.url + cage, { headers: keys })).status;
  expect([await send(), await send()]).toEqual([401, 200]);
  const row = page.locator("#requests > li").nth(1);
  expect(await row.locator("summary").innerText()).toMatch(/401\s+GET .*unauthorized · queued/s);
  await row.locator("summary").click();
  expect(await row.getByLabel("Response").innerText()).toMatch(
    /mock-scenario: unauthorized; queued[\s\S]*"title": "Unauthorized"/,
  );
  expect(await row.getByLabel("Request").innerText()).toContain("x-api-key: (credential)");
  await page.getByRole("button", { name: "Always use: getCage date_cage" }).click();
  await page.getByText("Always for getCage: date_cage").waitFor();
  expect(mock.controls.settings().sequences).toEqual([
    { operation: "getCage", scenarios: ["date_cage"], repeat: true },
  ]);
  await page.getByRole("button", { name: "Clear: getCage" }).click();
  await page.getByText("Back to the default.").waitFor();
  expect(mock.controls.settings().sequences).toEqual([]);
  expect([...consoleProblems, ...foreignRequests, ...pageErrors]).toEqual([]);
  await close();
});

test.each([390, 1280, 1920])("at %d pixels, the page is as wide as its lines", async (width) => {
  const { page, close } = await openWatchedPage(browser, { viewport: { width, height: 900 } });
  await mock.mock.respond(get(`${cage}?include=bogus`));
  await page.goto(`${mock.url}/__mock/`);
  const operations = page.locator("#operations > details");
  await operations.first().waitFor();
  // Of a closed operation a line is shown, and requests come first.
  const heights = await operations.evaluateAll((all) => all.map((each) => each.clientHeight));
  expect(Math.max(...heights)).toBeLessThan(width < 800 ? 100 : 50);
  const [requests, list] = ["#requests", "#operations"].map((id) => page.locator(id));
  expect((await requests?.boundingBox())?.y).toBeLessThan((await list?.boundingBox())?.y ?? 0);
  for (const summary of await page.locator("summary").all()) await summary.click();
  const widths = await page.evaluate("[document.body.scrollWidth, innerWidth]");
  expect(widths).toEqual([width, width]);
  await close();
});

test("the page sets delays and failures, and shows what is wrong", async () => {
  const { page, close } = await openWatchedPage(browser);
  await page.goto(`${mock.url}/__mock/`);
  await page.getByRole("textbox", { name: "Fail" }).fill("100%:503");
  await page.getByRole("button", { name: "Apply" }).click();
  await page.getByText("Applied to all responses.").waitFor();
  expect((await fetch(mock.url + cage)).status).toBe(503);
  await page.getByRole("textbox", { name: "Fail" }).fill("much");
  await page.getByRole("button", { name: "Apply" }).click();
  await page.getByText("A failure is a share such as").waitFor();
  await page.getByRole("button", { name: "Reset everything" }).click();
  await page.getByText("Everything is reset.").waitFor();
  await mock.mock.respond(get(`${cage}?include=bogus`));
  await page.locator("p.bad", { hasText: "query include/0 must be one of" }).waitFor();
  writeFileSync(file, `${contractText}  - `);
  await page.getByRole("alert").getByText("The contract on disk is broken").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  writeFileSync(file, contractText);
  await page.getByRole("alert").waitFor({ state: "hidden" });
  await close();
});

// The page has another origin than the mock, whose responses it reads too.
test("in a page, MSW responds as the server does, and is controlled in the same way", async () => {
  const page = await browser.newPage();
  await page.goto(site.url);
  await page.waitForFunction("globalThis.runMsw !== undefined");
  const document = JSON.stringify(mock.mock.contract.document);
  const requests = [get(`${cage}?include=author`), get("/nowhere")];
  const { own, queued, reasons, server } = await page.evaluate(
    ([text, url, sent]) =>
      runMsw({ baseUrl: "http://service.invalid/api", document: JSON.parse(text) }, url, sent),
    [document, mock.url, requests] as const,
  );
  expect(own).toEqual(server);
  expect(queued[0]).toMatch(/^401\n/);
  expect(reasons).toEqual(["matched", "refused", "queued", "refused"]);
  await page.close();
});
