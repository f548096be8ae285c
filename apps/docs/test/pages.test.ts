import { readdir, readFile } from "node:fs/promises";
import { join, posix } from "node:path";
import { contractFile, loadContract } from "@workflow-api/contract";
import { type Browser, launchBrowser } from "@workflow-api/workspace/browser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningSite, startSite } from "../src/serve.ts";
import { builtSite, findingsOn, openPage, root, troublesOf, weighVisit } from "./support.ts";

const folder = builtSite();
const files = await readdir(folder, { recursive: true });
const pages = files.filter((file) => file.endsWith(".html"));
const read = (file: string): Promise<string> => readFile(join(folder, file), "utf8");
const contract = loadContract();

const idsOf = (html: string): string[] =>
  [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = ""]) => id);
const repeated = (ids: readonly string[]): string[] =>
  ids.filter((id, index) => ids.indexOf(id) !== index);
const linksOf = (html: string): string[] =>
  [...html.matchAll(/<(?:a|link|script)\b[^>]*?\s(?:href|src)="([^"]*)"/g)]
    .map(([, link = ""]) => link)
    .filter((link) => !/^[a-z]+:/.test(link));

/** Whether a link of this site leads to a file, and to a place on it. */
function isThere(texts: ReadonlyMap<string, string>, page: string, link: string): boolean {
  const [path = "", anchor = ""] = link.split("#");
  const below = path.startsWith("/") ? path.slice(1) : posix.join(posix.dirname(page), path);
  const target = path === "" ? page : below.replace(/(^|\/)$/, "$1index.html");
  const found = target.endsWith(".html")
    ? texts.get(target)
    : files.includes(target)
      ? ""
      : undefined;
  return (
    found !== undefined && (anchor === "" || idsOf(found).includes(decodeURIComponent(anchor)))
  );
}

describe("every page", () => {
  it("leads nowhere that is not there, and has each id once", async () => {
    const texts = new Map(
      await Promise.all(pages.map(async (page) => [page, await read(page)] as const)),
    );
    const dead = [...texts].flatMap(([page, html]) => [
      ...repeated(idsOf(html)).map((id) => `${page}: ${id} stands twice`),
      ...linksOf(html)
        .filter((link) => !isThere(texts, page, link))
        .map((link) => `${page} -> ${link}`),
    ]);
    expect(dead).toEqual([]);
  });

  it("has a strict policy", async () => {
    for (const page of pages) {
      const [, policy = ""] =
        /<meta http-equiv="content-security-policy" content="([^"]*)"/i.exec(await read(page)) ??
        [];
      expect(policy, page).toContain("default-src 'none'");
      expect(policy, page).not.toContain("unsafe-inline");
    }
  });

  it("has a twin in Markdown; that of a guide is its source, byte for byte", async () => {
    const source = await readFile(join(root, "src/content/docs/guides/errors.md"), "utf8");
    expect(await read("guides/errors/index.md")).toContain(
      source.split("---\n").slice(2).join("---\n").trim(),
    );
    for (const page of pages.filter((each) => each !== "404.html"))
      expect(files, page).toContain(page.replace(/html$/, "md"));
  });

  it("says nothing of the contract that the contract does not, in what it offers to download", async () => {
    expect(await read("openapi.yaml")).toBe(await readFile(contractFile(), "utf8"));
    expect(JSON.parse(await read("openapi.json"))).toEqual(contract.document);
    const index = await read("llms.txt");
    for (const { method, path } of contract.operations)
      expect(index).toContain(`${method} ${path}`);
  });
});

describe("in a browser", () => {
  let browser: Browser;
  let site: RunningSite;

  beforeAll(async () => {
    browser = await launchBrowser();
    site = await startSite({ folder });
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
  });

  // One of each template: the landing page, an operation, a guide, a page that is written from the
  // contract.
  const templates = [
    "",
    `reference/${contract.operations[1]?.operationId}/`,
    "guides/errors/",
    "gaps/",
  ];

  it.each(templates)(
    "page /%s has no finding of axe, of the policy or of the console",
    async (path) => {
      const watched = await openPage(browser, site.url + path, { colorScheme: "light" });
      expect(await findingsOn(watched.page)).toEqual([]);
      await watched.page.setViewportSize({ width: 390, height: 844 });
      await watched.page.emulateMedia({ colorScheme: "dark" });
      expect(await findingsOn(watched.page)).toEqual([]);
      expect(troublesOf(watched)).toEqual([]);
      await watched.close();
    },
  );

  it("weighs at most 80 kB compressed on a first visit, with its fonts, and stays where it is drawn", async () => {
    const watched = await openPage(browser, "about:blank");
    const weight = await weighVisit(
      watched,
      `${site.url}reference/${contract.operations[0]?.operationId}/`,
    );
    expect(weight).toBeGreaterThan(30_000);
    expect(weight).toBeLessThan(80_000);
    const shift = await watched.page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const sum = (entries: readonly { value?: number }[]): number =>
            entries.reduce((all, { value = 0 }) => all + value, 0);
          new PerformanceObserver((list) =>
            resolve(sum(list.getEntries() as { value?: number }[])),
          ).observe({
            type: "layout-shift",
            buffered: true,
          });
          requestAnimationFrame(() => setTimeout(() => resolve(0)));
        }),
    );
    expect(shift).toBeLessThan(0.02);
    await watched.close();
  });

  it("finds a field and a status by search, under titles that a person would write", async () => {
    const watched = await openPage(browser, site.url);
    const { page } = watched;
    await page.keyboard.press("Control+k");
    const input = page.locator("site-search input");
    await input.fill("value_reference");
    const titles = page.locator(".pagefind-ui__result-link");
    await expect
      .poll(() => titles.allInnerTexts())
      .toContain("Field value_reference of the 200 of Get info about a variable cage");
    await input.fill("401");
    await expect
      .poll(async () => (await titles.allInnerTexts()).join())
      .toContain("401 Unauthorized");
    expect(await findingsOn(page)).toEqual([]);
    expect(troublesOf(watched)).toEqual([]);
    await watched.close();
  });

  it("filters what is not known by operation and by words", async () => {
    const watched = await openPage(browser, `${site.url}gaps/`);
    const rows = watched.page.locator("tbody tr:visible");
    const about = (name: string): number =>
      contract.gaps.filter(({ operations }) => operations.includes(name)).length;
    expect(await rows.count()).toBe(contract.gaps.length);
    await watched.page.getByLabel("Operation").selectOption("Reset a smart contract instance");
    expect(await rows.count()).toBe(about("resetSmartContractInstance"));
    await watched.page.getByLabel("Words").fill("query parameters");
    expect(await rows.allInnerTexts()).toEqual([
      expect.stringContaining("Whether the reset has query"),
    ]);
    await watched.close();
  });

  it("opens what a field is folded in when its address is visited", async () => {
    const watched = await openPage(browser, site.url);
    const id = "response-200-data-relationships-client-data-attributes-name";
    await watched.page.goto(`${site.url}reference/getVariablesCage/#${id}`);
    await expect.poll(() => watched.page.locator(`[id="${id}"]`).isVisible()).toBe(true);
    await watched.close();
  });

  it("opens an error whose address is visited, and marks it in the contents", async () => {
    const watched = await openPage(browser, `${site.url}reference/getVariablesCage/#response-401`, {
      viewport: { width: 1920, height: 900 },
    });
    await expect
      .poll(() => watched.page.locator(".error[open] #response-401-code").isVisible())
      .toBe(true);
    const marked = watched.page.locator('starlight-toc [aria-current="true"]');
    await expect.poll(() => marked.innerText()).toBe("401 Unauthorized");
    await watched.close();
  });

  it("says the address of the mock that it is served with, everywhere", async () => {
    const other = await startSite({ folder, mockUrl: "http://127.0.0.1:4999" });
    for (const path of [
      "guides/quick-start/",
      "reference/getVariablesCage/",
      "reference/getVariablesCage/index.md",
    ]) {
      const text = await (await fetch(other.url + path)).text();
      expect(text).toContain("http://127.0.0.1:4999");
      expect(text).not.toContain("http://127.0.0.1:4010");
    }
    await other.close();
  });
});
