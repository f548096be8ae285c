import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@workflow-api/browser";
import { loadContract } from "@workflow-api/contract";
import { withOperations } from "@workflow-api/openapi/fixtures";
import { expect, vi } from "vitest";
import { copyContract } from "./contract-copy.ts";
import { fixture } from "./fixture.ts";
import { test as staged } from "./stage.ts";
import { startBin } from "./start-bin.ts";

const { operations } = await loadContract();
const operation = operations.find(({ scenarios }) => scenarios.length > 0);

/** The folder of a contract, and the one development server of the file: two would share what Astro keeps. */
const test = staged
  .extend("folder", { scope: "file" }, () => mkdtemp(join(tmpdir(), "docs-dev-")))
  .extend("docs", { scope: "file" }, async ({ folder, mock }, { onCleanup }) => {
    vi.stubEnv("CONTRACT_FILE", await copyContract(folder));
    const docs = startBin("--dev", "--port", "0", "--mock", mock.url);
    onCleanup(() => {
      vi.unstubAllEnvs();
      docs.signal("SIGKILL");
    });
    return { url: await docs.url, output: docs.output };
  });

/** As long as anything on a page may take, in milliseconds. */
const patience = 120_000;

/** Opens a page and waits until it listens for changes. */
async function openFollowing(page: Page, address: string): Promise<void> {
  // A page that the server has load anew at that moment goes nowhere else.
  await vi.waitFor(async () => {
    const listening = page.waitForEvent("console", (message) => message.text() === "[vite] connected.");
    await Promise.all([page.goto(address), listening]);
  }, patience);
}

test("a page calls the mock that runs beside it, wherever it listens", async ({ docs, mock, page }) => {
  await openFollowing(page, `${docs.url}reference/${operation?.operationId}/`);
  const address = page.getByLabel("Address", { exact: true });
  await expect.poll(() => address.inputValue()).toBe(mock.url);
  const samples = page.locator(".samples").first();
  const called = async (): Promise<unknown> => {
    const text = (await samples.textContent()) ?? "";
    return { beside: text.includes(mock.url), other: text.includes(":4010") };
  };
  await expect.poll(called).toEqual({ beside: true, other: false });
  const button = page.getByRole("button", { name: /^Try it/ }).first();
  const verdict = page.locator(".verdict.same").first();
  // A page that the server has load anew has forgotten what was pressed.
  await vi.waitFor(async () => {
    await button.click();
    await verdict.waitFor({ timeout: patience / 10 });
  }, patience);
});

test("an open page follows the contract, keeps the last good one, and knows new operations", async ({
  docs,
  folder,
  page,
}) => {
  const reference = `${docs.url}reference/getVariablesCage/`;
  await openFollowing(page, reference);
  await page.getByRole("heading", { level: 1, name: "Get info about a variable cage" }).waitFor();

  await copyContract(folder, (text) => text.replace("Get info about a variable cage", "Read one cage"));
  await page.getByRole("heading", { level: 1, name: "Read one cage" }).waitFor();

  await copyContract(folder, (text, isRoot) => (isRoot ? "openapi: 3.1.1\npaths: nonsense\n" : text));
  await vi.waitFor(() => expect(docs.output()).toContain("The docs stay as they were"), patience);
  await openFollowing(page, reference);
  await page.getByRole("heading", { level: 1, name: "Read one cage" }).waitFor();

  const more = await fixture();
  await copyContract(folder, (text, isRoot) => (isRoot ? withOperations(text, more) : text));
  await page.getByRole("heading", { level: 1, name: "Get info about a variable cage" }).waitFor();
  await openFollowing(page, `${docs.url}reference/replaceLabel/`);
  await page.getByRole("heading", { level: 1, name: "Replace a label" }).waitFor();
});
