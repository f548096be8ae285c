import { formats, readContract, type Shape } from "@workflow-api/contract";
import type { JsonObject, JsonValue } from "@workflow-api/contract/json";
import { furtherContract } from "@workflow-api/workspace/fixtures";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createMaker } from "../src/index.ts";
import { shapeOf } from "./support/shape.ts";

const { arbitrary, around, boundaries, sample } = createMaker();

function keywordsBrokenBy(shape: Shape, value: JsonValue | undefined): string[] {
  return [...new Set(shape.violations(value).map(({ keyword }) => keyword))];
}

const edgesOf = (shape: Shape): JsonValue[] =>
  around(shape)
    .filter(({ keyword }) => keyword === undefined)
    .map(({ value }) => value);

test("values of each schema of a contract that uses all of the profile are what they say", () => {
  const contract = readContract(furtherContract());
  const parts = contract.operations.flatMap(({ parameters, requestBody, responses }) => [
    ...parameters,
    ...[requestBody, ...responses].flatMap((each) => each?.content ?? []),
  ]);
  for (const { shape } of parts) {
    const random = fc.sample(arbitrary(shape), { seed: 1, numRuns: 5 });
    for (const value of [sample(shape), ...random])
      expect(keywordsBrokenBy(shape, value)).toEqual([]);
    for (const { keyword, value } of around(shape)) {
      const broken = keywordsBrokenBy(shape, value);
      if (keyword === undefined) expect(broken).toEqual([]);
      else expect(broken).toContain(keyword);
    }
  }
});

const closed = { type: "object", additionalProperties: false };
const text = { type: "string" };

test.each<[keyword: string, schema: JsonObject, nearMisses?: unknown[]]>([
  ["enum", { type: "string", enum: ["a", "b"] }, ["unknown", "A", "B", "a,b"]],
  ["exclusiveMaximum", { type: "integer", exclusiveMaximum: 5 }, [5]],
  ["exclusiveMinimum", { type: "number", exclusiveMinimum: 5 }, [5]],
  ["format", { type: "string", format: "date" }, ["2024-02-30", "20240131", "2024-01-31\n"]],
  ["enum", { enum: [2, 3, 5] }, [4, 6]],
  ["maxItems", { type: "array", maxItems: 3 }],
  ["maxLength", { type: "string", maxLength: 3 }, ["xxxx"]],
  ["maximum", { type: "integer", maximum: 5 }, [6]],
  ["minItems", { type: "array", minItems: 2, items: { type: "integer" } }],
  ["minLength", { type: "string", minLength: 3 }, ["xx"]],
  ["minimum", { type: "number", minimum: 3, multipleOf: 1 }, [2]],
  ["multipleOf", { type: "number", multipleOf: 0.25 }],
  ["oneOf", { oneOf: [closed, { ...closed, properties: { a: text } }] }],
  ["pattern", { type: "string", pattern: "^a4$" }, ["A4", "a4\n", "4", "a１"]],
  [
    "pattern",
    { type: "string", pattern: "^a{2,4}b{2,4}$", examples: ["aabb"] },
    ["aaaaabb", "aabbbbb"],
  ],
  ["pattern", { type: "string", pattern: "^[A-HJ-Z]-[0-9]+$", examples: ["A-1"] }, ["I-1", "A1"]],
  ["maxProperties", { type: "object", maxProperties: 2, additionalProperties: text }],
  ["required", { type: "object", required: ["a"], properties: { a: text } }],
  [
    "type",
    { type: "integer" },
    [null, true, 1.5, "text", [], {}, "1", "+1", "1_0", "１", "NaN", ""],
  ],
  ["type", { type: "boolean" }, ["true", [true], 1, "yes", " true"]],
  ["type", { type: "array", minItems: 1, items: text }, ["text"]],
  [
    "enum",
    { type: "array", items: { enum: ["a", "b"] } },
    [
      ["a", ""],
      ["a", " b"],
    ],
  ],
  ["enum", { enum: ["first", "second"] }, ["", "firs", "-second"]],
  ["propertyNames", { propertyNames: { pattern: "^a$" }, minProperties: 1 }, [{ A: "text" }]],
  [
    "maxItems",
    { maxItems: 2, uniqueItems: true, items: { anyOf: [{ const: "a" }, { type: "integer" }] } },
  ],
  ["maxProperties", { propertyNames: { pattern: "^a+$" }, minProperties: 1, maxProperties: 2 }],
  ["uniqueItems", { type: "array", uniqueItems: true, items: { enum: [1, 2] } }, [[1, 2, 1]]],
  ["type", { type: "string", pattern: "^[0-9]$", examples: ["7"] }, [7, ["7"]]],
  ["type", { type: "object", properties: { a: text } }, [[{ a: "text" }]]],
  ["uniqueItems", { type: "array", uniqueItems: true, items: { const: "a" } }],
])("%s is broken alone in %o, also by %o", (keyword, schema, nearMisses = []) => {
  const shape = shapeOf(schema);
  const broken = around(shape).filter((each) => each.keyword === keyword);
  expect(broken).not.toEqual([]);
  for (const { value } of broken) expect(keywordsBrokenBy(shape, value)).toEqual([keyword]);
  expect(broken.map(({ value }) => value)).toEqual(expect.arrayContaining(nearMisses));
});

test.each(formats.filter((format) => !/int|float|double/.test(format)))(
  "the format %s has several valid strings and near misses",
  (format) => {
    const shape = shapeOf({ type: "string", format });
    const misses = around(shape).filter(({ keyword }) => keyword === "format");
    expect(misses.length).toBeGreaterThan(1);
    expect(keywordsBrokenBy(shape, sample(shape))).toEqual([]);
  },
);

test.each<[schema: JsonObject, expected: unknown[]]>([
  [{ type: "string" }, ["", " ", "x".repeat(256), "Zoë's 100% 😀", "é".repeat(256)]],
  [{ type: "string", minLength: 2, maxLength: 300 }, ["xx", "x".repeat(300)]],
  [{ type: "string", format: "date-time" }, ["0001-01-01T00:00:00Z"]],
  [{ type: "number", minimum: 1, maximum: 9 }, [9, 1.5]],
  [{ type: "integer" }, [2 ** 31, 1e18]],
  [{ type: "object" }, [{ unknown_member: 1 }, { unknown_member: {} }]],
  [{ type: "array", items: { const: 1 } }, [[], [1, 1], Array(101).fill(1)]],
  [{ type: "array", maxItems: 3, items: { const: 1 } }, [[1, 1, 1]]],
  [{ oneOf: [{ const: "a" }, { const: 5 }] }, [5]],
])("%o has the edges %o", (schema, expected) => {
  expect(edgesOf(shapeOf(schema))).toEqual(expect.arrayContaining(expected));
});

test("a value is varied by the branch that it matches", () => {
  const branch = (name: string): JsonObject => ({
    type: "object",
    required: [name],
    properties: { [name]: { type: "string", minLength: 2 } },
    additionalProperties: false,
  });
  const shape = shapeOf({ oneOf: [branch("a"), branch("b")] });
  for (const [base, at, index] of [
    [{ a: "text" }, "/a", 0],
    [{ b: "text" }, "/b", 1],
    [{ a: "text" }, "/b", 1],
  ] as const) {
    const pointer = `/components/schemas/Root/oneOf/${index}/properties${at}/minLength`;
    expect(around(shape, base)).toContainEqual(
      expect.objectContaining({ at, keyword: "minLength", pointer }),
    );
  }
});

test.each<[what: string, schema: JsonObject, expected: unknown[]]>([
  ["a list", { type: "array", items: { type: "string" }, maxItems: 7, uniqueItems: true }, [7, 8]],
  ["an object", { minProperties: 2, properties: { a: {}, b: {}, c: {} }, type: "object" }, [1, 2]],
])("the boundaries of %s have its size and the next one", (_what, schema, sizes) => {
  const values = boundaries(shapeOf(schema));
  expect(values.map((value) => new Set(Object.values(Object(value))).size)).toEqual(
    expect.arrayContaining(sizes),
  );
});

test("the boundaries of a union have each branch and each listed value", () => {
  const branches = ["a", "b"].map((kind) => ({
    type: "object",
    required: ["kind"],
    properties: { kind: { const: kind } },
  }));
  const values = boundaries(shapeOf({ oneOf: [...branches, { enum: [1, 2] }] }));
  expect(values).toEqual(expect.arrayContaining([{ kind: "a" }, { kind: "b" }, 1, 2]));
});

test("an unsatisfiable schema has no values", () => {
  expect(around(shapeOf({ type: "string", minLength: 3, maxLength: 1 }))).toEqual([]);
});
