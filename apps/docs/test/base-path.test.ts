import { once } from "node:events";
import { rm } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { launchBrowser, openWatchedPage } from "@workflow-api/browser";
import sirv from "sirv";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deadLinks } from "./audit.ts";
import { pagesOf } from "./pages-of.ts";
import { buildSite, temporaryFolder } from "./site.ts";

const folder = await temporaryFolder();
const serve = createServer((request, response) => files(request, response));
let files: ReturnType<typeof sirv>;
let site: string;

beforeAll(async () => {
  await buildSite((text) => text, folder, {
    DOCS_BASE: "/docs/",
    DOCS_SITE: "https://api.example",
    DOCS_OUT: join(folder, "dist/docs"),
  });
  files = sirv(join(folder, "dist"), { onNoMatch: (_, response) => response.writeHead(404).end() });
  serve.listen(0, "127.0.0.1");
  await once(serve, "listening");
  const address = serve.address();
  site = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}/docs/`;
}, 120_000);

afterAll(async () => {
  serve.closeAllConnections();
  serve.close();
  await rm(folder, { recursive: true });
});

test("a site below a path of some other host is whole: pages, links, search", async () => {
  const paths = await pagesOf(site);
  expect(paths).toEqual(expect.arrayContaining(["reference/getVariablesCage/", "guides/mock/", "contract/"]));
  expect(await deadLinks(site, paths)).toEqual([]);
  const browser = await launchBrowser();
  const { page, consoleProblems, pageErrors } = await openWatchedPage(browser);
  await page.goto(site);
  await page.keyboard.press("Control+k");
  await page.getByRole("searchbox", { name: "Search" }).fill("is_simulation");
  await page.locator(".search-results a").first().click();
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(page.url()).toContain("/docs/reference/");
  expect([...consoleProblems, ...pageErrors]).toEqual([]);
  await browser.close();
});

test("a site whose address is known has a sitemap of all its pages", async () => {
  const index = await (await fetch(`${site}sitemap-index.xml`)).text();
  expect(index).toContain("<loc>https://api.example/docs/sitemap-0.xml</loc>");
  const sitemap = await (await fetch(`${site}sitemap-0.xml`)).text();
  const listed = [...sitemap.matchAll(/<loc>https:\/\/api\.example\/docs\/([^<]*)<\/loc>/g)];
  const paths = (await pagesOf(site)).filter((path) => path !== "404.html");
  expect(listed.map(([, path]) => path).toSorted()).toEqual(paths.toSorted());
});

test("llms.txt and the twins name addresses below the path", async () => {
  const index = await (await fetch(`${site}llms.txt`)).text();
  for (const [, address = ""] of index.matchAll(/\]\(([^)]+)\)/g)) {
    expect(address).toMatch(/^\/docs\//);
    expect((await fetch(new URL(address, site))).status).toBe(200);
  }
});
