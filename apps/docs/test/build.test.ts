import { readFile, rm } from "node:fs/promises";
import { contractFile } from "@workflow-api/contract";
import { afterAll, expect, test } from "vitest";
import { buildSite, temporaryFolder } from "./site.ts";

const original = await readFile(contractFile(), "utf8");
const folder = await temporaryFolder();

afterAll(() => rm(folder, { recursive: true }));

test("a keyword that the pages have no words for fails the build, with its line", async () => {
  const broken = original.replace(
    "        acknowledge:\n          type: boolean\n",
    "        acknowledge:\n          type: boolean\n          $dynamicAnchor: node\n",
  );
  const line = broken.slice(0, broken.indexOf("$dynamicAnchor")).split("\n").length;
  await expect(buildSite(broken, folder)).rejects.toMatchObject({
    stderr: expect.stringMatching(
      new RegExp(`openapi\\.yaml:${line}:\\d+ The docs cannot show the schema keyword \\$dynamicAnchor`),
    ),
  });
});

test("a contract that cannot be read fails the build, with its place", async () => {
  await expect(
    buildSite(original.replace("operationId: getVariablesCage", "summary: none"), folder),
  ).rejects.toMatchObject({
    stderr: expect.stringMatching(/openapi\.yaml:\d+:\d+ /),
  });
});
