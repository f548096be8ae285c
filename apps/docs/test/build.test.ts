import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { contractFile } from "@workflow-api/contract";
import { afterAll, expect, test } from "vitest";
import { buildSite, temporaryFolder } from "./site.ts";

const original = await readFile(contractFile(), "utf8");
const folder = await temporaryFolder();

afterAll(() => rm(folder, { recursive: true }));

test("a keyword that the pages have no words for fails the build, with its line", {
  timeout: 120_000,
}, async () => {
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

test("webhooks, which have no pages, fail the build with their line", { timeout: 120_000 }, async () => {
  const broken = original.replace(
    "\npaths:\n",
    "\nwebhooks:\n  done:\n    post:\n      operationId: done\n      responses: { '200': { description: Done. } }\npaths:\n",
  );
  await expect(buildSite(broken, folder)).rejects.toMatchObject({
    stderr: expect.stringMatching(/openapi\.yaml:\d+:\d+ The docs cannot show webhooks/),
  });
});

test("what the pages have no part for is shown as the contract has it", { timeout: 120_000 }, async () => {
  const added = original
    .replace(
      "      operationId: getVariablesCage\n",
      "      operationId: getVariablesCage\n      externalDocs: { url: https://docs.example.com/cages }\n",
    )
    .replace(
      '        "200":\n          description: The variable cage,',
      '        "200":\n          links: { again: { operationId: getVariablesCage } }\n          description: The variable cage,',
    );
  await buildSite(added, folder);
  const page = await readFile(join(folder, "dist/reference/getVariablesCage/index.html"), "utf8");
  expect(page).toContain('data-member="externalDocs"');
  expect(page).toContain('data-member="links"');
});

test("a contract that cannot be read fails the build, with its place", { timeout: 120_000 }, async () => {
  await expect(
    buildSite(original.replace("operationId: getVariablesCage", "summary: none"), folder),
  ).rejects.toMatchObject({
    stderr: expect.stringMatching(/openapi\.yaml:\d+:\d+ /),
  });
});
