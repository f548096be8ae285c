import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { launchBrowser, openWatchedPage, type WatchedPage } from "@workflow-api/browser";
import { contractFile, loadContract } from "@workflow-api/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningMock, startMock } from "../src/index.ts";
import { axeFindings } from "./support/axe.ts";
import { authenticated } from "./support/contract-requests.ts";
import { temporaryFolder } from "./support/contracts.ts";
import { send } from "./support/http.ts";

const contract = await loadContract(contractFile());
const file = join(temporaryFolder(), "openapi.yaml");
let mock: RunningMock;
let browser: Awaited<ReturnType<typeof launchBrowser>>;
let watched: WatchedPage;

beforeAll(async () => {
  copyFileSync(contractFile(), file);
  mock = await startMock({ contractFile: file, watch: true });
  browser = await launchBrowser();
  watched = await openWatchedPage(browser);
  await watched.page.goto(`${mock.url}/__mock/`);
});

afterAll(async () => {
  await browser.close();
  await mock.close();
});

test("The page shows every operation and every scenario", async () => {
  for (const { operationId, scenarios } of contract.operations) {
    await watched.page.getByText(operationId, { exact: true }).waitFor();
    for (const { name } of scenarios) await watched.page.getByText(name, { exact: true }).first().waitFor();
  }
});

test("A click makes a scenario the next answer, and a click clears it", async () => {
  const operation = contract.operations.find(({ scenarios }) => scenarios.length > 0);
  const failure = operation?.scenarios.at(-1);
  if (operation === undefined || failure === undefined) throw new Error("There is no scenario");
  const row = watched.page
    .locator("tr", { has: watched.page.getByText(failure.name, { exact: true }) })
    .first();
  await row.getByRole("button", { name: "Answer next" }).click();
  await watched.page.getByText(`Next: ${failure.name}`).waitFor();
  await watched.page.getByRole("button", { name: "Clear" }).click();
  await watched.page.getByText(`Next: ${failure.name}`).waitFor({ state: "detached" });
  await row.getByRole("button", { name: "Answer next" }).click();
  await watched.page.getByText(`Next: ${failure.name}`).waitFor();
  const answer = await send(mock.url, authenticated(operation, operation.scenarios[0] ?? failure));
  expect(answer.headers["mock-scenario"]).toBe(`${failure.name}; sequence`);
});

test("Requests appear, as text whatever they hold", async () => {
  await send(mock.url, { method: "GET", target: "/<img/onerror=alert(1)>", headers: {} });
  await watched.page.getByText("GET /<img/onerror=alert(1)>").waitFor();
});

test("A broken contract is shown until it is mended", async () => {
  writeFileSync(file, "openapi: 3.1.1\npaths: [\n");
  await watched.page.getByRole("alert").waitFor();
  expect(await watched.page.getByRole("alert").textContent()).toMatch(/openapi\.yaml:\d+:\d+/);
  copyFileSync(contractFile(), file);
  await watched.page.getByRole("alert").waitFor({ state: "hidden" });
});

test("axe-core finds nothing on it, in light and in dark", async () => {
  for (const colorScheme of ["light", "dark"] as const) {
    await watched.page.emulateMedia({ colorScheme });
    expect(await axeFindings(watched.page), colorScheme).toEqual([]);
  }
});

test("The page asks no other host, and nothing goes wrong on it", () => {
  expect(watched.foreignRequests).toEqual([]);
  expect(watched.consoleProblems).toEqual([]);
  expect(watched.pageErrors).toEqual([]);
});
