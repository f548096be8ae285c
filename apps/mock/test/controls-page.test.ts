import { copyFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type Browser,
  launchBrowser,
  openWatchedPage,
  type Page,
  type WatchedPage,
} from "@workflow-api/browser";
import { loadContract, type Operation, type Scenario } from "@workflow-api/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { describeOperations, type RunningMock, startMock } from "../src/index.ts";
import { axeFindings } from "./support/axe.ts";
import { authenticated } from "./support/contract-requests.ts";
import { send } from "./support/http.ts";
import { writeManyOperations } from "./support/many-operations.ts";

// Of many operations, with long names: what a page of a real service has to cope with.
const file = writeManyOperations(8);
const contract = await loadContract(file);
const { operation, scenario, failure } = anyOperation();
const scope = `${operation.operationId}/${failure.name}`;

let mock: RunningMock;
let browser: Browser;
let watched: WatchedPage;
let page: Page;

beforeAll(async () => {
  mock = await startMock({ contractFile: file, watch: true });
  browser = await launchBrowser();
  watched = await openWatchedPage(browser, { permissions: ["clipboard-read", "clipboard-write"] });
  page = watched.page;
  await page.goto(`${mock.url}/__mock`);
  await page.getByRole("searchbox").fill(operation.operationId);
});

beforeEach(async () => {
  // What an earlier test was told is no answer to this one.
  await page.evaluate("document.getElementById('said').textContent = ''");
  await page.getByRole("button", { name: "Reset everything" }).click();
  await said("Everything is reset.");
});

afterAll(async () => {
  await browser.close();
  await mock.close();
});

function anyOperation(): { operation: Operation; scenario: Scenario; failure: Scenario } {
  const found = contract.operations.find(({ scenarios }) => scenarios.some(({ status }) => status >= 500));
  const first = found?.scenarios[0];
  const last = found?.scenarios.findLast(({ status }) => status >= 500);
  if (found === undefined || first === undefined || last === undefined) throw new Error("No operation fails");
  return { operation: found, scenario: first, failure: last };
}

/** Waits until the page says something. */
async function said(text: string): Promise<void> {
  await page.getByRole("status").getByText(text, { exact: true }).waitFor();
}

async function click(name: string): Promise<void> {
  await page.getByRole("button", { name, exact: true }).click();
}

async function answered(): Promise<string | undefined> {
  return (await send(mock.url, authenticated(operation, scenario))).headers["mock-scenario"];
}

test("The page shows every operation with its scenarios", async () => {
  const texts = await page.locator(".operation").allTextContents();
  expect(texts).toHaveLength(contract.operations.length);
  for (const [index, { operationId, scenarios }] of contract.operations.entries()) {
    expect(texts[index]).toContain(operationId);
    for (const { name } of scenarios) expect(texts[index]).toContain(name);
  }
});

test("A filter finds operations by their names and by those of their scenarios", async () => {
  const other = contract.operations.findLast(({ scenarios }) => scenarios.length > 0);
  const filter = page.getByRole("searchbox");
  await filter.fill(other?.scenarios[0]?.name ?? "");
  await page.getByRole("heading", { name: other?.operationId ?? "", exact: true }).waitFor();
  expect(await page.getByRole("heading", { name: operation.operationId, exact: true }).count()).toBe(0);
  await filter.fill("no such thing");
  await page.getByText("No operation or scenario has this in its name.").waitFor();
  await filter.fill(operation.operationId);
  await page.getByRole("heading", { name: operation.operationId, exact: true }).waitFor();
});

describe("One click", () => {
  test("lets a scenario answer next, and one clears that", async () => {
    await click(`Answer next: ${scope}`);
    await page.getByText(`Next: ${failure.name}`, { exact: true }).waitFor();
    await click(`Answer next: ${operation.operationId}/${scenario.name}`);
    await page.getByText(`Next: ${failure.name}, then ${scenario.name}`, { exact: true }).waitFor();
    await click(`Clear the sequence of ${operation.operationId}`);
    await page.getByText(/^Next: /).waitFor({ state: "detached" });
    expect(await answered()).toBe(`${scenario.name}; matched`);
    await click(`Answer next: ${scope}`);
    await said(`${failure.name} answers next.`);
    expect([await answered(), await answered()]).toEqual([
      `${failure.name}; sequence`,
      `${scenario.name}; matched`,
    ]);
    await page.getByText(/^Next: /).waitFor({ state: "detached" });
  });

  test("lets a scenario answer always", async () => {
    await click(`Always: ${scope}`);
    await page.getByText(`Always: ${failure.name}`, { exact: true }).waitFor();
    for (let count = 0; count < 3; count++) expect(await answered()).toBe(`${failure.name}; sequence`);
    await page.getByText(`Always: ${failure.name}`, { exact: true }).waitFor();
  });

  test.each([
    ["Copy curl of", "curl"],
    ["Copy client call of", "call"],
  ] as const)("copies: %s", async (label, what) => {
    await click(`${label} ${scope}`);
    await page
      .getByRole("status")
      .getByText(/^Copied/)
      .waitFor();
    const described = describeOperations(contract, mock.url)
      .find(({ operationId }) => operationId === operation.operationId)
      ?.scenarios.find(({ name }) => name === failure.name);
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(described?.[what]);
  });
});

test("All answers are made to fail, and then as usual again", async () => {
  const form = page.getByRole("form", { name: "All answers" });
  await form.getByLabel("fail").fill("100%:502");
  await form.getByRole("button", { name: "Set" }).click();
  await said("Set for all answers.");
  expect((await send(mock.url, authenticated(operation, scenario))).status).toBe(502);
  await form.getByRole("button", { name: "As usual" }).click();
  await said("No more delays and failures.");
  expect(await answered()).toBe(`${scenario.name}; matched`);
});

test("One scenario alone is made to fail", async () => {
  const own = `${operation.operationId}/${scenario.name}`;
  const row = page.locator("li", { has: page.getByRole("button", { name: `Always: ${own}`, exact: true }) });
  await row.getByText("Request, delay and failure").click();
  const form = page.getByRole("form", { name: own, exact: true });
  await form.getByLabel("Fail").fill("100%:503");
  await form.getByLabel("Fail").press("Enter");
  await said(`Set for ${own}.`);
  await row.getByText("fails 100%:503").waitFor();
  expect((await send(mock.url, authenticated(operation, scenario))).status).toBe(503);
  expect((await send(mock.url, authenticated(operation, failure))).status).toBe(failure.status);
  await click(`As usual: ${own}`);
  await said(`${own} answers as usual again.`);
  expect(await answered()).toBe(`${scenario.name}; matched`);
});

test("What the mock refuses is said", async () => {
  const form = page.getByRole("form", { name: "All answers" });
  await form.getByLabel("wait").fill("soon");
  await form.getByLabel("wait").press("Enter");
  await page
    .getByRole("status")
    .getByText(/This cannot be set: A delay is milliseconds .* not "soon"/)
    .waitFor();
  await form.getByRole("button", { name: "As usual" }).click();
});

test("Everything is reached by the keyboard alone, and keeps its place when it has acted", async () => {
  const names = new Set<string>();
  await page.getByRole("searchbox").focus();
  const focused = (): Promise<string> =>
    page.evaluate(
      "document.activeElement.ariaLabel ?? document.activeElement.textContent.trim().replaceAll(/\\s+/g, ' ')",
    );
  for (let name = ""; name !== `Copy client call of ${scope}`; name = await focused()) {
    names.add(name);
    await page.keyboard.press("Tab");
  }
  for (const each of operation.scenarios) {
    for (const label of ["Answer next:", "Always:", "Copy curl of"])
      expect(names).toContain(`${label} ${operation.operationId}/${each.name}`);
  }
  await page.getByRole("button", { name: `Answer next: ${scope}`, exact: true }).focus();
  await page.keyboard.press("Enter");
  await said(`${failure.name} answers next.`);
  expect(await focused()).toBe(`Answer next: ${scope}`);
  await page.keyboard.press("Enter");
  await page.getByText(`Next: ${failure.name}, then ${failure.name}`, { exact: true }).waitFor();
});

test("Requests appear by themselves, with what answered, why, and what was validated", async () => {
  await answered();
  const arrived = page.locator(".arrived", { hasText: `${scenario.name}: the request has its values` });
  await arrived.locator("summary").click();
  for (const { in: place, name } of operation.parameters)
    await arrived.getByText(`${place} ${name} valid`).waitFor();
  await arrived.getByText("credentials valid").waitFor();
  // Another one comes, and what was opened stays open.
  await send(mock.url, { ...authenticated(operation, scenario), headers: {} });
  await page.locator(".arrived", { hasText: "401" }).first().waitFor();
  expect(await arrived.locator("details").getAttribute("open")).not.toBeNull();
});

test("A failure that was asked for is no fault of the request", async () => {
  mock.controls.setBehaviour({ fail: "100%:404" });
  await answered();
  const arrived = page.locator(".arrived", { hasText: "A failure that was asked for" });
  await arrived.locator("summary").click();
  await arrived.getByText("The mock was told to fail (100%:404)").waitFor();
  expect(await arrived.textContent()).not.toMatch(/Prefer a status|Compare its path/);
});

test("Requests are shown as text, whatever they hold", async () => {
  await send(mock.url, { method: "GET", target: "/<img/onerror=alert(1)>", headers: {} });
  await page.getByText("GET /<img/onerror=alert(1)>").waitFor();
});

test("The page holds the last 200 requests", async () => {
  for (let count = 0; count < 203; count++)
    await send(mock.url, { method: "GET", target: `/${count}/`, headers: {} });
  await page.getByText("GET /202/").waitFor();
  expect(await page.locator(".arrived").count()).toBe(200);
  expect(await page.getByText("GET /2/", { exact: true }).count()).toBe(0);
});

test("A broken contract is shown until it is mended", async () => {
  const good = join(dirname(file), "good.txt");
  copyFileSync(file, good);
  writeFileSync(file, "openapi: 3.1.1\npaths: [\n");
  await page.getByRole("alert").waitFor();
  expect(await page.getByRole("alert").textContent()).toMatch(/still served\.\n.*openapi\.yaml:\d+:\d+/);
  copyFileSync(good, file);
  await page.getByRole("alert").waitFor({ state: "hidden" });
});

test("How many operations are found is told as one types, and not in place of what happened since", async () => {
  await page.getByRole("searchbox").fill(operation.operationId);
  await page
    .getByRole("status")
    .getByText(/^\d+ operations?$/)
    .waitFor();
  await click(`Answer next: ${scope}`);
  await said(`${failure.name} answers next.`);
  mock.controls.setBehaviour({ delay: 1 });
  await page.locator("#behaviour.on").waitFor({ state: "attached" });
  expect(await page.getByRole("status").textContent()).toBe(`${failure.name} answers next.`);
});

test.each([
  [1280, "light"],
  [1280, "dark"],
  [390, "light"],
  [390, "dark"],
] as const)(
  "At %i pixels, %s, nothing is cut off, and axe-core finds nothing",
  async (width, colorScheme) => {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await answered();
    await page.locator(".arrived").first().waitFor();
    await click(`Answer next: ${scope}`);
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
  },
);

test("The page asks no other host, and nothing goes wrong on it", () => {
  expect(watched.foreignRequests).toEqual([]);
  expect(watched.consoleProblems.filter((problem) => !problem.includes("400 (Bad Request)"))).toEqual([]);
  expect(watched.pageErrors).toEqual([]);
});

test("An operation without a scenario has a command as well", async () => {
  const shapes = fileURLToPath(new URL("fixtures/other-shapes.yaml", import.meta.url));
  const other = await startMock({ contractFile: shapes });
  const bare = describeOperations(await loadContract(shapes), other.url).find(
    ({ scenarios }) => scenarios.length === 0,
  );
  const opened = await openWatchedPage(browser);
  await opened.page.goto(`${other.url}/__mock/`);
  await opened.page.getByRole("searchbox").fill(bare?.operationId ?? "");
  await opened.page.getByText(bare?.curl ?? "", { exact: true }).waitFor();
  await opened.close();
  await other.close();
});

test("Who opens the bare address in a browser is led to the page; a program is told that nothing is there", async () => {
  const opened = await openWatchedPage(browser);
  await opened.page.goto(mock.url);
  expect(opened.page.url()).toBe(`${mock.url}/__mock/`);
  const fetched = await opened.page.evaluate("fetch('/').then(({ status }) => status)");
  await opened.close();
  expect(fetched).toBe(404);
  const headers = { accept: "text/html" };
  expect((await send(mock.url, { method: "GET", target: "/", headers })).status).toBe(404);
});

test("A mock that has ended is told of", async () => {
  const other = await startMock();
  const lost = await openWatchedPage(browser);
  await lost.page.goto(`${other.url}/__mock/`);
  await lost.page.locator(".operation").first().waitFor();
  await other.close();
  await lost.page.getByText("The mock does not answer. Is it still running?").waitFor();
  await lost.close();
});
