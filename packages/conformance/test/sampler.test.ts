import type { Shape } from "@workflow-api/contract";
import type { JsonObject, JsonValue } from "@workflow-api/contract/json";
import { expect, test } from "vitest";
import { matchingStrings } from "../src/values/patterns.ts";
import { createSampler } from "../src/values/sampler.ts";
import { shapeOf } from "./support/shape.ts";

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

function object(properties: JsonObject, ...required: string[]): JsonObject {
  return { type: "object", required, properties };
}

/** A tree whose nodes are of many types, of which the last alone has no children. */
function tree(types: number): Record<string, JsonObject> {
  const node = (index: number): JsonObject =>
    object(
      {
        type: { const: `type_${index}` },
        ...(index < types - 1 && { children: { type: "array", minItems: 1, items: ref("Root") } }),
      },
      "type",
      ...(index < types - 1 ? ["children"] : []),
    );
  return { Root: { oneOf: Array.from({ length: types }, (_, index) => node(index)) } };
}

/** Schemas of which each has every other one. */
function mesh(count: number): Record<string, JsonObject> {
  const names = Array.from({ length: count }, (_, index) => (index === 0 ? "Root" : `S${index}`));
  const properties = Object.fromEntries(names.map((name) => [name, ref(name)]));
  return Object.fromEntries(names.map((name) => [name, object(properties)]));
}

/** Each requires two of the next: twice as large with each level. */
function doubling(levels: number): Record<string, JsonObject> {
  const nameOf = (level: number): string => (level === 0 ? "Root" : `L${level}`);
  const schemas = Array.from({ length: levels }, (_, level) => [
    nameOf(level),
    object({ a: ref(nameOf(level + 1)), b: ref(nameOf(level + 1)) }, "a", "b"),
  ]);
  return { ...Object.fromEntries(schemas), [nameOf(levels)]: { type: "string" } };
}

const random = (): (() => number) => {
  let state = 1;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
};

function sizeOf(value: JsonValue | undefined): number {
  return JSON.stringify(value).length;
}

test.each<[title: string, schemas: Record<string, JsonObject>, most: number]>([
  ["a tree of 30 types", tree(30), 1000],
  ["12 schemas that refer to each other", mesh(12), 200_000],
  [
    "a list of 2,000 items",
    { Root: { type: "array", minItems: 2000, uniqueItems: true } },
    100_000,
  ],
])("%s have a valid sample, plain or random, that is not too large", (_, schemas, most) => {
  const shape = shapeOf(schemas["Root"] ?? {}, schemas);
  for (const options of [{}, { random: random() }]) {
    const sample = createSampler(options).sample(shape);
    expect(shape.violations(sample)).toEqual([]);
    expect(sizeOf(sample)).toBeLessThan(most);
  }
});

test.each<[title: string, schemas: Record<string, JsonObject>]>([
  ["a schema that requires itself", { Root: object({ next: ref("Root") }, "next") }],
  ["a list of 2,000,000 items", { Root: { type: "array", minItems: 2_000_000, items: {} } }],
  ["1,048,576 required values", doubling(20)],
])("%s: there is no sample", (_, schemas) => {
  const shape = shapeOf(schemas["Root"] ?? {}, schemas);
  for (const options of [{}, { random: random() }])
    expect(createSampler(options).sample(shape)).toBe(undefined);
});

function sampled(schema: JsonObject, options: Parameters<typeof createSampler>[0]): unknown {
  const shape: Shape = shapeOf(schema);
  const sample = createSampler(options).sample(shape);
  expect(shape.violations(sample)).toEqual([]);
  return sample;
}

test.each<[schema: JsonObject, expected: JsonValue]>([
  [{ type: "object", required: ["undeclared"] }, { undeclared: "text" }],
  [{ type: "string", examples: ["cage-1"] }, "cage-1"],
  [{ type: "string", maxLength: 2, examples: ["too long"] }, "te"],
  [object({ name: { const: "n" }, next: ref("Root") }), { name: "n", next: {} }],
  [
    { type: "array", minItems: 3, uniqueItems: true, items: { type: "string", format: "date" } },
    ["2024-01-31", "2024-01-10", "2024-01-11"],
  ],
  [object({ at: { type: "string", format: "date" } }), { at: "2024-01-31" }],
])("%o has the sample %o", (schema, expected) => {
  expect(sampled(schema, {})).toEqual(expected);
});

test("lists have the length that is asked for, within their limits", () => {
  const list = (limits: JsonObject): JsonObject => ({
    type: "array",
    items: object({ id: { type: "integer" }, tags: { type: "array", items: { type: "string" } } }),
    ...limits,
  });
  const schema = object({
    free: list({}),
    few: list({ maxItems: 2 }),
    many: list({ minItems: 5 }),
  });
  for (const drawn of [undefined, () => 0]) {
    const { few, free, many } = sampled(schema, { items: 3, random: drawn }) as Record<string, []>;
    expect([few, free, many].map((each) => each?.length)).toEqual([2, 3, 5]);
    expect(free?.map(({ tags }) => (tags as []).length)).toEqual([1, 1, 1]);
    expect(new Set(free?.map(({ id }) => id)).size).toBe(3);
  }
});

test("a random source varies values, and the lowest numbers give the plain ones", () => {
  const schema = object({
    id: { type: "string", format: "uuid" },
    kind: { enum: ["a", "b", "c"] },
    name: { type: "string" },
    size: { type: "number", minimum: 0, maximum: 9, multipleOf: 0.1 },
  });
  const source = random();
  const values = Array.from({ length: 20 }, () => sampled(schema, { random: source }));
  expect(new Set(values.map((each) => JSON.stringify(each))).size).toBeGreaterThan(15);
  expect(sampled({ enum: ["a", "b"] }, { random: () => 0 })).toBe("a");
});

test("a string matches a pattern by what generates it, the same for the same seed", () => {
  const schema = { type: "string", pattern: "^[a-z]{3}-\\d{2}$" };
  const made = (seed: number) => sampled(schema, { seed, matching: matchingStrings });
  expect(made(1)).toBe(made(1));
  expect(createSampler().sample(shapeOf(schema))).toBe(undefined);
});
