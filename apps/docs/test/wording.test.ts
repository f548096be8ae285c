import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadContract } from "@workflow-api/contract";
import { describe, expect } from "vitest";
import { subjectOf } from "../src/view/changelog-view.ts";
import { sourceLines } from "../src/view/source-lines.ts";
import { pagesOf } from "./pages-of.ts";
import { test } from "./stage.ts";

const contract = await loadContract();
const { operations } = contract;

/** The names of operations that a reader need not know, because they have a summary, and that are no plain words. */
const identifiers = operations
  .filter(({ operationId, summary }) => summary !== "" && /[a-z][A-Z]|_/.test(operationId))
  .map(({ operationId }) => operationId);

describe("the words of the pages", () => {
  test("no heading calls an operation by its identifier", async ({ site }) => {
    for (const path of await pagesOf(site.url)) {
      const html = await (await fetch(site.url + path)).text();
      const headings = [...html.matchAll(/<h[1-6][^>]*>([\s\S]*?)<\/h[1-6]>/g)].map(([, inner = ""]) =>
        inner.replaceAll(/<[^>]*>/g, ""),
      );
      const named = headings.filter((text) => identifiers.some((identifier) => text.includes(identifier)));
      expect([path, named]).toEqual([path, []]);
    }
  });

  test("what follows the name of a program is set off from it", async ({ page, site }) => {
    await page.goto(site.url);
    const text = (await page.locator("#first-call + p").innerText()).replaceAll(/\s+/g, " ");
    expect(text).toMatch(/on these pages, at (?:the addresses|http)/);
  });

  test("a change is told as an operation, words and names", () => {
    const [operation] = operations;
    const told = (subject: string) =>
      subjectOf({ kind: "modified", subject, summary: "", breaks: [], witnesses: [] }, contract);
    expect(told(`${operation?.operationId}, header parameter X-Domain, items`)).toEqual({
      operation,
      parts: [
        { words: "header parameter ", name: "X-Domain" },
        { words: "", name: "items" },
      ],
    });
    expect(told("The contract")).toEqual({
      operation: undefined,
      parts: [{ words: "The contract", name: "" }],
    });
  });
});

describe("the lines of the contract", () => {
  test("are keys where YAML has keys, and text inside a block of text", async () => {
    const folder = await mkdtemp(join(tmpdir(), "source-"));
    const file = join(folder, "openapi.yaml");
    await writeFile(
      file,
      "info:\n  description: |\n    First.\n\n    Not a key: <text>.\n  title: A & B\npaths: {}\n",
    );
    const lines = (await sourceLines(file)).map(({ html }) => html);
    expect(lines[0]).toContain('<span class="token key atrule">info</span>');
    expect(lines[4]).toBe('<span class="token scalar">    Not a key: &lt;text>.</span>');
    expect(lines[5]).toContain('<span class="token key atrule">title</span>');
    expect(lines).toHaveLength(7);
    expect((await sourceLines(file)).map(({ indent }) => indent)).toEqual([0, 2, 4, 0, 4, 2, 0]);
    await rm(folder, { recursive: true });
  });
});

describe("the lines of a path", () => {
  test.for(operations)(
    "end before a slash on a narrow window: $operationId",
    async (operation, { page, site }) => {
      await page.setViewportSize({ width: 320, height: 640 });
      await page.goto(`${site.url}reference/${operation.operationId}/`);
      const segments = page.locator(".endpoint .segment");
      expect((await segments.allTextContents()).join("")).toBe(operation.path);
      const broken = await segments.evaluateAll((all) =>
        all
          .filter((each) => {
            const range = document.createRange();
            range.selectNodeContents(each);
            return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size > 1;
          })
          .map(({ textContent }) => textContent),
      );
      // What is longer than the line breaks where it must.
      expect(broken.filter((text) => text.length < 24)).toEqual([]);
    },
  );
});

describe("without scripts", () => {
  test("nothing is offered that would do nothing", async ({ browser, site }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    for (const path of await pagesOf(site.url)) {
      await page.goto(site.url + path);
      const controls = page.locator("button:not([popovertarget]), input, select, textarea");
      const offered = await controls.evaluateAll((all) =>
        all
          .filter((each) => each.checkVisibility({ visibilityProperty: true }))
          .map(({ outerHTML }) => outerHTML),
      );
      expect([path, offered]).toEqual([path, []]);
    }
    await context.close();
  });
});
