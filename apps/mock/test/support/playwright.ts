// What the example of the README uses of @playwright/test, over playwright-core.
import type { RunningMock } from "@workflow-api/mock";
import { type Locator, launchBrowser, type Page } from "@workflow-api/workspace/browser";
import { expect as vitestExpect, test as vitestTest } from "vitest";

type Use = (mock: RunningMock) => Promise<void>;
interface Fixtures {
  readonly mock: readonly [fixture: (none: object, use: Use) => Promise<void>, options: object];
}
type Run = (fixtures: { readonly mock: RunningMock; readonly page: Page }) => Promise<void>;

/** The application under test: it shows the title of an error. */
const application = `<script type="module">
  const response = await fetch("https://service.example/data_dictionary/variables_cages/cage-1");
  if (!response.ok) document.body.innerHTML = "<p role=alert>" + (await response.json()).title;
</script>`;

export const test = {
  extend:
    <_None, _Worker>({ mock: [fixture] }: Fixtures) =>
    (title: string, run: Run): void =>
      vitestTest(title, async () => {
        const browser = await launchBrowser();
        const page = await browser.newPage({ baseURL: "https://app.example" });
        await page.route("https://app.example/", (route) =>
          route.fulfill({ contentType: "text/html", body: application }),
        );
        await fixture({}, (mock) => run({ mock, page })).finally(() => browser.close());
      }),
};

/** Waits until an element has a text. */
export const expect = (locator: Locator) => ({
  toHaveText: async (text: string): Promise<void> => {
    await locator.waitFor();
    vitestExpect(await locator.textContent()).toBe(text);
  },
});
