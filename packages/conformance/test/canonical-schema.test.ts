import { type JsonObject, type JsonValue, readContract } from "@workflow-api/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createJudge } from "../src/schema/judge.ts";
import { canonicalSchema } from "../src/score/canonical-schema.ts";
import { documentWith } from "./support/contract-with.ts";

const names = fc.constantFrom("a", "b", "c");
const leaf = fc.oneof(
  fc.constantFrom<JsonValue[]>(null, true, false, "", "a", "ab", "A1", "2024-02-29", 0, 1, -2, 2.5, 7),
  fc.constantFrom("3f2b8c1e-7a4d-4e2b-9c6f-1d5e8a7b9c30", "urn:uuid:3f2b8c1e-7a4d-4e2b-9c6f-1d5e8a7b9c30"),
);
const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    leaf,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(names, tie("value"), { maxKeys: 3, noNullPrototype: true }),
  ),
}));

const counts = fc.integer({ min: 0, max: 3 });
/** An object that has each of the members, or does not. */
function some(members: Record<string, fc.Arbitrary<JsonValue>>): fc.Arbitrary<JsonObject> {
  return fc.record(members, { requiredKeys: [], noNullPrototype: true });
}
const { schema } = fc.letrec<{ schema: JsonObject }>((tie) => ({
  schema: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    some({
      type: fc.constant("string"),
      minLength: counts,
      maxLength: counts,
      pattern: fc.constantFrom("^a", "[0-9]"),
    }),
    some({
      type: fc.constantFrom("integer", "number"),
      minimum: counts,
      multipleOf: fc.constantFrom(1, 2, 0.5),
    }),
    some({
      enum: fc.uniqueArray(leaf, { minLength: 1, maxLength: 3, selector: (each) => JSON.stringify(each) }),
    }),
    some({ type: fc.constant("array"), items: tie("schema"), minItems: counts, uniqueItems: fc.boolean() }),
    some({
      type: fc.constant("object"),
      properties: fc.dictionary(names, tie("schema"), { maxKeys: 2, noNullPrototype: true }),
      required: fc.uniqueArray(names, { maxLength: 2 }),
      additionalProperties: fc.oneof(fc.boolean(), tie("schema")),
      maxProperties: counts,
    }),
    fc.record({ anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }) }, { noNullPrototype: true }),
  ),
}));
const typed = fc.constantFrom("string", "integer", "number", "boolean", "null", "array", "object");

const uuid = "^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$";

/** What each rule takes to be the same, as pairs of schemas. */
const rules: readonly [rule: string, pairs: fc.Arbitrary<readonly [JsonObject, JsonObject]>][] = [
  ["a reference is what it refers to", schema.map((one) => [one, { $ref: "#/components/schemas/One" }])],
  [
    "annotations say nothing",
    schema.map((one) => [
      one,
      { ...one, title: "T", description: "D", examples: [1], default: 2, deprecated: true, $comment: "C" },
    ]),
  ],
  [
    "what says nothing says nothing",
    schema.map((one) => [
      one,
      {
        minLength: 0,
        minItems: 0,
        minProperties: 0,
        required: [],
        uniqueItems: false,
        properties: {},
        ...withoutEmpty(one),
      },
    ]),
  ],
  [
    "everything may be a member",
    schema.map((one) => [one, { additionalProperties: true, items: true, propertyNames: true, ...one }]),
  ],
  [
    "a keyword says nothing of another type",
    fc.tuple(typed, counts).map(([type, bound]) => [{ type }, { type, ...foreignTo(type, bound) }]),
  ],
  ["an allOf of one is that one", schema.map((one) => [one, { allOf: [one] }])],
  ["an empty part of an allOf says nothing", schema.map((one) => [{ allOf: [one] }, { allOf: [{}, one] }])],
  ...(["allOf", "anyOf", "oneOf"] as const).map((keyword): (typeof rules)[number] => [
    `the branches of ${keyword} have no order`,
    fc
      .tuple(schema, schema)
      .map(([one, other]) => [{ [keyword]: [one, other] }, { [keyword]: [other, one] }]),
  ]),
  [
    "sets have no order",
    fc
      .tuple(fc.uniqueArray(names, { minLength: 2 }), fc.uniqueArray(typed, { minLength: 2 }))
      .map(([required, type]) => [
        { required, type },
        { required: required.toReversed(), type: type.toReversed() },
      ]),
  ],
  [
    "an integer is a number",
    fc.constant([{ type: ["number", "null"] }, { type: ["integer", "number", "null"] }]),
  ],
  ["a list of one type is that type", typed.map((type) => [{ type }, { type: [type] }])],
  ["a const is an enum of one", leaf.map((one) => [{ const: one }, { enum: [one] }])],
  [
    "an enum holds what the keywords beside it let through",
    fc
      .tuple(fc.uniqueArray(leaf, { minLength: 2, selector: (each) => JSON.stringify(each) }), counts)
      .map(([choices, bound]) => [
        { type: "string", minLength: bound, enum: ["abc", ...choices] },
        { enum: ["abc", ...choices.filter((each) => typeof each === "string" && each.length >= bound)] },
      ]),
  ],
  [
    "a format that nothing asserts says nothing",
    fc.constant([{ type: "string" }, { type: "string", format: "colour" }]),
  ],
  [
    "a pattern may imply a format",
    fc.constant([
      { type: "string", pattern: uuid },
      { type: "string", pattern: uuid, format: "uuid" },
    ]),
  ],
  [
    "a format may leave an anchor nothing to keep out",
    fc.constant([
      { type: "string", format: "date", pattern: "^2[0-9]{3}-[0-9]{2}-[0-9]{2}$" },
      { type: "string", format: "date", pattern: "^2[0-9]{3}-[0-9]{2}-[0-9]{2}" },
    ]),
  ],
  [
    "an if need not ask for what is required anyway",
    fc.tuple(names, schema).map(([name, one]) => {
      const consequence = "then";
      const needing = { required: [name], [consequence]: one };
      return [
        { ...needing, if: { properties: { a: { const: 1 } }, required: [name] } },
        { ...needing, if: { properties: { a: { const: 1 } } } },
      ];
    }),
  ],
  [
    "a type that a branch of anyOf accepts as a whole, the others need not accept",
    counts.map((bound) => [
      { anyOf: [{ type: "string", minLength: bound }, { type: "null" }] },
      { anyOf: [{ type: ["string", "null"], minLength: bound }, { type: "null" }] },
    ]),
  ],
  [
    "a type that a part of allOf refuses, the others need not refuse",
    counts.map((bound) => [
      {
        allOf: [
          { type: "object", minProperties: bound },
          { type: "object", required: ["a"] },
        ],
      },
      {
        allOf: [
          { type: ["object", "null"], minProperties: bound },
          { type: "object", required: ["a"] },
        ],
      },
    ]),
  ],
  [
    "members that may be anything need not be named",
    names.map((name) => [{ type: "object" }, { type: "object", properties: { [name]: {} } }]),
  ],
];

test.each(rules)("Both validators agree that %s.", (_rule, pairs) => {
  fc.assert(
    fc.property(pairs, fc.array(value, { minLength: 12, maxLength: 12 }), ([one, other], values) => {
      const { accepts, forms } = read(one, other);
      expect(forms[1]).toEqual(forms[0]);
      for (const each of values) expect(accepts(1, each), JSON.stringify(each)).toEqual(accepts(0, each));
    }),
    { numRuns: 15, seed: 5 },
  );
});

test("What counts as evaluated is not taken for what says nothing.", () => {
  const open = { unevaluatedProperties: false, allOf: [{ type: "object" }] };
  const closed = { unevaluatedProperties: false, allOf: [{ type: "object", additionalProperties: true }] };
  const { forms } = read(open, closed);
  expect(forms[1]).not.toEqual(forms[0]);
});

interface Pair {
  readonly forms: readonly [JsonValue, JsonValue];
  /** What Ajv and @exodus/schemasafe say of a value by the first or the second. */
  accepts(which: 0 | 1, value: JsonValue): readonly [boolean, boolean];
}

function read(one: JsonObject, other: JsonObject): Pair {
  const whole = documentWith(one);
  const components = { ...Object(whole["components"]), schemas: { Thing: {}, One: one, Other: other } };
  const contract = readContract({ ...whole, components });
  const judge = createJudge(contract);
  const form = (schemaOf: JsonObject): JsonValue => canonicalSchema(contract.document, schemaOf);
  const keys = ["One", "Other"] as const;
  return {
    forms: [form(one), form(other)],
    accepts: (which, each) => {
      const model = contract.schemas.get(keys[which]);
      if (model === undefined) throw new Error("The schema is missing.");
      return [model.validate(each).length === 0, judge.accepts([model.pointer], each)];
    },
  };
}

/** Keywords that speak of other types than this one. */
function foreignTo(type: string, bound: number): JsonObject {
  return {
    ...(type !== "string" && { minLength: bound, maxLength: bound, pattern: "^a", format: "date" }),
    ...(type !== "integer" && type !== "number" && { minimum: bound, maximum: bound, multipleOf: 3 }),
    ...(type !== "array" && { minItems: bound, maxItems: bound, uniqueItems: true, items: { type: "null" } }),
    ...(type !== "object" && { required: ["a"], minProperties: bound, properties: { a: { type: "null" } } }),
  };
}

function withoutEmpty(one: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(one).filter(([, member]) => member !== undefined));
}
