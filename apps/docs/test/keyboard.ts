import type { Page } from "@workflow-api/browser";

/** What has the focus, as its reader knows it. */
export interface Focused {
  /** Its label, or its text. `undefined`: nothing has the focus. */
  readonly name: string | undefined;
  /** Why it cannot be seen where the focus is. `undefined`: it can. */
  readonly hidden: string | undefined;
}

/** Presses Tab until the focus is on something of this name. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let steps = 0; steps < 400; steps += 1) {
    await page.keyboard.press("Tab");
    const focused = await focusedOn(page);
    if (focused.name !== undefined && name.test(focused.name)) {
      return;
    }
  }
  throw new Error(`The Tab key reaches nothing that is called ${name}.`);
}

/** What has the focus now. */
export function focusedOn(page: Page): Promise<Focused> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof Element) || element === document.body) {
      return { name: undefined, hidden: undefined };
    }
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined;
    const spoken = [...element.childNodes].filter(
      (each) => !(each instanceof Element && each.ariaHidden === "true"),
    );
    const text = spoken.map(({ textContent }) => textContent).join("");
    const name = (element.getAttribute("aria-label") ?? label ?? text).trim();
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const { top, bottom, left, right } = element.getBoundingClientRect();
    const isOutside = bottom <= 0 || right <= 0 || top >= innerHeight || left >= innerWidth;
    const isBare = outlineStyle === "none" || outlineWidth === "0px";
    return {
      name,
      hidden: isOutside ? `${name} is out of the window` : isBare ? `${name} has no outline` : undefined,
    };
  });
}
