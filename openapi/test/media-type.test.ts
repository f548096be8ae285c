import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { lint } from "./lint.ts";

const library = await readFile(new URL("./fixtures/library.yaml", import.meta.url), "utf8");
const printed = library.replaceAll("application/vnd.api+json", "application/pdf");

test("a media type that the configuration lists is no problem", async () => {
  const rule = { severity: "error", also: ["application/pdf"] };
  expect(await lint([printed], { "house/media-type": rule })).toEqual([[]]);
});

test("a media type that the configuration does not list is one, with what to write there", async () => {
  const rule = { severity: "error", also: ["text/csv"] };
  const [problems = []] = await lint([printed], { "house/media-type": rule });
  expect(new Set(problems.map(({ message }) => message))).toEqual(
    new Set([expect.stringContaining("house/media-type: { severity: error, also: [application/pdf] }")]),
  );
});
