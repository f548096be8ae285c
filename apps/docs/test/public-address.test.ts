import { rm } from "node:fs/promises";
import { join } from "node:path";
import { loadContract } from "@workflow-api/contract";
import { expect } from "vitest";
import { startSite } from "../src/server/start-site.ts";
import { copyContract } from "./contract-copy.ts";
import { buildSiteOf, temporaryFolder } from "./site.ts";
import { test as staged } from "./stage.ts";

const address = "https://api.example.com/workflow";

/** The docs of a contract that knows where the service is, beside a mock. */
const test = staged
  .extend("folder", { scope: "file" }, async ({ file: _file }, { onCleanup }) => {
    const folder = await temporaryFolder();
    onCleanup(() => rm(folder, { recursive: true }));
    return folder;
  })
  .extend("docs", { scope: "file" }, async ({ folder, mock }, { onCleanup }) => {
    const file = await copyContract(folder, (text) =>
      text.replace(/^servers:\n/m, `$&  - { url: ${address}, description: The service. }\n`),
    );
    await buildSiteOf(file, folder);
    const docs = await startSite({
      port: 0,
      host: "127.0.0.1",
      folder: join(folder, "dist"),
      mock: mock.url,
    });
    onCleanup(() => docs.close());
    const { operations } = await loadContract(file);
    const operation = operations.find(
      ({ scenarios, servers }) => scenarios.length > 0 && servers[0]?.url === address,
    );
    return { url: `${docs.url}reference/${operation?.operationId}/` };
  });

test("what the reader tries goes to the mock that runs beside the docs, not to the service", async ({
  docs,
  mock,
  page,
}) => {
  await page.goto(docs.url);
  expect(await page.getByLabel("Address", { exact: true }).inputValue()).toBe(mock.url);
  expect(await page.getByLabel("Address", { exact: true }).getAttribute("placeholder")).toBe(address);
  const samples = await page.locator(".samples").first().textContent();
  expect(samples).toContain(mock.url);
  expect(samples).not.toContain(address);
  await page
    .getByRole("button", { name: /^Try it/ })
    .first()
    .click();
  await page.locator(".verdict.same").first().waitFor();
});

test("once the reader empties the field, the samples have the address of the service", async ({
  docs,
  page,
}) => {
  await page.goto(docs.url);
  await page.getByLabel("Address", { exact: true }).fill("");
  expect(await page.locator(".samples").first().textContent()).toContain(address);
});
