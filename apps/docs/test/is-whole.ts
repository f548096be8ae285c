import { expect, test } from "vitest";
import { auditPages, deadLinks, repeatedIds } from "./audit.ts";
import type { Opened } from "./opened.ts";
import { pagesOf } from "./pages-of.ts";
import { builtSite } from "./site.ts";

/** Tests that the pages of a site that are not those of the contract are as sound as these. */
export function isWhole(opened: () => Opened): void {
  test("has no dead link, no id twice, and nothing that axe finds", async () => {
    const { site, browser } = opened();
    const paths = (await pagesOf(site.url)).filter((path) => !path.startsWith("guides/"));
    const known = await knownContents();
    expect(await deadLinks(site.url, paths)).toEqual([]);
    expect(await repeatedIds(site.url, paths)).toEqual([]);
    const contents = await Promise.all(
      paths.map((path) => contentOf(site.url + path, new URL(site.url).pathname)),
    );
    const others = paths.filter((_, index) => !known.has(contents[index] ?? ""));
    expect(others.length).toBeGreaterThan(0);
    expect(await auditPages(browser, site.url, others)).toEqual([]);
  });
}

/** What stands on a page, without the navigation around it and the path that all its links begin with. */
async function contentOf(address: string, base: string = "/"): Promise<string> {
  const html = await (await fetch(address)).text();
  return html.slice(html.indexOf("<main"), html.indexOf("</main>")).replaceAll(`"${base}`, '"/');
}

/** What stands on the pages of the contract, which every-page.test.ts looks at. */
async function knownContents(): Promise<ReadonlySet<string>> {
  const site = await builtSite();
  const paths = await pagesOf(site.url);
  const contents = await Promise.all(paths.map((path) => contentOf(site.url + path)));
  await site.close();
  return new Set(contents);
}
