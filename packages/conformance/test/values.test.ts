import type { JsonObject } from "@workflow-api/contract/json";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createMaker } from "../src/index.ts";
import { arbitrarySchema, shapeOf } from "./support/arbitrary-schema.ts";

/** A maker of values for one schema, which may refer to itself as `Root`. */
function benchFor(schema: JsonObject, seed = 1) {
  const shape = shapeOf(schema);
  const violated = (value: unknown): string[] =>
    shape.violations(value).map(({ keyword }) => keyword);
  return { values: createMaker(seed), shape, violated };
}

const runs = { numRuns: 150 };

test("a sample, an edge and a random value are valid by any schema of the profile", () => {
  fc.assert(
    fc.property(arbitrarySchema, fc.nat(9), (schema, seed) => {
      const { shape, values, violated } = benchFor(schema, seed);
      const sample = values.sample(shape);
      expect(sample).not.toBe(undefined);
      expect(violated(sample)).toEqual([]);
      for (const { value } of values.edges(shape)) expect(violated(value)).toEqual([]);
      for (const value of fc.sample(values.arbitrary(shape), { seed, numRuns: 5 }))
        expect(violated(value)).toEqual([]);
    }),
    runs,
  );
});

test("a broken value breaks the keyword that it names, by any schema of the profile", () => {
  fc.assert(
    fc.property(arbitrarySchema, (schema) => {
      const { shape, values, violated } = benchFor(schema);
      for (const { keyword, value } of values.broken(shape))
        expect(violated(value)).toContain(keyword);
    }),
    runs,
  );
});

const closed = { type: "object", additionalProperties: false };
const text = { type: "string" };

test.each<[keyword: string, schema: JsonObject, justBeyond?: unknown[]]>([
  ["additionalProperties", { ...closed, properties: { a: text } }],
  ["additionalProperties", closed],
  ["const", { const: "a" }],
  ["enum", { type: "string", enum: ["a", "b"] }, ["unknown", "A", "B"]],
  ["exclusiveMaximum", { type: "integer", exclusiveMaximum: 5 }],
  ["exclusiveMinimum", { type: "number", exclusiveMinimum: 5 }],
  ["format", { type: "string", format: "email" }],
  ["format", { type: "integer", format: "int32" }],
  ["maxItems", { type: "array", maxItems: 3 }],
  ["maxLength", { type: "string", maxLength: 3 }, ["xxxx"]],
  ["maximum", { type: "integer", maximum: 5 }, [6]],
  ["minItems", { type: "array", minItems: 2, items: { type: "integer" } }],
  ["minLength", { type: "string", minLength: 3 }, ["xx"]],
  ["minimum", { type: "number", minimum: 0 }],
  ["multipleOf", { type: "number", multipleOf: 0.25 }],
  ["oneOf", { oneOf: [closed, { ...closed, properties: { a: text } }] }],
  ["pattern", { type: "string", pattern: "\\S" }],
  ["pattern", { type: "string", pattern: "^a4$", examples: ["a4"] }, ["a1"]],
  ["required", { type: "object", required: ["a"], properties: { a: text } }],
  ["type", { type: "integer" }, [null, true, 1.5, "text", [], {}]],
  ["type", { type: ["string", "null"] }],
  ["uniqueItems", { type: "array", uniqueItems: true, items: { const: "a" } }],
])("%s is broken alone in %o, also by %o", (keyword, schema, justBeyond = []) => {
  const { shape, values, violated } = benchFor(schema);
  const broken = values.broken(shape).filter((each) => each.keyword === keyword);
  expect(broken).not.toEqual([]);
  for (const { value } of broken) expect([...new Set(violated(value))]).toEqual([keyword]);
  expect(broken.map(({ value }) => value)).toEqual(expect.arrayContaining(justBeyond));
});

test.each<[schema: JsonObject, expected: unknown[]]>([
  [{ type: "string" }, ["", " ", "x".repeat(256)]],
  [{ type: "string", minLength: 2, maxLength: 300 }, ["xx", "x".repeat(300)]],
  [{ type: "string", enum: ["a", "b", "c"] }, ["b", "c"]],
  [{ type: "number", minimum: 1, maximum: 9 }, [9, 1.5]],
  [{ type: "integer" }, [2 ** 31]],
  [{ type: "object" }, [{ unknown_member: 1 }, { unknown_member: {} }]],
  [{ type: "object", properties: { a: { const: 1 } } }, [{}]],
  [{ type: "array", items: { const: 1 } }, [[], [1, 1], Array(101).fill(1)]],
  [{ type: "array", items: { const: 1 }, maxItems: 4 }, [[1, 1, 1, 1]]],
  [{ type: ["integer", "null"] }, [null]],
  [{ oneOf: [{ const: "a" }, { const: 5 }] }, [5]],
])("%o has the edges %o", (schema, expected) => {
  const { shape, values } = benchFor(schema);
  expect(values.edges(shape).map(({ value }) => value)).toEqual(expect.arrayContaining(expected));
});

test.each<[schema: JsonObject, expected: unknown]>([
  [
    { type: "object", properties: { at: { type: "string", format: "date" } } },
    { at: "2024-01-31" },
  ],
  [{ type: "string", examples: ["cage-1"] }, "cage-1"],
  [{ type: "string", maxLength: 2, examples: ["too long"] }, "te"],
  // No string is made for this pattern.
  [{ type: "string", pattern: "^(?=a)(?!ab)a.$", examples: ["ac"] }, "ac"],
])("%o has the sample %o", (schema, expected) => {
  const { shape, values } = benchFor(schema);
  expect(values.sample(shape)).toEqual(expected);
});

test("a sample of a recursive schema ends, by an empty list, a missing member or a branch", () => {
  const root = { $ref: "#/components/schemas/Root" };
  for (const [name, schema] of Object.entries<JsonObject>({
    list: { type: "array", items: root },
    member: { type: "object", properties: { next: root, other: root } },
    branch: { oneOf: [root, { type: "null" }] },
  })) {
    const required = { type: "object", required: [name], properties: { [name]: schema } };
    const { shape, values, violated } = benchFor(required);
    expect(violated(values.sample(shape))).toEqual([]);
    expect(JSON.stringify(values.sample(shape)).length).toBeLessThan(500);
    const others = fc.sample(values.arbitrary(shape), { seed: 1, numRuns: 20 });
    expect(others.flatMap(violated)).toEqual([]);
  }
});

test("what is optional is omitted where a schema is within itself", () => {
  const root = { $ref: "#/components/schemas/Root" };
  const { shape, values } = benchFor({
    type: "object",
    properties: { name: { const: "n" }, next: root, other: root },
  });
  expect(values.sample(shape)).toEqual({ name: "n", next: {}, other: {} });
});

test("a value is varied by the branch that it matches", () => {
  const branch = (name: string): JsonObject => ({
    type: "object",
    required: [name],
    properties: { [name]: { type: "string", minLength: 2 } },
    additionalProperties: false,
  });
  const { shape, values } = benchFor({ oneOf: [branch("a"), branch("b")] });
  expect(values.broken(shape, { b: "text" })).toContainEqual(
    expect.objectContaining({
      at: "/b",
      keyword: "minLength",
      pointer: "/components/schemas/Root/oneOf/1/properties/b/minLength",
    }),
  );
});

test("an unsatisfiable schema has no sample and no other values", () => {
  const { shape, values } = benchFor({ type: "string", minLength: 3, maxLength: 1 });
  expect(values.sample(shape)).toBe(undefined);
  expect([...values.broken(shape), ...values.edges(shape)]).toEqual([]);
});
