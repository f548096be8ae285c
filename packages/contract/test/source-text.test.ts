import { expect, test } from "vitest";
import { literal, memberAccess, propertyName, Source } from "../src/calls/index.ts";

test("A name stands in source text as a key and behind an object", () => {
  expect(["then_", "get-thing", "2nd", "ключ"].map(propertyName)).toEqual([
    "then_",
    '"get-thing"',
    '"2nd"',
    '"ключ"',
  ]);
  expect(["then_", "get-thing"].map(memberAccess)).toEqual([".then_", '["get-thing"]']);
});

test("No name of the contract has a meaning of its own in a literal", () => {
  const text = literal({ ["__proto__"]: ["p"], constructor: 1, "x-y": new Source("here") });
  expect(text).toBe('{ ["__proto__"]: ["p"], constructor: 1, "x-y": here }');
});

test("A literal has a line for each member where it is too long for one", () => {
  const value = { ids: [1, 2], left: undefined, none: {}, owner: { name: "Ada" } };
  expect(literal(value)).toBe('{ ids: [1, 2], none: {}, owner: { name: "Ada" } }');
  expect(literal(value, "  ", 20)).toBe(`{
    ids: [1, 2],
    none: {},
    owner: { name: "Ada" },
  }`);
});
