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
    const focused = await page.evaluate(readFocus);
    if (focused.name !== undefined && name.test(focused.name)) {
      return;
    }
  }
  throw new Error(`The Tab key reaches nothing that is called ${name}.`);
}

/** What has the focus now. */
export async function focusedOn(page: Page): Promise<Focused> {
  const focused = await page.evaluate(readFocus);
  const isCut = focused.hidden === undefined && (await page.evaluate(isRingCut));
  return isCut ? { ...focused, hidden: `The outline of ${focused.name} is cut` } : focused;
}

/** Runs in the page. */
function readFocus(): Focused {
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
}

/** Runs in the page: what is laid out only when it comes near cuts what stands out of it. */
function isRingCut(): boolean {
  const element = document.activeElement ?? document.body;
  const { outlineWidth, outlineOffset } = getComputedStyle(element);
  const { left, right } = element.getBoundingClientRect();
  const ring = parseFloat(outlineWidth) + parseFloat(outlineOffset) - 0.5;
  for (let around = element.parentElement; around !== null; around = around.parentElement) {
    const { contentVisibility, overflowClipMargin } = getComputedStyle(around);
    const room = parseFloat(overflowClipMargin) || 0;
    const box = around.getBoundingClientRect();
    if (contentVisibility === "auto" && Math.max(box.left - left, right - box.right) + ring > room) {
      return true;
    }
  }
  return false;
}
