import { STATUS_CODES } from "node:http";
import { type Contract, type Operation, parameterKey, type Scenario } from "@workflow-api/contract";
import { beforeAll, describe, expect, test } from "vitest";
import { fileNamePart } from "../src/samples/file-name.ts";
import { anchorPart, scenarioAnchor } from "../src/view/anchor.ts";
import { parameterAnchor } from "../src/view/operation-view.ts";
import type { Opened } from "./opened.ts";
import { expectedValues, wrongValues } from "./shown-values.ts";

/** Tests that a site shows the operations of a contract, whatever they are. */
export function showsOperations(contract: Contract, opened: () => Opened): void {
  test("is called what the contract is called", async () => {
    const { page, site } = opened();
    await page.goto(`${site.url}gaps/`);
    expect(await page.title()).toBe(`What is not known | ${contract.info.title}`);
    await page.goto(site.url);
    expect(await page.title()).toBe(contract.info.title);
  });

  test("tells in the navigation what is deprecated", async () => {
    const { page, site } = opened();
    await page.goto(site.url);
    for (const { operationId, deprecated } of contract.operations) {
      const link = page.locator(`nav.sidebar a[href$="/${pageOf(operationId)}"]`);
      expect((await link.textContent())?.includes("(deprecated)")).toBe(deprecated);
    }
  });

  test("is reached from the navigation of every page", async () => {
    const { page, site } = opened();
    await page.goto(`${site.url}gaps/`);
    const base = new URL(site.url).pathname;
    const links = await page
      .locator("nav.sidebar a")
      .evaluateAll((all) => all.map((link) => link.getAttribute("href")));
    expect(links).toEqual(
      expect.arrayContaining(contract.operations.map(({ operationId }) => base + pageOf(operationId))),
    );
  });

  describe.each(contract.operations)("the page of $operationId", (operation) => {
    beforeAll(async () => {
      const { page, site } = opened();
      await page.goto(site.url + pageOf(operation.operationId));
    });

    test("shows its method and its path", async () => {
      const { page } = opened();
      expect(await page.locator(".endpoint .method").textContent()).toBe(operation.method);
      expect(await page.locator(".endpoint .path").textContent()).toContain(operation.path);
    });

    test("shows each parameter with its type, presence and meaning", async () => {
      const { page } = opened();
      for (const parameter of operation.parameters) {
        const row = page.locator(`[id="${parameterAnchor(parameter)}"]`);
        expect(await row.locator(".field-name").first().textContent()).toBe(parameter.name);
        expect(await row.locator("> .field-head .required").count()).toBe(parameter.required ? 1 : 0);
        expect(await row.textContent()).toContain(parameter.description.trim().split(/[\s`]/, 3).join(" "));
      }
    });

    test("shows the allowed values of each field, and no others", async () => {
      const { page } = opened();
      expect(await wrongValues(page, expectedValues(contract, operation))).toEqual([]);
    });

    test("shows each response and each of its headers", async () => {
      const { page } = opened();
      for (const { status, headers } of operation.responses) {
        const heading = await page.locator(`[id="response-${status}"]`).textContent();
        expect(heading).toBe(`${status} ${STATUS_CODES[status] ?? ""}`.trim());
        for (const { name } of headers) {
          expect(await page.locator(`[id="response.${status}.header.${anchorPart(name)}"]`).count()).toBe(1);
        }
      }
    });

    test("shows each scenario: its values, its answer, and a curl that sends them", async () => {
      const { page } = opened();
      for (const { name, values, status, response } of operation.scenarios) {
        const scenario = page.locator(`[id="${scenarioAnchor(name)}"]`);
        expect(await scenario.locator(".answer .status").textContent()).toBe(String(status));
        const shown = await scenario.locator(".answer pre").allTextContents();
        expect(shown.map((text) => readAs(response, text))).toEqual(response === undefined ? [] : [response]);
        expect(await scenario.locator(".request code.language-bash").first().textContent()).toMatch(/^curl /);
        const listed = values.size === 0 ? "" : await scenario.locator(".values").textContent();
        for (const text of sentTexts(operation, values)) {
          expect(listed).toContain(text);
        }
      }
    });

    test("tells which credentials go together and which are alternatives", async () => {
      const { page } = opened();
      const ways = page.locator(".ways").first();
      expect(await ways.locator(".way").count()).toBe(operation.security.length);
      expect(await ways.locator(".or").count()).toBe(Math.max(0, operation.security.length - 1));
      const ands = operation.security.reduce((sum, way) => sum + Math.max(0, way.length - 1), 0);
      expect(await ways.locator(".and").count()).toBe(ands);
    });
  });
}

/** The path of an operation's page: an operationId may be any text. */
function pageOf(operationId: string): string {
  return `reference/${fileNamePart(operationId)}/`;
}

/** What a page shows of a body, which is JSON unless the body is text. */
function readAs(body: unknown, shown: string): unknown {
  if (typeof body !== "string") {
    return JSON.parse(shown);
  }
  // Nobody sees where the last line of a text ends.
  return body.endsWith("\n") ? `${shown}\n` : shown;
}

/** The values of the parameters of a scenario, as the pages write them. */
function sentTexts({ parameters }: Operation, values: Scenario["values"]): string[] {
  const sent = parameters.map((parameter) => values.get(parameterKey(parameter)));
  return sent
    .filter((value) => value !== undefined)
    .map((value) => (typeof value === "string" ? value : JSON.stringify(value)));
}
