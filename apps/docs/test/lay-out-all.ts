import type { Page } from "@workflow-api/browser";

/** Lays out what the page leaves out until it is scrolled to, for those who look at the whole page at once. */
export async function layOutAll(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>(".scenario, .response, .source .lines")) {
      element.style.contentVisibility = "visible";
    }
  });
}
