import { type JsonObject, readContract, type Shape } from "@workflow-api/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createMaker, type Maker } from "../src/index.ts";
import { arbitrarySchema } from "./support/arbitrary-schema.ts";

interface Bench {
  readonly values: Maker;
  readonly shape: Shape;
  violated(value: unknown): string[];
}

/** A maker of values for one schema, which may refer to itself as `Root`. */
function benchFor(schema: JsonObject | boolean, seed = 1): Bench {
  const document = {
    openapi: "3.1.1",
    info: { title: "Values", version: "1" },
    paths: {},
    components: { schemas: { Root: schema } },
  };
  const contract = readContract(document);
  const shape = contract.shape("/components/schemas/Root");
  return {
    values: createMaker(seed),
    shape,
    violated: (value) => shape.violations(value).map(({ keyword }) => keyword),
  };
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
const table: readonly (readonly [keyword: string, schema: JsonObject])[] = [
  ["additionalProperties", { ...closed, properties: { a: { type: "string" } } }],
  ["additionalProperties", closed],
  ["const", { const: "a" }],
  ["enum", { type: "string", enum: ["a", "b"] }],
  ["exclusiveMaximum", { type: "integer", exclusiveMaximum: 5 }],
  ["exclusiveMinimum", { type: "number", exclusiveMinimum: 5 }],
  ["format", { type: "string", format: "email" }],
  ["format", { type: "integer", format: "int32" }],
  ["maxItems", { type: "array", maxItems: 3 }],
  ["maxLength", { type: "string", maxLength: 300 }],
  ["maximum", { type: "integer", maximum: 5 }],
  ["minItems", { type: "array", minItems: 2, items: { type: "integer" } }],
  ["minLength", { type: "string", minLength: 1 }],
  ["minimum", { type: "number", minimum: 0 }],
  ["multipleOf", { type: "number", multipleOf: 0.25 }],
  [
    "oneOf",
    {
      oneOf: [
        { properties: { a: { type: "string" } }, required: ["a"] },
        { properties: { b: true }, required: ["b"] },
      ],
    },
  ],
  ["pattern", { type: "string", pattern: "\\S" }],
  ["required", { type: "object", required: ["a"], properties: { a: { type: "string" } } }],
  ["type", { type: ["string", "null"] }],
  ["uniqueItems", { type: "array", uniqueItems: true, items: { type: "string", enum: ["a"] } }],
];

test.each(table)("%s is broken alone in %o", (keyword, schema) => {
  const { shape, values, violated } = benchFor(schema);
  const broken = values.broken(shape).filter((each) => each.keyword === keyword);
  expect(broken).not.toEqual([]);
  for (const { value } of broken) expect([...new Set(violated(value))]).toEqual([keyword]);
});

test.each([
  ["type of one type", { type: "integer" }, [null, true, 1.5, "text", [], {}]],
  ["maximum", { type: "integer", maximum: 5 }, [6]],
  ["minLength", { type: "string", minLength: 3 }, ["xx"]],
  ["maxLength", { type: "string", maxLength: 3 }, ["xxxx"]],
  ["another case of a choice", { type: "string", enum: ["a", "b"] }, ["unknown", "A", "B"]],
  ["a digit of a pattern", { type: "string", pattern: "^a4$", examples: ["a4"] }, ["a1"]],
])("a value just beyond is tried: %s", (_, schema, expected) => {
  const { shape, values } = benchFor(schema as JsonObject);
  expect(values.broken(shape).map(({ value }) => value)).toEqual(expect.arrayContaining(expected));
});

test.each([
  ["a free text", { type: "string" }, ["", " ", "x".repeat(256)]],
  [
    "a text of limited length",
    { type: "string", minLength: 2, maxLength: 300 },
    ["xx", "x".repeat(300)],
  ],
  ["a choice", { enum: ["a", "b", "c"], type: "string" }, ["b", "c"]],
  ["a number with bounds", { type: "number", minimum: 1, maximum: 9 }, [9, 1.5]],
  ["an open object", { type: "object" }, [{ unknown_member: 1 }, { unknown_member: {} }]],
  [
    "a free list",
    { type: "array", items: { type: "integer" } },
    [[], [1, 1], Array.from({ length: 101 }, () => 1)],
  ],
  ["a list with a limit", { type: "array", items: { const: 1 }, maxItems: 4 }, [[1, 1, 1, 1]]],
  ["null beside a type", { type: ["integer", "null"] }, [null]],
  [
    "branches",
    {
      oneOf: [{ const: "a" }, { type: "object", required: ["b"], properties: { b: { const: 5 } } }],
    },
    [{ b: 5 }],
  ],
  ["an optional member", { type: "object", properties: { a: { const: 1 } } }, [{}]],
])("the edges of %s are tried", (_, schema, expected) => {
  const { shape, values } = benchFor(schema as JsonObject);
  expect(values.edges(shape).map(({ value }) => value)).toEqual(expect.arrayContaining(expected));
});

test.each<readonly [string, JsonObject, unknown]>([
  [
    "has every optional member",
    { type: "object", properties: { at: { type: "string", format: "date" } } },
    { at: "2024-01-31" },
  ],
  ["is an example of the schema", { type: "string", examples: ["cage-1"] }, "cage-1"],
  ["is no invalid example", { type: "string", maxLength: 2, examples: ["too long"] }, "te"],
  [
    "is an example where the pattern cannot be sampled",
    { type: "string", pattern: "^(?=a)(?!ab)a.$", examples: ["ac"] },
    "ac",
  ],
])("a sample %s", (_, schema, expected) => {
  const { shape, values } = benchFor(schema);
  expect(values.sample(shape)).toEqual(expected);
});

test("a sample of a recursive schema ends, by an empty list, a missing member or a branch", () => {
  const root = { $ref: "#/components/schemas/Root" };
  const schemas: JsonObject[] = [
    { type: "object", required: ["list"], properties: { list: { type: "array", items: root } } },
    {
      type: "object",
      required: ["name"],
      properties: { name: { type: "string" }, next: root, other: root },
    },
    {
      type: "object",
      required: ["next"],
      properties: { next: { oneOf: [root, { type: "null" }] } },
    },
  ];
  for (const schema of schemas) {
    const { shape, values, violated } = benchFor(schema);
    expect(violated(values.sample(shape))).toEqual([]);
    expect(JSON.stringify(values.sample(shape)).length).toBeLessThan(500);
    expect(fc.sample(values.arbitrary(shape), { seed: 1, numRuns: 20 }).flatMap(violated)).toEqual(
      [],
    );
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
  expect([values.sample(shape), values.broken(shape), values.edges(shape)]).toEqual([
    undefined,
    [],
    [],
  ]);
});

test("the same seed gives the same values, and another seed other strings of a pattern", () => {
  const schema = { type: "string", pattern: "^[a-f]{8}$" };
  const [one, same, other] = [1, 1, 2].map((seed) =>
    benchFor(schema, seed).values.sample(benchFor(schema).shape),
  );
  expect(same).toBe(one);
  expect(other).not.toBe(one);
});
