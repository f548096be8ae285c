import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { contractFile, loadContract } from "@workflow-api/contract";
import { type Browser, launchBrowser } from "@workflow-api/workspace/browser";
import type { Root } from "hast";
import { fromHtml } from "hast-util-from-html";
import { selectAll } from "hast-util-select";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { unknownIn } from "../src/finish/policy.ts";
import { type RunningSite, startSite } from "../src/serve.ts";
import { builtSite, findingsOn, needed, openPage, troublesOf } from "./support.ts";

const folder = builtSite();
const files = await readdir(folder, { recursive: true });
const pages = files.filter((file) => file.endsWith(".html"));
const read = (file: string): Promise<string> => readFile(join(folder, file), "utf8");
const contract = loadContract();

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
      const dead = inSite.filter((link) => !isThere(ids, page, link));
      expect(dead, page).toEqual([]);
    }
  });

  it("cannot be built with a script, a style, a handler or a link that the policy omits", () => {
    for (const html of [
      "<script>alert(1)</script>",
      "<style>a { color: red }</style>",
      '<p style="color: red">',
      '<img src="x" onerror="alert(1)">',
      '<a href="javascript:alert(1)">',
      '<iframe src="/">',
    ])
      expect(unknownIn(fromHtml(html)), html).toHaveLength(1);
    expect(unknownIn(fromHtml('<script src="/a.js"></script><a href="../b/">b</a>'))).toEqual([]);
  });

  it("has a Markdown twin, and together they hold every text of the contract", async () => {
    for (const page of pages.filter((each) => each !== "404.html"))
      expect(files, page).toContain(page.replace(/html$/, "md"));
    const [operation] = contract.operations;
    const twin = await read(`reference/${operation?.operationId}/index.md`);
    for (const part of [operation?.method, "\n### Path\n", "\n```sh", "\n```py"])
      expect(twin).toContain(part);
    const texts: string[] = [];
    const visit = (value: unknown, key: string): void => {
      const isText = /^(description|summary|title|unknown|until_known)$/.test(key);
      if (typeof value === "string" && isText) texts.push(value);
      else if (typeof value === "object" && value !== null && key !== "value")
        for (const [name, member] of Object.entries(value)) visit(member, name);
    };
    visit(contract.document, "");
    // Markdown has URLs in angle brackets.
    const plain = (text: string): string => text.replace(/[<>]/g, "").replace(/[`\\\s]+/g, " ");
    const all = plain(await read("llms-full.txt"));
    expect(texts.filter((text) => !all.includes(plain(text).trim()))).toEqual([]);
  });

  it("offers the contract as it is, and lists its operations for machines", async () => {
    expect(await read("openapi.yaml")).toBe(await readFile(contractFile(), "utf8"));
    expect(JSON.parse(await read("openapi.json"))).toEqual(contract.document);
    for (const { method, path } of contract.operations)
      expect(await read("llms.txt")).toContain(`${method} ${path}`);
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

  const operation = `reference/${contract.operations[1]?.operationId}/`;

  // One of each template. Nightly, all pages.
  it.each(["", operation, "guides/client/", "questions/"])(
    "page /%s has no finding of axe, the policy or the console",
    async (path) => {
      const watched = await openPage(browser, site.url + path, { colorScheme: "light" });
      expect(await findingsOn(watched.page)).toEqual([]);
      await watched.page.setViewportSize({ width: 390, height: 844 });
      await watched.page.emulateMedia({ colorScheme: "dark" });
      expect(await findingsOn(watched.page)).toEqual([]);
      expect(troublesOf(watched)).toEqual([]);
      const heights = await watched.page
        .locator("main :is(button, summary):visible")
        .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height));
      expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
      await watched.close();
    },
  );

  it("does not shift while it loads", async () => {
    const watched = await openPage(browser, "about:blank");
    await watched.page.addInitScript(`
      globalThis.shift = 0;
      new PerformanceObserver((list) => {
        for (const { value } of list.getEntries()) globalThis.shift += value;
      }).observe({ type: "layout-shift", buffered: true });`);
    await watched.page.goto(site.url + operation, { waitUntil: "networkidle" });
    expect(await watched.page.evaluate("shift")).toBeLessThan(0.02);
    await watched.close();
  });

  it("finds first what is called so, and no title twice", async () => {
    const watched = await openPage(browser, site.url);
    const { page } = watched;
    await page.keyboard.press("Control+k");
    const input = page.locator(".search input");
    const first = page.locator(".search li a").first();
    const [{ operationId, method, path, summary }] = [needed(contract.operations[0])];
    const include = needed(contract.operations.flatMap(({ includes }) => includes)[0]);
    const word = needed(summary.split(" ").find((each) => each.length > 4));
    for (const [words, target] of [
      [`${method} ${path}`, `reference/${operationId}/`],
      [`${word}${word.at(-1)}`, "reference/"],
      [include.adds.slice(1).replaceAll("/", "."), "#response-200.data"],
      ["401", "authentication-and-errors/#checklist-for-a-401"],
      ["python", "#call"],
    ] as const) {
      await input.fill(words);
      await expect.poll(() => first.getAttribute("href"), { message: words }).toContain(target);
    }
    const { storedFields }: { storedFields: Record<string, { title: string }> } = JSON.parse(
      await read("search.json"),
    );
    const titles = Object.values(storedFields).map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
    expect(titles).toContain(`Samples of ${summary}`);
    await page.keyboard.press("ArrowUp");
    const last = page.locator(".search li a").last();
    expect(await last.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await findingsOn(page)).toEqual([]);
    await watched.close();
  });

  it("has the first call, the operations and the open questions in sight on a laptop", async () => {
    const watched = await openPage(browser, site.url, { viewport: { width: 1280, height: 800 } });
    const main = watched.page.locator("main");
    for (const part of [
      main.getByRole("button", { name: "Try it" }),
      main.getByRole("link", { name: `${contract.openQuestions.length} open questions` }),
      ...contract.operations
        .slice(0, 2)
        .map(({ summary }) => main.locator(".details").getByText(summary)),
    ]) {
      const box = await part.first().boundingBox();
      // A longer text of the contract takes a line more.
      expect(box && box.y + box.height).toBeLessThan(850);
    }
    await watched.close();
  });

  it("is complete without scripts", async () => {
    const watched = await openPage(browser, site.url + operation, { javaScriptEnabled: false });
    const text = await watched.page.locator("main").innerText();
    const titles = contract.operations[1]?.responses.map(({ code }) => code) ?? [];
    for (const part of ["curl", ...titles]) expect(text).toContain(part);
    expect(await watched.page.locator("button:visible").count()).toBe(0);
    await watched.close();
  });

  it("shows the field or response whose URL is visited", async () => {
    const watched = await openPage(browser, site.url);
    const html = fromHtml(await read(`${operation}index.html`));
    const ids = valuesOf(html, "id").filter((id) => id.startsWith("response-"));
    const deepest = needed(ids.toSorted((before, after) => after.length - before.length)[0]);
    await watched.page.goto(`${site.url + operation}#${deepest}`);
    await expect.poll(() => watched.page.locator(`[id="${deepest}"]`).isVisible()).toBe(true);
    const { code } = needed(contract.operations[1]?.responses.at(-1));
    await watched.page.goto(`${site.url + operation}#response-${code}`);
    const last = watched.page.locator(`[id="${ids.at(-1)}"]`);
    await expect.poll(() => last.isVisible()).toBe(true);
    await watched.close();
  });

  it.each([
    ["guides/client?x=1", {}, 301, "location", "/guides/client/?x=1"],
    ["nothing-here", {}, 404, "content-security-policy", "frame-ancestors 'none'"],
    ["", { headers: { "accept-encoding": "br;q=0, gzip" } }, 200, "content-encoding", "gzip"],
    ["..%2f..%2fpackage.json", {}, 404, "content-type", "text/html"],
  ])("answers /%s with %o and %d, and %s: %s", async (path, init, status, header, value) => {
    const response = await fetch(site.url + path, { redirect: "manual", ...init });
    expect(response.status).toBe(status);
    expect(response.headers.get(header)).toContain(value);
  });
});
