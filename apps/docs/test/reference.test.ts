import { launchBrowser, openWatchedPage, type WatchedPage } from "@workflow-api/browser";
import { loadContract, type Operation, parameterKey } from "@workflow-api/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Running } from "../src/server/start-site.ts";
import { builtSite } from "./site.ts";

const contract = await loadContract();
let site: Running;
let browser: Awaited<ReturnType<typeof launchBrowser>>;
let watched: WatchedPage;
let page: Page;

beforeAll(async () => {
  [site, browser] = await Promise.all([builtSite(), launchBrowser()]);
  watched = await openWatchedPage(browser);
  page = watched.page;
});

afterAll(async () => {
  await browser?.close();
  await site?.close();
});

function open(operation: Operation): Promise<unknown> {
  return page.goto(`${site.url}reference/${operation.operationId}/`);
}

describe.each(contract.operations)("the page of $operationId", (operation) => {
  beforeAll(() => open(operation));

  test("shows its method and its path", async () => {
    expect(await page.locator(".endpoint .method").textContent()).toBe(operation.method);
    expect(await page.locator(".endpoint .path").textContent()).toContain(operation.path);
  });

  test("shows each parameter with its type, presence and meaning", async () => {
    for (const parameter of operation.parameters) {
      const row = page.locator(`[id="parameter.${parameter.in}.${parameter.name}"]`);
      expect(await row.locator(".field-name").first().textContent()).toBe(parameter.name);
      expect(await row.locator("> .field-head .required").count()).toBe(parameter.required ? 1 : 0);
      expect(await row.textContent()).toContain(parameter.description.trim().split(/[\s`]/, 3).join(" "));
    }
  });

  test("shows each response and each of its headers", async () => {
    for (const { status, headers } of operation.responses) {
      expect(await page.locator(`[id="response-${status}"]`).textContent()).toBe(status);
      for (const { name } of headers) {
        expect(await page.locator(`[id="response.${status}.header.${name}"]`).count()).toBe(1);
      }
    }
  });

  test("shows each scenario: its values, its answer, and a curl that sends them", async () => {
    for (const { name, values, status, response } of operation.scenarios) {
      const scenario = page.locator(`[id="scenario.${name}"]`);
      expect(await scenario.locator(".answer .status").textContent()).toBe(String(status));
      for (const parameter of operation.parameters) {
        const value = values.get(parameterKey(parameter));
        if (typeof value === "string") {
          expect(await scenario.locator(".values").textContent()).toContain(value);
        }
      }
      if (response !== undefined) {
        const shown = (await scenario.locator(".answer pre").textContent()) ?? "";
        expect(JSON.parse(shown)).toEqual(response);
      }
      expect(await scenario.locator(".request .language-bash").textContent()).toMatch(/^curl /);
    }
  });

  test("tells which credentials go together and which are alternatives", async () => {
    const ways = page.locator(".ways").first();
    expect(await ways.locator(".way").count()).toBe(operation.security.length);
    expect(await ways.locator(".or").count()).toBe(Math.max(0, operation.security.length - 1));
    const ands = operation.security.reduce((sum, way) => sum + Math.max(0, way.length - 1), 0);
    expect(await ways.locator(".and").count()).toBe(ands);
  });
});

describe("facts of the two operations that other tools lose", () => {
  test("the reset takes the key pair or a bearer token", async () => {
    await page.goto(`${site.url}reference/resetSmartContractInstance/`);
    const ways = await page.locator(".ways").first().innerText();
    expect(ways.replaceAll(/\s+/g, " ")).toBe("X-API-KEY and X-API-SECRET OR Authorization: Bearer …");
  });

  test("a constant of zero is shown", async () => {
    const row = page.locator('[id="response.401.code"]');
    expect((await row.locator('[data-keyword="const"]').innerText()).replaceAll(/\s+/g, " ")).toBe(
      "Always 0",
    );
  });

  test("a field deep inside the cage has an address that opens it", async () => {
    const anchor = "response.200.data.relationships.author.data.relationships.profile.data.attributes.avatar";
    await page.goto(`${site.url}reference/getVariablesCage/#${anchor}`);
    await page.locator(`[id="${anchor}"]`).waitFor({ state: "visible" });
  });

  test("each value of include says what it adds", async () => {
    const row = page.locator('[id="include.author"]');
    expect(await row.innerText()).toContain("data.relationships.author");
  });
});
