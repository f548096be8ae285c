import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { launchBrowser, openWatchedPage, type Page, type WatchedPage } from "@workflow-api/browser";
import { loadContract } from "@workflow-api/contract";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Running, startSite } from "../src/server/start-site.ts";
import { type Service, startMockProcess } from "./mock.ts";
import { buildSiteOf, temporaryFolder } from "./site.ts";

const file = fileURLToPath(new URL("contracts/letters.yaml", import.meta.url));
const scenarios = (await loadContract(file)).operations.flatMap((operation) =>
  operation.scenarios.map(({ name, status }) => ({ id: operation.operationId, name, status })),
);
const folder = await temporaryFolder();
let site: Running;
let mock: Service;
let browser: Awaited<ReturnType<typeof launchBrowser>>;
let watched: WatchedPage;
let page: Page;

beforeAll(async () => {
  const built = buildSiteOf(file, folder, { DOCS_OUT: `${folder}/dist` });
  [mock, browser] = await Promise.all([startMockProcess("--contract", file), launchBrowser(), built]);
  site = await startSite({ port: 0, host: "127.0.0.1", folder: `${folder}/dist` });
});

afterAll(async () => {
  await browser?.close();
  await mock?.close();
  await site?.close();
  await rm(folder, { recursive: true });
});

beforeEach(async () => {
  watched = await openWatchedPage(browser);
  page = watched.page;
});

afterEach(async () => {
  expect([...watched.foreignRequests, ...watched.pageErrors]).toEqual([]);
  await watched.close();
});

/** Opens the page of an operation, the mock as its address. */
async function open(operationId: string): Promise<void> {
  await page.goto(`${site.url}reference/${operationId}/`);
  await page.getByLabel("Address").fill(mock.url);
}

async function tryIt(): Promise<string> {
  await page.getByRole("button", { name: /^Try it/ }).click();
  await page.locator(".verdict").waitFor();
  return await page.locator(".try").innerText();
}

describe("Try it, for operations that no client was generated for", () => {
  const sent = scenarios.filter(({ id }) => id !== "listLetters");

  test.for(sent)("$id $status $name gets the answer of its scenario", async ({ id, status }) => {
    await open(id);
    expect(await tryIt()).toContain(`Answered ${status}`);
    await page.locator(".verdict.same").waitFor();
  });

  test("a list, an object and a header travel as the contract says; a cookie is said not to", async () => {
    await open("listLetters");
    const shown = await tryIt();
    expect(shown).toContain("GET /letters?filter[city]=S%C3%A3o%20Paulo&filter[read]=true&sizes=1&sizes=2");
    expect(shown).toContain("x-kinds: card,parcel");
    expect(shown).toContain("Not sent: cookie. A browser lets no page set it");
    expect(shown).toContain("The credentials are not accepted");
  });

  test("a form and parts are sent as such", async () => {
    await open("stampLetter");
    expect(await tryIt()).toContain("value=3&motif=a+%26+b");
    await open("weighLetter");
    expect(await tryIt()).toMatch(/multipart\/form-data; boundary=.*name="unit"\s+gram/s);
  });

  test("a problem in the body leads to its very place in the text", async () => {
    await open("writeLetter");
    await page.getByText("Other values").click();
    const body = page.getByRole("textbox", { name: /^body/ });
    await body.fill('{ "text": "Hi", "to": { "box": 7 }, "stamps": [{ "value": 1 }, { "value": "two" }] }');
    expect(await tryIt()).toContain("Answered 422");
    await page.getByRole("button", { name: "The body at /stamps/1/value" }).click();
    expect(await page.evaluate(() => getSelection()?.toString())).toBe('"two"');
    expect(await body.getAttribute("aria-invalid")).toBe("true");
  });

  test("a body that is no JSON is sent if told to", async () => {
    await open("writeLetter");
    await page.getByText("Other values").click();
    await page.getByRole("textbox", { name: /^body/ }).fill("{ no");
    expect(await tryIt()).toContain("Nothing was sent");
    await page.getByRole("button", { name: "Send it anyway" }).click();
    await page.locator(".try-result").getByText("{ no").waitFor();
    expect(await page.locator(".try-result").innerText()).toMatch(/Answered 4\d\d/);
  });
});
