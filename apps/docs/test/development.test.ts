import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openWatchedPage, type Page } from "@workflow-api/browser";
import { withOperations } from "@workflow-api/openapi/fixtures";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { sharedBrowser } from "./browser.ts";
import { copyContract } from "./contract-copy.ts";
import { fixture } from "./fixture.ts";
import { type Started, startBin } from "./start-bin.ts";

let folder: string;
let docs: Started;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "docs-dev-"));
  vi.stubEnv("CONTRACT_FILE", await copyContract(folder));
  docs = startBin("--dev", "--port", "0");
  await docs.url;
});

afterAll(() => {
  vi.unstubAllEnvs();
  docs.signal("SIGKILL");
});

/** Opens a page and waits until it listens for changes. */
async function openFollowing(page: Page, address: string): Promise<void> {
  // A page that the server has load anew at that moment goes nowhere else.
  await vi.waitFor(async () => {
    const listening = page.waitForEvent("console", (message) => message.text() === "[vite] connected.");
    await Promise.all([page.goto(address), listening]);
  }, 90_000);
}

test("an open page follows the contract, keeps the last good one, and knows new operations", async () => {
  const { page, foreignRequests, close } = await openWatchedPage(await sharedBrowser());
  await openFollowing(page, `${await docs.url}reference/getVariablesCage/`);
  await page.getByRole("heading", { level: 1, name: "Get info about a variable cage" }).waitFor();

  await copyContract(folder, (text) => text.replace("Get info about a variable cage", "Read one cage"));
  await page.getByRole("heading", { level: 1, name: "Read one cage" }).waitFor();

  await copyContract(folder, (text, isRoot) => (isRoot ? "openapi: 3.1.1\npaths: nonsense\n" : text));
  await vi.waitFor(() => expect(docs.output()).toContain("The docs stay as they were"), 90_000);
  await openFollowing(page, `${await docs.url}reference/getVariablesCage/`);
  await page.getByRole("heading", { level: 1, name: "Read one cage" }).waitFor();

  const more = await fixture();
  await copyContract(folder, (text, isRoot) => (isRoot ? withOperations(text, more) : text));
  await page.getByRole("heading", { level: 1, name: "Get info about a variable cage" }).waitFor();
  await openFollowing(page, `${await docs.url}reference/replaceLabel/`);
  await page.getByRole("heading", { level: 1, name: "Replace a label" }).waitFor();
  expect(foreignRequests).toEqual([]);
  await close();
});
