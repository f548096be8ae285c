import type { Page } from "@workflow-api/browser";

/** A way in which a page is looked at. */
export interface Look {
  readonly name: string;
  readonly viewport: { readonly width: number; readonly height: number };
  readonly colorScheme: "light" | "dark";
}

/** The ways in which every page is looked at. The phone is as narrow as WCAG 2.2 asks for (1.4.10, reflow). */
export const looks: readonly Look[] = [
  { name: "light", viewport: { width: 1366, height: 900 }, colorScheme: "light" },
  { name: "dark", viewport: { width: 1366, height: 900 }, colorScheme: "dark" },
  { name: "on a phone", viewport: { width: 320, height: 640 }, colorScheme: "light" },
];

/** Has a page that is open looked at in this way from now on, as when its reader changes the system or the window. */
export async function look(page: Page, { viewport, colorScheme }: Look): Promise<void> {
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-theme="${colorScheme}"]`).waitFor({ state: "attached" });
}
