import { readdir } from "node:fs/promises";
import { loadContract } from "@workflow-api/contract";
import { expect } from "vitest";
import { test as staged } from "./stage.ts";
import { type Started, startBin } from "./start-bin.ts";

const { operations } = await loadContract();
const operation = operations.find(({ scenarios }) => scenarios.length > 0);
const reference = `reference/${operation?.operationId}/`;
const guides = new URL("../src/content/docs/guides/", import.meta.url);

/** The docs, started with further arguments. */
const test = staged.extend("started", async ({ mock }, { onCleanup }) => {
  const running: Started[] = [];
  onCleanup(() => {
    for (const docs of running) docs.signal("SIGKILL");
  });
  return async (): Promise<string> => {
    const docs = startBin("--port", "0", "--mock", mock.url);
    running.push(docs);
    return await docs.url;
  };
});

// Those that follow the contract call it too: see development.test.ts.
test("docs that are started beside a mock call it, wherever it listens", async ({ mock, page, started }) => {
  await page.goto(`${await started()}${reference}`);
  expect(await page.getByLabel("Address", { exact: true }).inputValue()).toBe(mock.url);
  const samples = await page.locator(".samples").first().textContent();
  expect(samples).toContain(mock.url);
  expect(samples).not.toContain(":4010");
  await page
    .getByRole("button", { name: /^Try it/ })
    .first()
    .click();
  await page.locator(".verdict.same").first().waitFor();
});

test("an address of the reader's own comes first, and is forgotten for that of the mock", async ({
  mock,
  page,
  started,
}) => {
  await page.goto(`${await started()}${reference}`);
  const address = page.getByLabel("Address", { exact: true });
  await address.fill("http://127.0.0.1:1");
  expect(await page.locator(".samples").first().textContent()).toContain("http://127.0.0.1:1");
  // As when the page is left, kept by the browser, and gone back to.
  for (const event of ["pagehide", "pageshow"]) {
    await page.evaluate((name) => dispatchEvent(new PageTransitionEvent(name, { persisted: true })), event);
  }
  expect(await address.inputValue()).toBe(mock.url);
  expect(await page.locator(".samples").first().textContent()).toContain(mock.url);
});

test("what the overview and the guides have one run calls that mock too", async ({ mock, page, started }) => {
  const docs = await started();
  const names = (await readdir(guides)).map((name) => `guides/${name.replace(/\.md$/, "")}/`);
  const calling: string[] = [];
  for (const path of ["", ...names]) {
    await page.goto(`${docs}${path}`);
    const code = (await page.locator(".code code").allTextContents()).join("\n");
    expect([path, code.match(/.*:4010.*/g)]).toEqual([path, null]);
    if (code.includes(mock.url)) calling.push(path);
  }
  expect(calling).toContain("");
  expect(calling).toContain("guides/quick-start/");
});
