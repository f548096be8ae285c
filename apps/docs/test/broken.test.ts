import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser } from "@workflow-api/browser";
import { loadContract } from "@workflow-api/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Running, startSite } from "../src/server/start-site.ts";
import { auditPages, deadLinks, repeatedIds } from "./audit.ts";
import { sharedBrowser } from "./browser.ts";
import { pagesOf } from "./pages-of.ts";
import { differingFiles } from "./same-files.ts";
import { expectedValues, wrongValues } from "./shown-values.ts";
import { buildSite, temporaryFolder } from "./site.ts";

// Each mistake that a site can have is made in a copy of it, to see that the tests of this folder would notice.
const folder = await temporaryFolder();
const built = process.env["DOCS_OUT"] ?? fileURLToPath(new URL("../dist", import.meta.url));
const copy = join(folder, "copy");
const contract = await loadContract();
const [operation] = contract.operations.filter((each) => expectedValues(contract, each).length > 0);
const page = `reference/${operation?.operationId ?? ""}/`;
/** A short page: what is wrong with any page is found on it sooner. */
const short = "gaps/";
let browser: Browser;
let site: Running;

beforeAll(async () => {
  browser = await sharedBrowser();
});

beforeEach(async () => {
  await site?.close();
  await rm(copy, { recursive: true, force: true });
  await cp(built, copy, { recursive: true, filter: (path) => !/\.(?:br|gz)$/.test(path) });
  site = await startSite({ port: 0, host: "127.0.0.1", folder: copy });
});

afterAll(async () => {
  await site?.close();
  await rm(folder, { recursive: true });
});

async function edit(path: string, change: (html: string) => string): Promise<void> {
  const file = join(copy, path, "index.html");
  const html = await readFile(file, "utf8");
  const changed = change(html);
  expect(changed).not.toBe(html);
  await writeFile(file, changed);
  // The server reads its folder once.
  await site.close();
  site = await startSite({ port: 0, host: "127.0.0.1", folder: copy });
}

const auditOf = (path: string): Promise<string[]> => auditPages(browser, site.url, [path]);

test("nothing is found in the site as it is built", async () => {
  expect(await auditOf(short)).toEqual([]);
  expect(await deadLinks(site.url, [page])).toEqual([]);
});

test("a link to a page that is not there is found", async () => {
  await edit(page, (html) => html.replaceAll('href="/scenarios/"', 'href="/scenes/"'));
  expect((await deadLinks(site.url, await pagesOf(site.url))).join()).toContain(`${page} -> /scenes/`);
});

test("an image of another host is found", async () => {
  await edit(short, (html) => html.replace("<h2", '<img src="https://images.example/star.png" alt=""><h2'));
  expect((await auditOf(short)).join()).toContain("images.example");
});

test("a script of another host is found, even where a page forgets its policy", async () => {
  await edit(short, (html) =>
    html
      .replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, "")
      .replace("</head>", '<script src="https://scripts.example/a.js"></script></head>'),
  );
  expect((await auditOf(short)).join()).toContain("scripts.example");
});

test("an anchor that is lost is found, and one that stands twice", async () => {
  await edit(page, (html) => html.replace(' id="responses"', ""));
  expect(new Set(await deadLinks(site.url, [page]))).toEqual(new Set([`${site.url}${page} -> #responses`]));
  await edit(page, (html) => html.replace(' id="scenarios"', ' id="authentication"'));
  expect(await repeatedIds(site.url, [page])).toEqual([`${page}#authentication`]);
});

test("an input without a label is found", async () => {
  await edit(short, (html) => html.replace("</main>", '<input type="text"></main>'));
  expect((await auditOf(short)).join()).toContain("label");
});

test.for([
  { name: "light", when: ':root[data-theme="light"]' },
  { name: "dark", when: ':root[data-theme="dark"]' },
  { name: "on a phone", when: "@media (max-width: 40rem)" },
])("a text that is too faint $name is found, as one among many", async ({ name, when }) => {
  await writeFile(
    join(copy, "faint.css"),
    `${when} { .faint { color: #777 !important; background: #888; } }`,
  );
  await edit(short, (html) =>
    html
      .replace("</head>", '<link rel="stylesheet" href="/faint.css"></head>')
      .replace("<p>", '<p class="faint">'),
  );
  const found = await auditOf(short);
  expect(found.length).toBeGreaterThan(0);
  expect(found.every((finding) => finding.includes("color-contrast"))).toBe(true);
  expect(found.join()).toContain(`${name}: color-contrast`);
});

test("a value of an enum that is not the contract's is found", async () => {
  const expected = operation === undefined ? [] : expectedValues(contract, operation);
  const [value = ""] = expected[0]?.values ?? [];
  const opened = await browser.newPage();
  await opened.goto(site.url + page);
  expect(await wrongValues(opened, expected)).toEqual([]);
  const [before, after] = [value, value.replace(/.$/, "x$&")].map((each) => each.replaceAll('"', "&quot;"));
  await edit(page, (html) =>
    html
      .replaceAll(`<code>${before}</code>`, `<code>${after}</code>`)
      .replaceAll(`<code>${value}</code>`, `<code>${after}</code>`),
  );
  await opened.goto(site.url + page);
  expect((await wrongValues(opened, expected)).length).toBeGreaterThan(0);
  await opened.close();
});

test("a page that was edited by hand is found: the build makes the same bytes each time", async () => {
  await buildSite((text) => text, folder);
  const fresh = join(folder, "dist");
  expect(await differingFiles(built, fresh)).toEqual([]);
  await writeFile(join(fresh, "gaps/index.html"), "<h1>Nothing is unknown</h1>");
  expect(await differingFiles(built, fresh)).toEqual(["gaps/index.html"]);
});
