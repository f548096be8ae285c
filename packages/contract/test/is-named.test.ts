import { expect, test } from "vitest";
import { isNamed } from "../src/index.ts";

test.each([
  ["page", ["page"], true],
  ["page[size]", ["page"], true],
  ["page[size]", ["page[size]"], true],
  ["page[a\n][b]", ["page"], true],
  ["page[size]", ["page[number]"], false],
  ["page", ["page[size]"], false],
  ["pages", ["page"], false],
])("the name %j in a query is of %j: %s", (sent, names, expected) => {
  expect(isNamed(new Set(names), sent)).toBe(expected);
});
