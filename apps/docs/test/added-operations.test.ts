import { rm } from "node:fs/promises";
import { loadContract } from "@workflow-api/contract";
import { withOperations } from "@workflow-api/openapi/fixtures";
import { afterAll, describe, expect, test } from "vitest";
import { copyContract } from "./contract-copy.ts";
import { fixture } from "./fixture.ts";
import { isWhole } from "./is-whole.ts";
import { open, seenText } from "./opened.ts";
import { showsOperations } from "./shows-operations.ts";
import { siteOf, temporaryFolder } from "./site.ts";

const folder = await temporaryFolder();
const more = await fixture();
const file = await copyContract(folder, (text, isRoot) => (isRoot ? withOperations(text, more) : text));
const contract = await loadContract(file);
const opened = open(() => siteOf(file));

afterAll(() => rm(folder, { recursive: true }));

describe("the reference of the contract with further operations", () => {
  showsOperations(contract, opened);
  isWhole(opened);
});

describe("shapes that the contract itself does not have", () => {
  const text = (id: string): Promise<string> => seenText(opened().page.locator(`[id="${id}"]`));

  test("a request body shows its fields, a nullable one, and its alternatives", async () => {
    const { page, site } = opened();
    await page.goto(`${site.url}reference/replaceLabel/`);
    expect(await text("request.colour")).toContain('One of "red" "green" "blue"');
    expect(await text("request.note")).toContain("string or null");
    expect(await text("request.target")).toContain("Exactly one of");
    expect(await text("request.target.~oneOf-2.member_count")).toContain("integer required");
  });

  test("allOf is one list of fields", async () => {
    const { page } = opened();
    expect(await text("response.200.name")).toContain("string required");
    expect(await text("response.200.number")).toContain("integer required");
    expect(await page.locator('[data-keyword="allOf"]').count()).toBe(0);
  });

  test("response headers have rows, and an answer without a body says so", async () => {
    const { page, site } = opened();
    expect(await text("response.200.header.X-Revision")).toContain("At least 1");
    await page.goto(`${site.url}reference/removeLabel/`);
    expect(await seenText(page.locator('section:has([id="response-204"])'))).toContain("No body.");
  });

  test("an operation without security says so", async () => {
    const { page, site } = opened();
    await page.goto(`${site.url}reference/listLabels/`);
    expect(await page.locator(".ways").innerText()).toBe("This operation needs no credentials.");
    expect(await text("parameter.query.colours")).toContain("Sent as colours=red,green");
    expect(await text("parameter.query.page_size")).toContain("If left out 20");
  });
});
