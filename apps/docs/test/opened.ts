import { type Browser, openWatchedPage, type Page, type WatchedPage } from "@workflow-api/browser";
import { afterAll, beforeAll, expect } from "vitest";
import type { Running } from "../src/server/start-site.ts";
import { sharedBrowser } from "./browser.ts";

/** A site, and a page to look at it. */
export interface Opened {
  readonly site: Running;
  readonly browser: Browser;
  readonly page: Page;
}

/** One site and one page for all tests of a file, there once they run. */
export function open(start: () => Promise<Running>): () => Opened {
  let opened: (Opened & { readonly watched: WatchedPage }) | undefined;
  beforeAll(async () => {
    const [site, browser] = await Promise.all([start(), sharedBrowser()]);
    const watched = await openWatchedPage(browser);
    opened = { site, browser, page: watched.page, watched };
  });
  afterAll(async () => {
    await opened?.watched.close();
    await opened?.site.close();
  });
  return () => {
    if (opened === undefined) {
      throw new Error("The site is open once the tests run.");
    }
    return opened;
  };
}

/** The text of an element. What is far below is drawn, and so has a text, once it is scrolled to. */
export async function seenText(element: ReturnType<Page["locator"]>): Promise<string> {
  await element.scrollIntoViewIfNeeded();
  await expect.poll(() => element.innerText()).not.toBe("");
  return (await element.innerText()).replaceAll(/\s+/g, " ");
}
