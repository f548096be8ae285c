import { type Browser, type BrowserContextOptions, openWatchedPage, type Page } from "@workflow-api/browser";
import axe from "axe-core";
import { layOutAll } from "./lay-out-all.ts";

/** The ways in which every page is looked at. */
export const looks: readonly { readonly name: string; readonly options: BrowserContextOptions }[] = [
  { name: "dark", options: { viewport: { width: 1366, height: 900 }, colorScheme: "dark" } },
  { name: "light", options: { viewport: { width: 1366, height: 900 }, colorScheme: "light" } },
  { name: "on a phone", options: { viewport: { width: 390, height: 844 }, colorScheme: "light" } },
];

/** Everything that a browser, axe and a narrow window find wrong with pages: nothing, if all is well. */
export async function auditPages(
  browser: Browser,
  site: string,
  paths: readonly string[],
  options: BrowserContextOptions,
): Promise<string[]> {
  const watched = await openWatchedPage(browser, options);
  const findings: string[] = [];
  for (const path of paths) {
    await watched.page.goto(site + path);
    await openAll(watched.page);
    await layOutAll(watched.page);
    findings.push(...(await axeFindings(watched.page)).map((finding) => `${path}: ${finding}`));
    const overflow = await watched.page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    if (overflow > 0) {
      findings.push(`${path}: scrolls sideways by ${overflow} px`);
    }
  }
  findings.push(...watched.foreignRequests, ...watched.pageErrors, ...watched.consoleProblems);
  await watched.close();
  return findings;
}

/** Each link that leads nowhere, with the page that it stands on. */
export async function deadLinks(site: string, paths: readonly string[]): Promise<string[]> {
  const pages = new Map<string, string>();
  for (const path of paths) {
    const body = await bodyOf(site + path);
    if (body !== undefined) {
      pages.set(site + path, body);
    }
  }
  const dead: string[] = [];
  for (const [address, html] of pages) {
    for (const link of linksOf(html)) {
      const { href, origin } = new URL(link, address);
      const [target = "", anchor = ""] = href.split("#");
      if (origin !== new URL(site).origin) {
        // What the contract links to elsewhere is not asked for, neither by a page nor by its test.
        continue;
      }
      const found = pages.get(target) ?? (await bodyOf(target));
      if (found === undefined || (anchor !== "" && !idsOf(found).includes(decodeURIComponent(anchor)))) {
        dead.push(`${address} -> ${link}`);
      }
    }
  }
  return dead;
}

/** Each id that stands more than once on its page. */
export async function repeatedIds(site: string, paths: readonly string[]): Promise<string[]> {
  const repeated: string[] = [];
  for (const path of paths) {
    const ids = idsOf(await (await fetch(site + path)).text());
    repeated.push(...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${path}#${id}`));
  }
  return repeated;
}

/** What is folded must be readable too. */
async function openAll(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll("main details:not(.sample)")) {
      details.setAttribute("open", "");
    }
  });
}

async function axeFindings(page: Page): Promise<string[]> {
  // Through the debugger: the page's own policy refuses a script that is put into it.
  await page.evaluate(axe.source);
  const results: unknown = await page.evaluate(`axe.run().then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + " " + html.slice(0, 160))))`);
  return Array.isArray(results) ? results.map(String) : [];
}

function linksOf(html: string): string[] {
  const links = [...html.matchAll(/<(?:a|link|script|img)\b[^>]*? (?:href|src)="([^"]*)"/g)];
  return links.map(([, link = ""]) => plainText(link)).filter((link) => !/^(?:data|mailto):/.test(link));
}

function idsOf(html: string): string[] {
  return [...html.matchAll(/ id="([^"]*)"/g)].map(([, id = ""]) => plainText(id));
}

function plainText(text: string): string {
  return text.replaceAll("&quot;", '"').replaceAll("&amp;", "&");
}

async function bodyOf(address: string): Promise<string | undefined> {
  const response = await fetch(address);
  return response.ok ? await response.text() : undefined;
}
