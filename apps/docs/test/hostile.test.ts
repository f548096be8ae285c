import { launchBrowser } from "@workflow-api/workspace/browser";
import { expect, it } from "vitest";
import { startSite } from "../src/serve.ts";
import { docsUrl, hostileContract, hostileTexts, readHostilePages } from "./hostile.ts";
import { buildSite, pagesIn } from "./support.ts";

// One page of each template; nightly all of them.
const templates = ["", "reference/getVariablesCage/", "scenarios/", "questions/"];

it("shows every text of a hostile contract as text", async () => {
  const { folder } = await buildSite(hostileContract());
  const site = await startSite({ folder });
  const browser = await launchBrowser();
  const paths = process.env["THOROUGH"] === "1" ? await pagesIn(folder) : templates;
  const { troubles, text, links } = await readHostilePages(browser, site.url, paths);
  await browser.close();
  await site.close();
  expect(troubles).toEqual([]);
  for (const hostile of hostileTexts) expect(text).toContain(hostile);
  // Guides that are about the contract of this repository are not those of another.
  expect(text).toContain("npx @workflow-api/mock openapi.yaml");
  const guides = (await pagesIn(folder)).filter((path) => path.startsWith("guides/"));
  expect(guides.toSorted()).toEqual(["guides/change/", "guides/mock/", "guides/verify/"]);
  // The documentation elsewhere of a tag, and of an operation.
  for (const path of ["", "reference/getVariablesCage/"])
    expect(links.get(path)).toContain(docsUrl);
});
