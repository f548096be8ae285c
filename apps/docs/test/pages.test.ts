import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { contractFile, loadContract } from "@workflow-api/contract";
import { type Browser, launchBrowser } from "@workflow-api/workspace/browser";
import type { Root } from "hast";
import { fromHtml } from "hast-util-from-html";
import { selectAll } from "hast-util-select";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { unknownIn } from "../src/finish/policy.ts";
import { schemaNames } from "../src/model/types.ts";
import { type PackedEntry, unpackEntries } from "../src/search/entries.ts";
import { type RunningSite, startSite } from "../src/serve.ts";
import { builtSite, findingsOn, needed, openPage, troublesOf } from "./support.ts";

const folder = builtSite();
const files = await readdir(folder, { recursive: true });
const pages = files.filter((file) => file.endsWith(".html"));
const read = (file: string): Promise<string> => readFile(join(folder, file), "utf8");
const contract = loadContract();
const [first, second] = contract.operations;
const operation = `reference/${second?.operationId}/`;

/** The values of an attribute on a page. */
const valuesOf = (page: Root, name: string): string[] =>
  selectAll(`[${name}]`, page).map(({ properties }) => String(properties[name]));

/** Whether a link of a page leads to a file, and its fragment to an element. */
function isThere(ids: ReadonlyMap<string, string[]>, page: string, link: string): boolean {
  const { pathname, hash } = new URL(link, `http://site/${page}`);
  const target = pathname.slice(1).replace(/(^|\/)$/, "$1index.html");
  const fragment = decodeURIComponent(hash.slice(1));
  return (
    files.includes(target) && (fragment === "" || ids.get(target)?.includes(fragment) === true)
  );
}

describe("every page", () => {
  it("has a policy first, no dead link and no duplicate id", async () => {
    const trees = new Map<string, Root>();
    for (const page of pages) {
      const html = await read(page);
      expect(html, page).toContain('<head><meta http-equiv="content-security-policy"');
      trees.set(page, fromHtml(html));
    }
    const ids = new Map([...trees].map(([page, tree]) => [page, valuesOf(tree, "id")]));
    for (const [page, tree] of trees) {
      expect(new Set(ids.get(page)).size, page).toBe(ids.get(page)?.length);
      const links = [...valuesOf(tree, "href"), ...valuesOf(tree, "src")];
      const inSite = links.filter((link) => !/^[a-z]+:/.test(link));
      expect(inSite.filter((link) => !isThere(ids, page, link))).toEqual([]);
    }
  });

  it.each([
    "<script>alert(1)</script>",
    "<style>a { color: red }</style>",
    '<p style="color: red">',
    '<img src="x" onerror="alert(1)">',
    '<a href="javascript:alert(1)">',
    '<iframe src="/">',
  ])("cannot be built with %s", (html) => {
    expect(unknownIn(html)).toHaveLength(1);
  });

  it("has a Markdown twin, and together they hold every text of the contract", async () => {
    for (const page of pages.filter((each) => each !== "404.html"))
      expect(await read("llms.txt")).toContain(`/${page.replace(/html$/, "md")}`);
    const { method, operationId } = needed(contract.operations.find(({ path }) => /\{/.test(path)));
    const twin = await read(`reference/${operationId}/index.md`);
    for (const part of [method, "\n### Path\n", "\n```sh", "\n```py"]) expect(twin).toContain(part);
    // Markdown has URLs in angle brackets.
    const plain = (text: string): string => text.replace(/[<>]/g, "").replace(/[`\\\s]+/g, " ");
    const all = plain(await read("llms-full.txt"));
    JSON.stringify(contract.document, (key, value: unknown) => {
      if (key === "value") return undefined;
      if (typeof value === "string" && /^(description|summary|title|until_known)$/.test(key))
        expect(all).toContain(plain(value).trim());
      return value;
    });
  });

  it("is beside the contract as it is", async () => {
    expect(await read("openapi.yaml")).toBe(await readFile(contractFile(), "utf8"));
    expect(JSON.parse(await read("openapi.json"))).toEqual(contract.document);
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

  const appearances = {
    "light and wide": { colorScheme: "light", viewport: { width: 1280, height: 800 } },
    "dark and small": { colorScheme: "dark", viewport: { width: 390, height: 844 } },
    "in forced colors": { forcedColors: "active", viewport: { width: 768, height: 844 } },
  };
  // One of each template, in one appearance. Nightly, all pages in each.
  const templates = [
    ["", "dark and small"],
    [operation, "light and wide"],
    ["guides/client/", "dark and small"],
    ["questions/", "light and wide"],
  ] as const;
  const built = templates.filter(([path]) => files.includes(`${path}index.html`));
  const names = ["light and wide", "dark and small", "in forced colors"] as const;
  const all = pages.flatMap((page) => names.map((name) => [page, name] as const));
  it.each(process.env["THOROUGH"] === "1" ? all : built)(
    "page /%s has no finding of axe, the policy or the console: %s",
    async (path, name) => {
      const watched = await openPage(browser, site.url + path, appearances[name]);
      expect(await findingsOn(watched.page)).toEqual([]);
      expect(troublesOf(watched)).toEqual([]);
      const heights = await watched.page
        .locator("main :is(button, summary):visible")
        .evaluateAll((found) => found.map((each) => each.getBoundingClientRect().height));
      // A finger needs that.
      const least = name === "dark and small" ? 44 : 0;
      expect(Math.min(...heights)).toBeGreaterThanOrEqual(least);
      await watched.close();
    },
  );

  it("finds first what is called so, and no title twice", async () => {
    const watched = await openPage(browser, site.url);
    const { page } = watched;
    await page.keyboard.press("Control+k");
    const results = page.locator(".search li a");
    const { operationId, method, path, summary } = needed(first);
    const [schema = ""] = schemaNames(contract);
    const [name] = contract.shape(`/components/schemas/${schema}`).names;
    const fieldOf =
      name === undefined
        ? []
        : ([
            [schema, `schemas/${schema}/`],
            [`${schema}.${name}`, `schemas/${schema}/#value.${name}`],
          ] as const);
    const word = needed(summary.split(" ").find((each) => each.length > 4));
    for (const [words, target] of [
      [`${method} ${path}`, `reference/${operationId}/`],
      [`${word.slice(0, -1)}q`, "reference/"],
      [needed(second).operationId.replace(/[A-Z]/g, " $&"), operation],
      ...fieldOf,
      ["401", "authentication-and-errors/#"],
      ["python", "reference/"],
    ] as const) {
      await page.locator(".search input").fill(words);
      await expect.poll(() => results.first().getAttribute("href")).toContain(target);
    }
    const packed: PackedEntry[] = JSON.parse(await read("search.json"));
    const titles = unpackEntries(packed).map(({ title }) => title);
    expect(titles.length).toBeGreaterThan(20);
    expect(new Set(titles).size).toBe(titles.length);
    await page.keyboard.press("ArrowUp");
    expect(await results.last().evaluate((link) => link === document.activeElement)).toBe(true);
    expect(await findingsOn(page)).toEqual([]);
    await watched.close();
  });

  it("has the first call and the open questions in sight on a laptop", async () => {
    const watched = await openPage(browser, site.url, { viewport: { width: 1280, height: 800 } });
    const main = watched.page.locator("main");
    for (const part of [
      main.getByRole("button", { name: "Try it" }),
      ...(contract.openQuestions.length === 0
        ? []
        : [main.getByRole("link", { name: `${contract.openQuestions.length} open questions` })]),
      main.locator(".details").getByText(needed(first).summary),
    ]) {
      const box = await part.first().boundingBox();
      expect(box && box.y + box.height).toBeLessThan(800);
    }
    await watched.close();
  });

  it("is complete without scripts", async () => {
    const watched = await openPage(browser, site.url + operation, { javaScriptEnabled: false });
    const text = await watched.page.locator("main").innerText();
    for (const part of ["curl", ...needed(second).responses.map(({ code }) => code)])
      expect(text).toContain(part);
    expect(await watched.page.locator("button:visible").count()).toBe(0);
    await watched.close();
  });

  it.each([
    ["guides/client?x=1", 301, "location", "/guides/client/?x=1"],
    ["nothing-here", 404, "content-security-policy", "frame-ancestors 'none'"],
    ["", 200, "content-encoding", "gzip"],
    ["", 200, "cache-control", "no-cache"],
    ["..%2f..%2fpackage.json", 404, "content-type", "text/html"],
    ["build.json", 200, "etag", 'W/"'],
  ])("answers /%s with %d, and %s: %s", async (path, status, header, value) => {
    const response = await fetch(site.url + path, { redirect: "manual" });
    expect(response.status).toBe(status);
    expect(response.headers.get(header)).toContain(value);
  });

  it("validates, sends ranges, and has no other methods", async () => {
    // Without it, fetch would ask for no cached response.
    const unchanged = { "cache-control": "max-age=0" };
    const shown = await startSite({ folder, mockUrl: "http://127.0.0.1:4999" });
    for (const url of [`${site.url}openapi.yaml`, site.url, shown.url]) {
      const response = await fetch(url);
      const etag = response.headers.get("etag") ?? "";
      expect((await fetch(url, { headers: { ...unchanged, "if-none-match": etag } })).status).toBe(
        304,
      );
      expect((await fetch(url, { method: "HEAD" })).headers.get("etag")).toBe(etag);
      expect((await fetch(url, { method: "POST" })).headers.get("allow")).toBe("GET, HEAD");
    }
    const part = await fetch(`${site.url}openapi.yaml`, { headers: { range: "bytes=-5" } });
    expect([part.status, await part.text()]).toEqual([206, (await read("openapi.yaml")).slice(-5)]);
    expect(await (await fetch(shown.url)).text()).not.toContain("4010");
    expect((await fetch(`${shown.url}nothing-here`)).status).toBe(404);
    await shown.close();
  });
});
