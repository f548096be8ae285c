import { type Browser, openWatchedPage, type Page } from "@workflow-api/browser";
import { axeFindings, bringAxe } from "./axe.ts";
import { layOutAll } from "./lay-out-all.ts";
import { look, looks } from "./looks.ts";

/**
 * Everything that a browser, axe and a narrow window find wrong with pages in every look: nothing, if all is well.
 * A page is loaded once; what a theme does not change is looked at once for each width.
 */
export async function auditPages(
  browser: Browser,
  site: string,
  paths: readonly string[],
): Promise<string[]> {
  const watched = await openWatchedPage(browser);
  const findings: string[] = [];
  for (const path of paths) {
    await watched.page.goto(site + path);
    await openAll(watched.page);
    await layOutAll(watched.page);
    await bringAxe(watched.page);
    for (const [index, each] of looks.entries()) {
      await look(watched.page, each);
      const isNewWidth = looks[index - 1]?.viewport.width !== each.viewport.width;
      const found = await findingsOf(watched.page, isNewWidth);
      findings.push(...found.map((finding) => `${path}, ${each.name}: ${finding}`));
    }
  }
  findings.push(...watched.foreignRequests, ...watched.pageErrors, ...watched.consoleProblems);
  await watched.close();
  return findings;
}

async function findingsOf(page: Page, isNewWidth: boolean): Promise<string[]> {
  const findings = await axeFindings(page, !isNewWidth);
  if (isNewWidth) {
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    findings.push(...(overflow > 0 ? [`scrolls sideways by ${overflow} px`] : []));
    findings.push(...(await page.evaluate(linesThatBeginWithMarks)));
  }
  return findings;
}

/** Runs in the page: a mark belongs to the end of a line. */
function linesThatBeginWithMarks(): string[] {
  const found: string[] = [];
  const texts = document.createTreeWalker(
    document.querySelector("main") ?? document.body,
    NodeFilter.SHOW_TEXT,
  );
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const before = text.previousSibling;
    if (before instanceof Element && /^[.,:;!?)]/.test(text.nodeValue ?? "")) {
      const range = document.createRange();
      range.setStart(text, 0);
      range.setEnd(text, 1);
      const mark = range.getBoundingClientRect();
      const end = [...before.getClientRects()].at(-1);
      if (end !== undefined && mark.height > 0 && mark.top >= end.bottom - 1) {
        found.push(`a line begins with ${text.nodeValue?.slice(0, 20)} after ${before.textContent}`);
      }
    }
  }
  return found;
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
