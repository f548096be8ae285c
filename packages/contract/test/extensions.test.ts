import { expect, test } from "vitest";
import { askedIncludes, type Include, pruneIncludes, withIncludes } from "../src/index.ts";
import type { JsonValue } from "../src/json.ts";
import { unaskedPointers } from "../src/scenarios/extensions.ts";
import { further, operation } from "./contract.ts";

const note = operation(further, "getNote");
const cage = operation(further, "getVariablesCage");
const body = { number: 7, writer: { name: "Ada", team: { size: 2 } } };

function asked(...values: readonly string[]): Include[] {
  return askedIncludes(note, new Map([["query with", values]]));
}

test("a body keeps the requested includes and their parents", () => {
  expect(pruneIncludes(note, asked("writer"), body)).toEqual({
    number: 7,
    writer: { name: "Ada" },
  });
  expect(pruneIncludes(note, asked("team"), body)).toEqual(body);
});

test("an include may be asked for by a number", () => {
  const asks = { value: "1", adds: "/a", parameter: { key: "query n", isList: true } };
  const askedBy = (value: JsonValue) =>
    askedIncludes({ includes: [asks] }, new Map([["query n", value]]));
  expect([[1], 1, [2], 2].map(askedBy)).toEqual([[asks], [asks], [], []]);
});

test("each of the eight combinations has values that request it", () => {
  for (let set = 0; set < 8; set++) {
    const wanted = cage.includes.filter((_, index) => ((set >> index) & 1) === 1);
    const values = withIncludes(cage, new Map([["path id", "x"]]), wanted);
    expect(values.get("path id")).toBe("x");
    expect(values.has("query include")).toBe(wanted.length > 0);
    expect(askedIncludes(cage, values)).toEqual(wanted);
    expect(unaskedPointers(cage, wanted)).toHaveLength(3 - wanted.length);
  }
});
