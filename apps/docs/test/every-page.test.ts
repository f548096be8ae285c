import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { launchBrowser, openWatchedPage } from "@workflow-api/browser";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Running } from "../src/server/start-site.ts";
import { pagesOf } from "./pages-of.ts";
import { builtSite } from "./site.ts";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
let site: Running;
let browser: Awaited<ReturnType<typeof launchBrowser>>;
let paths: string[];

beforeAll(async () => {
  [site, browser] = await Promise.all([builtSite(), launchBrowser()]);
  paths = await pagesOf(site.url);
});

afterAll(async () => {
  await browser?.close();
  await site?.close();
});

describe.each([
  { name: "dark", width: 1366, colorScheme: "dark" },
  { name: "light", width: 1366, colorScheme: "light" },
  { name: "on a phone", width: 390, colorScheme: "light" },
] as const)("every page, $name", ({ width, colorScheme }) => {
  test("asks no other host, breaks no policy, and passes axe", { timeout: 180_000 }, async () => {
    const watched = await openWatchedPage(browser, { viewport: { width, height: 844 }, colorScheme });
    const findings: string[] = [];
    for (const path of paths) {
      await watched.page.goto(site.url + path);
      await openAll(watched.page);
      for (const finding of await axeFindings(watched.page)) {
        findings.push(`${path}: ${finding}`);
      }
      const overflow = await watched.page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      if (overflow > 0) {
        findings.push(`${path}: scrolls sideways by ${overflow} px`);
      }
    }
    expect(findings).toEqual([]);
    expect([...watched.foreignRequests, ...watched.pageErrors]).toEqual([]);
    expect(watched.consoleProblems.filter((problem) => !problem.includes("404.html"))).toEqual([]);
    await watched.close();
  });
});

describe("the site as a whole", () => {
  test("every link and every anchor of every page leads somewhere", async () => {
    const pages = new Map<string, string>();
    for (const path of paths) {
      pages.set(site.url + path, await (await fetch(site.url + path)).text());
    }
    const dead: string[] = [];
    for (const [address, html] of pages) {
      for (const link of linksOf(html)) {
        const [target = "", anchor = ""] = new URL(link, address).href.split("#");
        const found = pages.get(target) ?? (await bodyOf(target));
        if (
          found === undefined ||
          (anchor !== "" && !found.includes(` id="${decodeURIComponent(anchor)}"`))
        ) {
          dead.push(`${address} -> ${link}`);
        }
      }
    }
    expect(dead).toEqual([]);
  });

  test("every page has a Markdown twin that it and llms.txt name", async () => {
    const index = await (await fetch(`${site.url}llms.txt`)).text();
    for (const path of paths.filter((each) => !each.endsWith(".html"))) {
      const html = await (await fetch(site.url + path)).text();
      const title = /<h1[^>]*>([^<]*)</.exec(html)?.[1];
      expect(html).toContain(`<link rel="alternate" type="text/markdown" href="/${path}index.md"`);
      expect(index).toContain(`(/${path}index.md)`);
      const twin = await fetch(`${site.url}${path}index.md`);
      expect(twin.headers.get("content-type")).toMatch(/^text\/markdown/);
      expect((await twin.text()).split("\n")[0]).toBe(`# ${title}`);
    }
  });

  test("no id stands twice on a page", async () => {
    for (const path of paths) {
      const html = await (await fetch(site.url + path)).text();
      const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
      expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    }
  });

  test("every page carries a policy without unsafe-inline, and nothing inline that it would refuse", async () => {
    for (const path of paths) {
      const html = await (await fetch(site.url + path)).text();
      const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? "";
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toContain("unsafe-inline");
      expect(policy).not.toContain("'unsafe-eval'");
      expect(html).not.toMatch(/<[^>]+ style="/);
    }
  });

  test("the contract can be downloaded as it is written and bundled", async () => {
    const { contractFile, loadContract } = await import("@workflow-api/contract");
    const yaml = await fetch(`${site.url}openapi.yaml`);
    expect(yaml.headers.get("content-type")).toMatch(/yaml/);
    expect(await yaml.text()).toBe(await readFile(contractFile(), "utf8"));
    const json = await fetch(`${site.url}openapi.json`);
    expect(json.headers.get("content-type")).toMatch(/^application\/json/);
    expect(await json.json()).toEqual((await loadContract()).document);
  });
});

/** What is folded must be readable too. */
async function openAll(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll("main details")) {
      details.setAttribute("open", "");
    }
  });
}

async function axeFindings(page: Page): Promise<string[]> {
  // Through the debugger: the page's own policy refuses a script that is put into it.
  await page.evaluate(axe);
  const results: unknown = await page.evaluate(`axe.run().then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + " " + html.slice(0, 160))))`);
  return Array.isArray(results) ? results.map(String) : [];
}

function linksOf(html: string): string[] {
  const links = [...html.matchAll(/<(?:a|link|script|img)\b[^>]*? (?:href|src)="([^"]*)"/g)];
  return links
    .map(([, link = ""]) => link.replaceAll("&amp;", "&"))
    .filter((link) => !link.startsWith("data:"));
}

async function bodyOf(address: string): Promise<string | undefined> {
  const response = await fetch(address);
  return response.ok ? await response.text() : undefined;
}
