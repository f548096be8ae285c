import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { houseRules } from "../rules/plugin.ts";
import { applyEdit, lineOf } from "./edit.ts";
import { lint } from "./lint.ts";
import { documentationRows } from "./rows/documentation-rows.ts";
import { keywordRows } from "./rows/keyword-rows.ts";
import { scenarioRows } from "./rows/scenario-rows.ts";
import { schemaRows } from "./rows/schema-rows.ts";
import { vocabularyRows } from "./rows/vocabulary-rows.ts";

const rows = [...scenarioRows, ...vocabularyRows, ...schemaRows, ...keywordRows, ...documentationRows];
const library = await readFile(new URL("./fixtures/library.yaml", import.meta.url), "utf8");
const texts = rows.map((row) => applyEdit(library, row));
// The media types that the contract has besides are its own business.
const strict = { "house/media-type": { severity: "error", also: [] } };
const [unedited, ...found] = await lint([library, ...texts], strict);

test("the contract that the rows break has no problem", () => {
  expect(unedited).toEqual([]);
});

test.each(rows.map((row, index) => ({ ...row, index })))("$rule refuses $title", ({ rule, at, index }) => {
  const line = lineOf(texts[index] ?? "", at);
  const places = (found[index] ?? []).map(({ message, ...place }) => JSON.stringify(place));
  expect([...new Set(places)]).toEqual([JSON.stringify({ rule, at: `openapi.yaml#${at}`, line })]);
});

test("each rule of the house is broken by a row", () => {
  const broken = new Set(rows.map(({ rule }) => rule));
  expect(houseRules.map(({ id }) => `house/${id}`).filter((rule) => !broken.has(rule))).toEqual([]);
});
