import type { Page } from "@workflow-api/browser";
import axe from "axe-core";

/** Brings axe into a page, through the debugger: the page's own policy refuses a script that is put into it. */
export async function bringAxe(page: Page): Promise<void> {
  await page.evaluate(axe.source);
  const rules = [
    { id: "color-contrast", selector: "[data-contrast]" },
    // Not among those that axe applies by itself, because it is of WCAG 2.2.
    { id: "target-size", enabled: true },
  ];
  await page.evaluate(`axe.configure(${JSON.stringify({ rules })})`);
}

/** What axe finds wrong with a page; or with its colours alone, where nothing else has changed. */
export async function axeFindings(page: Page, onlyColours: boolean): Promise<string[]> {
  await page.evaluate(markTexts);
  const options = { resultTypes: ["violations"], ...(onlyColours ? { runOnly: ["color-contrast"] } : {}) };
  const results: unknown = await page.evaluate(`axe.run(${JSON.stringify(options)}).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + " " + html.slice(0, 160))))`);
  return Array.isArray(results) ? results.map(String) : [];
}

/**
 * Runs in the page. Contrast is a matter of colours, size and weight, and on a long page thousands of texts share them:
 * of those that do, the first two and the last two are marked, to be tried.
 */
function markTexts(): void {
  const grounds = new Map<Element | null, string>([[null, ""]]);
  const groundOf = (element: Element | null): string => {
    const known = grounds.get(element);
    if (known !== undefined || element === null) {
      return known ?? "";
    }
    const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode } = getComputedStyle(element);
    const own = [backgroundColor, backgroundImage, opacity, filter, mixBlendMode].join();
    const isPlain = own === "rgba(0, 0, 0, 0),none,1,none,normal";
    const ground = groundOf(element.parentElement) + (isPlain ? "" : `|${own}`);
    grounds.set(element, ground);
    return ground;
  };
  for (const element of document.querySelectorAll("[data-contrast]")) {
    element.removeAttribute("data-contrast");
  }
  const alike = new Map<string, Element[]>();
  const controls = "input, select, textarea, button";
  for (const element of document.body.querySelectorAll("*")) {
    const hasText = [...element.childNodes].some(
      (each) => each.nodeType === 3 && each.nodeValue?.trim() !== "",
    );
    const isSeen = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (
      !isSeen ||
      !(hasText || element.matches(controls)) ||
      element.closest('[aria-hidden="true"], :disabled')
    ) {
      continue;
    }
    const { color, fontSize, fontWeight, textShadow, clipPath } = getComputedStyle(element);
    const kind = [groundOf(element), color, fontSize, fontWeight, textShadow, clipPath].join(" ");
    alike.set(kind, [...(alike.get(kind) ?? []), element]);
  }
  for (const all of alike.values()) {
    for (const element of [...all.slice(0, 2), ...all.slice(-2)]) {
      element.toggleAttribute("data-contrast", true);
    }
  }
}
