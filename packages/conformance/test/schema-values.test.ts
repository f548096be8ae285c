import { ContractError, type JsonObject, type JsonValue } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { deriveAnswers, deriveCases } from "../src/index.ts";
import { createJudge } from "../src/schema/judge.ts";
import { agreedValid, invalidValues, validValues } from "../src/schema/values.ts";
import { contractOf, documentWith } from "./support/contract-with.ts";
import { thingOf } from "./support/thing.ts";

/** A schema for each keyword that refuses values. */
const schemas: readonly [keyword: string, schema: JsonValue][] = [
  ["type", { type: "string" }],
  ["type", { type: ["string", "null"] }],
  ["type", { type: "integer" }],
  ["enum", { type: "string", enum: ["a", "b"] }],
  ["const", { const: 7 }],
  ["minimum", { type: "integer", minimum: 3 }],
  ["minimum", { type: "integer", format: "int64", minimum: 3 }],
  ["minimum", { type: ["number", "null"], format: "float", minimum: 0.5 }],
  ["const", { const: { format: "of-the-data", discriminator: 1 } }],
  ["maximum", { type: "number", maximum: -3.5 }],
  ["exclusiveMinimum", { type: "number", exclusiveMinimum: 0 }],
  ["exclusiveMaximum", { type: "integer", exclusiveMaximum: 10, minimum: 2 }],
  ["multipleOf", { type: "number", multipleOf: 0.5 }],
  ["multipleOf", { type: "integer", multipleOf: 7, minimum: 8 }],
  ["minLength", { type: "string", minLength: 12 }],
  ["maxLength", { type: "string", maxLength: 2 }],
  ["pattern", { type: "string", pattern: "^[A-Z]{2}-\\d+$" }],
  ["format", { type: "integer", format: "int32" }],
  ["format", { type: ["number", "null"], format: "int64" }],
  ["format", { type: "string", format: "byte", minLength: 1 }],
  ...[
    "date",
    "date-time",
    "duration",
    "email",
    "hostname",
    "ipv4",
    "ipv6",
    "json-pointer",
    "regex",
    "time",
  ].map((format): [string, JsonValue] => ["format", { type: "string", format }]),
  ...["relative-json-pointer", "uri", "uri-reference", "uri-template", "uuid"].map(
    (format): [string, JsonValue] => ["format", { type: "string", format }],
  ),
  ["minItems", { type: "array", items: { type: "integer" }, minItems: 2 }],
  ["maxItems", { type: "array", items: { type: "string" }, maxItems: 2 }],
  ["uniqueItems", { type: "array", items: { type: "string" }, minItems: 2, uniqueItems: true }],
  ["contains", { type: "array", contains: { type: "integer", minimum: 5 } }],
  ["type", { type: "array", prefixItems: [{ type: "string" }, { type: "integer" }], items: false }],
  [
    "required",
    { type: "object", required: ["a"], properties: { a: { type: "string" }, b: { type: "integer" } } },
  ],
  ["additionalProperties", { type: "object", properties: { a: {} }, additionalProperties: false }],
  ["type", { type: "object", required: ["format"], properties: { format: { type: "integer" } } }],
  ["type", { type: "object", additionalProperties: { type: "integer" }, minProperties: 1 }],
  ["minProperties", { type: "object", minProperties: 2 }],
  ["maxProperties", { type: "object", properties: { a: { type: "string" } }, maxProperties: 1 }],
  ["propertyNames", { type: "object", propertyNames: { pattern: "^[a-z]+$" }, properties: { a: {} } }],
  ["dependentRequired", { type: "object", properties: { a: {}, b: {} }, dependentRequired: { a: ["b"] } }],
  ["oneOf", { oneOf: [{ type: "string" }, { type: "integer" }] }],
  [
    "oneOf",
    {
      oneOf: [
        { type: "integer", multipleOf: 2 },
        { type: "integer", multipleOf: 3 },
      ],
    },
  ],
  [
    "anyOf",
    { anyOf: [{ type: "object", required: ["a"], properties: { a: { const: 1 } } }, { type: "null" }] },
  ],
  ["not", { type: "string", not: { enum: ["forbidden"] } }],
  [
    "required",
    {
      allOf: [
        { type: "object", required: ["a"], properties: { a: {} } },
        { properties: { b: { type: "null" } } },
      ],
    },
  ],
  [
    "required",
    {
      type: "object",
      required: ["state"],
      properties: { state: { enum: ["open", "frozen"] }, reason: { type: "string" } },
      if: { properties: { state: { const: "frozen" } } },
      // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
      then: { required: ["reason"] },
    },
  ],
  [
    "maxItems",
    {
      type: "object",
      properties: { guest: { type: "boolean" }, notes: { type: "array", items: { type: "string" } } },
      if: { properties: { guest: { const: true } }, required: ["guest"] },
      else: { properties: { notes: { maxItems: 0 } } },
    },
  ],
  [
    "maximum",
    {
      type: "object",
      properties: { company: { type: "string" }, nights: { type: "integer", maximum: 30 } },
      dependentSchemas: { company: { properties: { nights: { maximum: 14 } } } },
    },
  ],
  ["items", { type: "array", prefixItems: [{ type: "string" }], items: false }],
  ["unevaluatedItems", { type: "array", prefixItems: [{ type: "string" }], unevaluatedItems: false }],
  ["maxContains", { type: "array", items: { type: "integer" }, contains: { minimum: 5 }, maxContains: 2 }],
  ["minContains", { type: "array", items: { type: "integer" }, contains: { minimum: 5 }, minContains: 2 }],
  ["contains", { type: "array", items: { enum: ["a", "b"] }, contains: { const: "a" } }],
  ["not", { type: "object", properties: { a: {}, b: { type: "integer" } }, not: { required: ["a", "b"] } }],
  ["dependentRequired", { type: "object", properties: { a: {}, b: {} }, dependentRequired: { a: ["b"] } }],
  [
    "propertyNames",
    { type: "object", propertyNames: { maxLength: 8 }, additionalProperties: { type: "string" } },
  ],
  ["pattern", { type: "object", patternProperties: { "^x-": { type: "string", pattern: "^[a-z]+$" } } }],
  ["minimum", { oneOf: [{ type: "string" }, { type: "integer", minimum: 3 }] }],
  [
    "unevaluatedProperties",
    { type: "object", allOf: [{ properties: { a: {} } }], unevaluatedProperties: false },
  ],
];

test.each(schemas)("values that break %s, and only such, are made for %j", async (keyword, schema) => {
  const { model, world } = await thingOf(documentWith(schema));

  const invalid = invalidValues(world, model);
  expect(invalid.map((value) => value.keyword)).toContain(keyword);
  for (const { value } of invalid) expect(model.validate(value)).not.toEqual([]);
  for (const { value } of validValues(world, model)) expect(model.validate(value)).toEqual([]);
});

test.each([
  { type: "string", minItems: 0 },
  { type: "object", required: ["a"], additionalProperties: { type: "integer" } },
  { allOf: [{ type: "object" }, { pattern: "^a" }] },
  { type: "object", required: ["a"], additionalProperties: false },
])("A schema with something of no use is judged all the same: %j", async (schema) => {
  const { model, world } = await thingOf(documentWith(schema));
  for (const value of [null, "a", "b", 1, {}, { a: 1 }, { a: "x" }, []])
    expect(world.judge.accepts([model.pointer], value)).toBe(model.validate(value).length === 0);
});

test("A text of characters beyond the first plane is broken in length, and one of almost any form in its pattern.", async () => {
  const text = { type: "string", minLength: 2, maxLength: 5, pattern: "^\\S.*$" };
  const { model, world } = await thingOf(documentWith(text));
  const invalid = invalidValues(world, model, "🦆🦆").filter(({ alone }) => alone);
  const broken = new Map(invalid.map(({ keyword, value }) => [keyword, value]));
  expect(broken.get("minLength")).toBe("🦆");
  expect(broken.get("maxLength")).toBe("🦆".repeat(6));
  expect(broken.get("pattern")).toBe(" 🦆🦆");
});

test("A schema that refers to itself ends.", async () => {
  const node = {
    type: "object",
    required: ["name"],
    properties: {
      name: { type: "string" },
      children: { type: "array", items: { $ref: "#/components/schemas/Thing" } },
    },
  };
  const { model, world } = await thingOf(documentWith(node));
  const invalid = invalidValues(world, model);
  expect(invalid.some(({ at, keyword }) => at === "/children/0" && keyword === "required")).toBe(true);
});

test("What a schema beside a $ref says of the items is not taken for what is said of them there.", async () => {
  const texts = { $ref: "#/components/schemas/Thing/$defs/texts" };
  const lists = {
    type: "object",
    properties: { any: texts, one: { ...texts, items: { enum: ["x", "y"] } } },
    $defs: { texts: { type: "array", items: { type: "string" } } },
  };
  const { model, world } = await thingOf(documentWith(lists));
  const invalid = invalidValues(world, model, { any: [], one: [] }).map(({ value }) => value);
  expect(invalid).toContainEqual({ any: [], one: ["x", "unknown"] });
});

test.each<[JsonObject, number[], number[]]>([
  [{ minimum: 5, exclusiveMinimum: 0 }, [5, 6], [-1, 0, 4]],
  [{ minimum: 0, exclusiveMinimum: 5 }, [6], [-1, 0, 5]],
  [{ maximum: 5, exclusiveMaximum: 9 }, [4, 5], [6, 9]],
  [{ maximum: 9, exclusiveMaximum: 5 }, [4], [5, 9, 10]],
  [{ minimum: 5, exclusiveMinimum: 5 }, [6], [5]],
])("Of two bounds on one side both validators heed the narrower one: %j", async (bounds, taken, refused) => {
  const { model, world } = await thingOf(documentWith({ type: "integer", ...bounds }));
  expect(taken.map((value) => agreedValid(world, model, value))).toEqual(taken.map(() => true));
  expect(refused.map((value) => agreedValid(world, model, value))).toEqual(refused.map(() => false));
});

test("A bound that is data is left as it is.", async () => {
  const data = { exclusiveMinimum: 0, minimum: 5 };
  const { model, world } = await thingOf(documentWith({ const: data }));
  expect(agreedValid(world, model, data)).toBe(true);
});

test("An item that Ajv takes for evaluated beside contains is no case, and no disagreement.", async () => {
  const list = { type: "array", contains: { const: 1 }, unevaluatedItems: { type: "integer" } };
  const { model, world } = await thingOf(documentWith(list));
  expect(agreedValid(world, model, [1, "text"])).toBeUndefined();
  expect(agreedValid(world, model, [1, 2])).toBe(true);
  expect(agreedValid(world, model, ["text"])).toBe(false);
});

test("An empty list that Ajv takes to contain what the list before it did is no case, and no disagreement.", async () => {
  const lists = { type: "array", items: { type: "array", contains: { const: 1 } } };
  const { model, world } = await thingOf(documentWith(lists));
  expect([model.validate([[]]).length, model.validate([[1], []]).length]).toEqual([1, 0]);
  expect(world.judge.accepts([model.pointer], [[1], []])).toBe(false);
  expect(agreedValid(world, model, [[1], []])).toBe(undefined);
  expect(agreedValid(world, model, [[]])).toBe(false);
});

test.each<JsonObject>([
  { patternProperties: { "^[A-Z_]+$": { type: "integer" } }, additionalProperties: false },
  { properties: { a: {}, b: {}, c: {} }, additionalProperties: false },
  { propertyNames: { enum: ["a", "b", "c"] }, additionalProperties: { type: "integer" } },
])("A bound of members is broken by members that are allowed: %j", async (schema) => {
  const { model, world } = await thingOf(documentWith({ type: "object", maxProperties: 2, ...schema }));
  const invalid = invalidValues(world, model).filter(({ alone }) => alone);
  expect(invalid.map(({ keyword }) => keyword)).toContain("maxProperties");
});

test("A schema that the second validator cannot judge by is told with its place.", async () => {
  const { document, locate } = await contractOf(documentWith({ type: "integer" }));
  const judge = createJudge({
    document: { ...document, components: { schemas: { Thing: { $ref: "#/nothing" } } } },
    locate,
  });
  expect(() => judge.accepts(["/components/schemas/Thing"], 1)).toThrow(ContractError);
  expect(() => judge.accepts(["/components/schemas/Thing"], 1)).toThrow(
    /openapi\.json:\d+:\d+ .* cannot judge .* \(\/components\/schemas\/Thing\)/,
  );
});

test.each([
  { type: "integer", enum: ["a", "b"] },
  { type: "string", const: 1 },
  { type: "array", prefixItems: [{ type: "string" }, {}], maxItems: 1, minItems: 3 },
  { anyOf: [false, { type: "object", required: ["a"], additionalProperties: false }] },
  { type: "integer", minimum: 5, maximum: 3 },
  { type: "array", items: { type: "string" }, contains: { type: "integer" }, minContains: 0 },
])("A schema that accepts little or nothing is derived from all the same: %j", async (schema) => {
  const contract = await contractOf(documentWith(schema));
  expect(deriveCases(contract)).not.toEqual([]);
  expect(deriveAnswers(contract)).not.toEqual([]);
});
