import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildSiteOf, temporaryFolder } from "./site.ts";

const folder = await temporaryFolder();

beforeAll(() => buildSiteOf(fileURLToPath(new URL("contracts/bare.yaml", import.meta.url)), folder));

afterAll(() => rm(folder, { recursive: true }));

/** What a page says, as Markdown. */
function said(path: string): Promise<string> {
  return readFile(join(folder, "dist", path, "index.md"), "utf8");
}

describe("a contract that says as little as it can", () => {
  test.each([
    ["authentication", "The contract declares no credentials."],
    ["scenarios", "The contract names no scenarios."],
    ["errors", "The contract declares no errors."],
    ["includes", "No operation of the contract has such a parameter."],
    ["resources", "No operation of the contract has resources within resources."],
    ["gaps", "The contract names no gaps."],
    ["changelog", "The history of this contract is not recorded."],
  ])("has a page on %s that says so", async (path, words) => {
    expect(await said(path)).toContain(words);
  });

  test("has a first call by an example, and no heading twice", async () => {
    const page = await said("");
    expect(page).toContain("It answers every example on these pages");
    expect(page).toContain("http://127.0.0.1:4010/things");
    expect(page.match(/^#+ Operations$/gm)).toEqual(["## Operations"]);
  });
});
