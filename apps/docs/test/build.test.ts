import { readFile, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { afterAll, expect, test } from "vitest";
import { buildSite, temporaryFolder } from "./site.ts";

const folder = await temporaryFolder();

afterAll(() => rm(folder, { recursive: true }));

test("a keyword that the pages have no words for fails the build, with its line", async () => {
  const unknown = "\n          type: boolean\n          $dynamicAnchor: node\n";
  const edit = (text: string): string =>
    text.replace(/(\n {8}acknowledge:)\n {10}type: boolean\n/, `$1${unknown}`);
  const message = await buildSite(edit, folder).then(String, ({ stderr }) => String(stderr));
  expect(message).toContain("The docs cannot show the schema keyword $dynamicAnchor");
  const { file, line } = placeIn(message);
  const lines = (await readFile(file, "utf8")).split("\n");
  expect(lines[line - 1]?.trim()).toBe("$dynamicAnchor: node");
});

/** The file and the line that a message begins with, as its reader would find them. */
function placeIn(message: string) {
  const [, file = "", line = ""] = /^(\S+\.yaml):(\d+):\d+ /m.exec(message) ?? [];
  return { file: resolve(folder, file), line: Number(line) };
}

test("a contract that cannot be read fails the build, with its place", async () => {
  await expect(
    buildSite((text) => text.replace("operationId: getVariablesCage", "summary: none"), folder),
  ).rejects.toMatchObject({
    stderr: expect.stringMatching(/openapi\.yaml:\d+:\d+ /),
  });
});
