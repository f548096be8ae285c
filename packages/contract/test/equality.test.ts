import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../src/index.ts";
import { isEqual } from "../src/is-equal.ts";
import { createSchemaJudge } from "../src/schema-judge.ts";
import type { Violation } from "../src/violation.ts";

function judgement(schema: JsonObject): (value: JsonValue) => readonly Violation[] {
  const document = { openapi: "3.1.1", components: { schemas: { Subject: schema } } };
  return createSchemaJudge(document).compile("/components/schemas/Subject").validate;
}

// The names of what every object of JavaScript inherits: in JSON they are members like any other.
const name = fc.constantFrom("a", "toString", "valueOf", "constructor", "hasOwnProperty", "__proto__");

const { value: anyValue } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    fc.constantFrom<JsonValue>(null, true, 0, 1, "", "a", "__proto__", "toString"),
    fc.array(tie("value"), { maxLength: 2 }),
    // As a parser makes it: a member of its own, whatever its name.
    fc.dictionary(name, tie("value"), { maxKeys: 2 }).map((members) => JSON.parse(JSON.stringify(members))),
  ),
}));

const values = fc.array(anyValue, { minLength: 1, maxLength: 4 });

function keywordsOf(violations: readonly Violation[]): string[] {
  return violations.map(({ keyword }) => keyword);
}

describe("Values are compared as JSON, whatever their members are called", () => {
  test("by const", () => {
    fc.assert(
      fc.property(anyValue, values, (stated, others) => {
        const judge = judgement({ const: stated });
        expect(judge(JSON.parse(JSON.stringify(stated)))).toEqual([]);
        for (const value of others)
          expect(keywordsOf(judge(value))).toEqual(isEqual(stated, value) ? [] : ["const"]);
      }),
    );
  });

  test("by enum", () => {
    fc.assert(
      fc.property(values, values, (stated, others) => {
        const judge = judgement({ enum: stated });
        for (const value of [...structuredClone(stated), ...others]) {
          const isStated = stated.some((one) => isEqual(one, value));
          expect(keywordsOf(judge(value))).toEqual(isStated ? [] : ["enum"]);
        }
      }),
    );
  });

  test("by uniqueItems, with and without a type of the items", () => {
    fc.assert(
      fc.property(values, fc.constantFrom({}, { items: { type: ["string", "object"] } }), (items, others) => {
        const judge = judgement({ ...others, uniqueItems: true });
        const isTwice = items.some((item, place) => items.findIndex((one) => isEqual(one, item)) < place);
        expect(keywordsOf(judge(items)).includes("uniqueItems")).toBe(isTwice);
        expect(keywordsOf(judge([...items, ...structuredClone(items)]))).toContain("uniqueItems");
      }),
    );
  });
});

test("An enum without a value is refused: somebody forgot it", () => {
  expect(() => judgement({ enum: [] })).toThrow("an enum must have a value, for nothing is one of none");
});

test("What is there twice is told by its places", () => {
  const judge = judgement({ uniqueItems: true });
  expect(judge([{}, { a: 1 }, "b", { a: 1 }])).toEqual([
    {
      keyword: "uniqueItems",
      message: "must NOT have duplicate items (items ## 1 and 3 are identical)",
      pointer: "",
    },
  ]);
});

test("What is no value of a const or an enum is told with what they state, in their order", () => {
  const judge = judgement({ enum: [{ a: 1 }, { a: 2 }], const: { a: 1 }, not: {} });
  expect(judge({ a: 3 }).map(({ message }) => message)).toEqual([
    'must be equal to constant {"a":1}',
    'must be equal to one of the allowed values: {"a":1}, {"a":2}',
    "must NOT be valid",
  ]);
});
