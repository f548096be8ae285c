import type { Page } from "@workflow-api/workspace/browser";
import axe from "axe-core";

/** What axe-core finds on a page, as texts: the rule, and the elements that break it. */
export async function axeFindings(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const results: axe.AxeResults = await page.evaluate("axe.run(document)");
  return results.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`,
  );
}
