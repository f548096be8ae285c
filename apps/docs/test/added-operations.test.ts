import { rm } from "node:fs/promises";
import { openWatchedPage } from "@workflow-api/browser";
import { loadContract } from "@workflow-api/contract";
import { withOperations } from "@workflow-api/openapi/fixtures";
import { afterAll, describe, expect, test } from "vitest";
import { deadLinks } from "./audit.ts";
import { copyContract } from "./contract-copy.ts";
import { fixture } from "./fixture.ts";
import { isWhole } from "./is-whole.ts";
import { open, seenText } from "./opened.ts";
import { pagesOf } from "./pages-of.ts";
import { showsOperations } from "./shows-operations.ts";
import { siteBelow, temporaryFolder } from "./site.ts";

const folder = await temporaryFolder();
const more = await fixture();
const file = await copyContract(folder, (text, isRoot) => (isRoot ? withOperations(text, more) : text));
const contract = await loadContract(file);
// Nothing of its pages may depend on where the site stands.
const opened = open(() => siteBelow("/docs/", file, { DOCS_SITE: "https://api.example" }));

afterAll(() => rm(folder, { recursive: true }));

describe("the reference of the contract with further operations", () => {
  showsOperations(contract, opened);
  isWhole(opened);
});

describe("shapes that the contract itself does not have", () => {
  const text = (id: string): Promise<string> => seenText(opened().page.locator(`[id="${id}"]`));

  test("a request body shows its fields, a nullable one, and its alternatives", async () => {
    const { page, site } = opened();
    await page.goto(`${site.url}reference/replaceLabel/`);
    expect(await text("request.colour")).toContain('One of "red" "green" "blue"');
    expect(await text("request.note")).toContain("string or null");
    expect(await text("request.target")).toContain("Exactly one of");
    expect(await text("request.target.~oneOf-2.member_count")).toContain("integer required");
  });

  test("allOf is one list of fields", async () => {
    const { page } = opened();
    expect(await text("response.200.name")).toContain("string required");
    expect(await text("response.200.number")).toContain("integer required");
    expect(await page.locator('[data-keyword="allOf"]').count()).toBe(0);
  });

  test("response headers have rows, and an answer without a body says so", async () => {
    const { page, site } = opened();
    expect(await text("response.200.header.X-Revision")).toContain("At least 1");
    await page.goto(`${site.url}reference/removeLabel/`);
    expect(await seenText(page.locator('section:has([id="response-204"])'))).toContain("No body.");
  });

  test("an operation without security says so", async () => {
    const { page, site } = opened();
    await page.goto(`${site.url}reference/listLabels/`);
    expect(await page.locator(".ways").innerText()).toBe("This operation needs no credentials.");
    expect(await text("parameter.query.colours")).toContain("Sent as colours=red,green");
    expect(await text("parameter.query.page_size")).toContain("If left out 20");
  });
});

describe("a site below a path of some other host", () => {
  test("has all pages there, and a search that leads to them", async () => {
    const { browser, site } = opened();
    const paths = await pagesOf(site.url);
    expect(paths).toEqual(
      expect.arrayContaining(["reference/getVariablesCage/", "guides/mock/", "contract/"]),
    );
    expect(await deadLinks(site.url, paths)).toEqual([]);
    const { page, consoleProblems, pageErrors, close } = await openWatchedPage(browser);
    await page.goto(site.url);
    await page.keyboard.press("Control+k");
    await page.getByRole("searchbox", { name: "Search" }).fill("is_simulation");
    await page.locator(".search-results a").first().click();
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(page.url()).toContain("/docs/reference/");
    expect([...consoleProblems, ...pageErrors]).toEqual([]);
    await close();
  });

  test("has a sitemap of all its pages, if its address is known", async () => {
    const { url } = opened().site;
    const index = await (await fetch(`${url}sitemap-index.xml`)).text();
    expect(index).toContain("<loc>https://api.example/docs/sitemap-0.xml</loc>");
    const sitemap = await (await fetch(`${url}sitemap-0.xml`)).text();
    const listed = [...sitemap.matchAll(/<loc>https:\/\/api\.example\/docs\/([^<]*)<\/loc>/g)];
    const paths = (await pagesOf(url)).filter((path) => path !== "404.html");
    expect(listed.map(([, path]) => path).toSorted()).toEqual(paths.toSorted());
  });

  test("names addresses below the path in llms.txt", async () => {
    const { url } = opened().site;
    const index = await (await fetch(`${url}llms.txt`)).text();
    for (const [, address = ""] of index.matchAll(/\]\(([^)]+)\)/g)) {
      expect(address).toMatch(/^\/docs\//);
      expect((await fetch(new URL(address, url))).status).toBe(200);
    }
  });
});
