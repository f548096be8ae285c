import { expect, test } from "vitest";
import { isWithin, replaceAt, valueAt } from "../src/json.ts";

const value = { "a/b": { "c~": [1, { d: 2 }] } };

test("a JSON Pointer leads to own members and to items", () => {
  expect(valueAt(value, "/a~1b/c~0/1/d")).toBe(2);
  expect(
    ["/a~1b/c~0/01", "/a~1b/c~0/length", "/constructor"].map((at) => valueAt(value, at)),
  ).toEqual([undefined, undefined, undefined]);
  expect(isWithin("/a/b", "/a")).toBe(true);
  expect(isWithin("/ab", "/a")).toBe(false);
});

test.each([
  ["/a~1b/c~0/0", 3, { "a/b": { "c~": [3, { d: 2 }] } }],
  ["/a~1b/c~0/0", undefined, { "a/b": { "c~": [{ d: 2 }] } }],
  ["/a~1b/c~0/1/e", 3, { "a/b": { "c~": [1, { d: 2, e: 3 }] } }],
  ["/a~1b/c~0/1/d", undefined, { "a/b": { "c~": [1, {}] } }],
  ["/e/f", 3, value],
  ["/e", undefined, value],
  ["", undefined, null],
])("a copy has at %s the value %s", (pointer, replacement, expected) => {
  const before = JSON.stringify(value);
  expect(replaceAt(value, pointer, replacement)).toEqual(expected);
  expect(JSON.stringify(value)).toBe(before);
});
