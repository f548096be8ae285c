import { readFile } from "node:fs/promises";
import type { Browser } from "@workflow-api/browser";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { Running } from "../src/server/start-site.ts";
import { auditPages, deadLinks, repeatedIds } from "./audit.ts";
import { sharedBrowser } from "./browser.ts";
import { pagesOf } from "./pages-of.ts";
import { builtSite } from "./site.ts";

let site: Running;
let browser: Browser;
let paths: string[];

beforeAll(async () => {
  [site, browser] = await Promise.all([builtSite(), sharedBrowser()]);
  paths = await pagesOf(site.url);
});

afterAll(async () => {
  await site?.close();
});

test("every page, in both themes and on a phone, asks no other host, breaks no policy, and passes axe", async () => {
  // The address of the 404 page exists, so the browser has nothing to note about it.
  expect(await auditPages(browser, site.url, paths)).toEqual([]);
});

describe("the site as a whole", () => {
  test("every link and every anchor of every page leads somewhere", async () => {
    expect(await deadLinks(site.url, paths)).toEqual([]);
  });

  test("no id stands twice on a page", async () => {
    expect(await repeatedIds(site.url, paths)).toEqual([]);
  });

  test("every page tells previews of links what it is about, in one line of plain text", async () => {
    for (const path of paths) {
      const html = await (await fetch(site.url + path)).text();
      for (const name of ["description", "og:description"]) {
        const [, text = ""] =
          new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html) ?? [];
        expect([path, text]).toEqual([path, expect.stringMatching(/^[^\n`]+$/)]);
      }
      expect(html).toContain('<meta name="twitter:card" content="summary">');
    }
  });

  test("every page has a Markdown twin that it and llms.txt name", async () => {
    const index = await (await fetch(`${site.url}llms.txt`)).text();
    for (const path of paths.filter((each) => !each.endsWith(".html"))) {
      const html = await (await fetch(site.url + path)).text();
      const [, title = ""] = /<h1[^>]*>([^<]*)</.exec(html) ?? [];
      expect(html).toContain(`<link rel="alternate" type="text/markdown" href="/${path}index.md"`);
      expect(index).toContain(`(/${path}index.md)`);
      const twin = await fetch(`${site.url}${path}index.md`);
      expect(twin.headers.get("content-type")).toMatch(/^text\/markdown/);
      const [heading = ""] = (await twin.text()).split("\n");
      expect(heading.replaceAll(/\\(?=[!-/:-@[-`{-~])/g, "")).toBe(`# ${withoutEntities(title)}`);
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
    const { loadContract } = await import("@workflow-api/contract");
    const { document, file, files } = await loadContract();
    const yaml = await fetch(`${site.url}openapi.yaml`);
    expect(yaml.headers.get("content-type")).toMatch(/yaml/);
    const text = await yaml.text();
    if (files.length === 1) expect(text).toBe(await readFile(file, "utf8"));
    else expect(parse(text)).toEqual(document);
    const json = await fetch(`${site.url}openapi.json`);
    expect(json.headers.get("content-type")).toMatch(/^application\/json/);
    expect(await json.json()).toEqual(document);
  });
});

function withoutEntities(html: string): string {
  const entities = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&amp;": "&" };
  return Object.entries(entities).reduce((text, [entity, sign]) => text.replaceAll(entity, sign), html);
}
