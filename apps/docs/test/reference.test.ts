import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { launchBrowser, openWatchedPage, type Page } from "@workflow-api/browser";
import {
  contractFile,
  loadContract,
  type Operation,
  parameterKey,
  type Scenario,
} from "@workflow-api/contract";
import { withOperations } from "@workflow-api/openapi/fixtures";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Running, startSite } from "../src/server/start-site.ts";
import { auditPages, deadLinks, looks, repeatedIds } from "./audit.ts";
import { fixture } from "./fixture.ts";
import { pagesOf } from "./pages-of.ts";
import { buildSite, temporaryFolder } from "./site.ts";

const folder = await temporaryFolder();
const extended = withOperations(await readFile(contractFile(), "utf8"), await fixture());
await writeFile(join(folder, "openapi.yaml"), extended);

let browser: Awaited<ReturnType<typeof launchBrowser>>;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  ({ page } = await openWatchedPage(browser));
});

afterAll(async () => {
  await browser?.close();
  await rm(folder, { recursive: true });
});

describe.each([
  { of: "the contract", contract: await loadContract() },
  { of: "the contract with further operations", contract: await loadContract(join(folder, "openapi.yaml")) },
])("the reference of $of", ({ contract }) => {
  let site: Running;

  beforeAll(async () => {
    const isPackaged = contract.file === contractFile();
    if (!isPackaged) {
      await buildSite(extended, folder);
    }
    site = await startSite({
      port: 0,
      host: "127.0.0.1",
      ...(isPackaged ? {} : { folder: join(folder, "dist") }),
    });
  }, 120_000);

  afterAll(() => site?.close());

  test("is called what the contract is called", async () => {
    await page.goto(`${site.url}gaps/`);
    expect(await page.title()).toBe(`What is not known | ${contract.info.title}`);
    await page.goto(site.url);
    expect(await page.title()).toBe(contract.info.title);
  });

  test("is reached from the navigation of every page", async () => {
    await page.goto(`${site.url}gaps/`);
    const links = await page
      .locator("nav.sidebar a")
      .evaluateAll((all) => all.map((link) => link.getAttribute("href")));
    expect(links).toEqual(
      expect.arrayContaining(contract.operations.map(({ operationId }) => `/reference/${operationId}/`)),
    );
  });

  test("has no dead link, no id twice, and nothing that axe finds", { timeout: 120_000 }, async () => {
    const paths = (await pagesOf(site.url)).filter((path) => path.startsWith("reference/"));
    expect(await deadLinks(site.url, paths)).toEqual([]);
    expect(await repeatedIds(site.url, paths)).toEqual([]);
    for (const { options } of looks.slice(1)) {
      expect(await auditPages(browser, site.url, paths, options)).toEqual([]);
    }
  });

  describe.each(contract.operations)("the page of $operationId", (operation) => {
    beforeAll(async () => {
      await page.goto(`${site.url}reference/${operation.operationId}/`);
    });

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
        const shown = (await scenario.locator(".answer pre").allTextContents()).map((text) =>
          JSON.parse(text),
        );
        expect(shown).toEqual(response === undefined ? [] : [response]);
        expect(await scenario.locator(".request code.language-bash").first().textContent()).toMatch(/^curl /);
        const listed = values.size === 0 ? "" : await scenario.locator(".values").textContent();
        for (const text of sentTexts(operation, values)) {
          expect(listed).toContain(text);
        }
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
});

/** The values of the parameters of a scenario, as the pages write them. */
function sentTexts({ parameters }: Operation, values: Scenario["values"]): string[] {
  const sent = parameters.map((parameter) => values.get(parameterKey(parameter)));
  return sent
    .filter((value) => value !== undefined)
    .map((value) => (typeof value === "string" ? value : JSON.stringify(value)));
}

describe("shapes that the contract itself does not have", () => {
  let site: Running;

  beforeAll(async () => {
    site = await startSite({ port: 0, host: "127.0.0.1", folder: join(folder, "dist") });
  });

  afterAll(() => site?.close());

  const text = async (id: string): Promise<string> =>
    (await page.locator(`[id="${id}"]`).innerText()).replaceAll(/\s+/g, " ");

  test("a request body shows its fields, a nullable one, and its alternatives", async () => {
    await page.goto(`${site.url}reference/replaceLabel/`);
    expect(await text("request.colour")).toContain('One of "red" "green" "blue"');
    expect(await text("request.note")).toContain("string or null");
    expect(await text("request.target")).toContain("Exactly one of");
    expect(await text("request.target.~oneOf-2.member_count")).toContain("integer required");
  });

  test("allOf is one list of fields", async () => {
    expect(await text("response.200.name")).toContain("string required");
    expect(await text("response.200.number")).toContain("integer required");
    expect(await page.locator('[data-keyword="allOf"]').count()).toBe(0);
  });

  test("response headers have rows, and an answer without a body says so", async () => {
    expect(await text("response.200.header.X-Revision")).toContain("At least 1");
    await page.goto(`${site.url}reference/removeLabel/`);
    expect(await page.locator('section:has([id="response-204"])').innerText()).toContain("No body.");
  });

  test("an operation without security says so", async () => {
    await page.goto(`${site.url}reference/listLabels/`);
    expect(await page.locator(".ways").innerText()).toBe("This operation needs no credentials.");
    expect(await text("parameter.query.colours")).toContain("Sent as colours=red,green");
    expect(await text("parameter.query.page_size")).toContain("If left out 20");
  });
});
