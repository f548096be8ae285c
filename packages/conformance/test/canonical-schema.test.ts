import { isObject, type JsonObject, type JsonValue, readContract } from "@workflow-api/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createJudge } from "../src/schema/judge.ts";
import { canonicalSchema } from "../src/score/canonical-schema.ts";
import { documentWith } from "./support/contract-with.ts";

const names = fc.constantFrom("a", "b", "c");
const uuid = "^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$";
/** Texts of formats, with something before or behind them at times. */
const formatted = fc
  .tuple(
    fc.constantFrom("", "", "urn:uuid:", "x", " "),
    fc.oneof(fc.stringMatching(new RegExp(uuid)), fc.constantFrom("2024-02-29", "1999-01-31", "2024-02-30")),
    fc.constantFrom("", "", "x", "-1"),
  )
  .map((parts) => parts.join(""));
const leaf = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom<JsonValue[]>(null, true, false, "", "a", "ab", "A1", 0, 1, -2, 2.5, 7),
  },
  { weight: 1, arbitrary: formatted },
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
const bounded = fc
  .tuple(typed, counts, fc.constantFrom("minLength", "minimum", "minItems", "minProperties", "maxLength"))
  .map(([type, bound, keyword]): JsonObject => ({ type, [keyword]: bound }));
/** Keywords that each say all they say of a value by themselves. */
const plain = some({
  minLength: counts,
  maxLength: counts,
  pattern: fc.constantFrom("^a", "[0-9]"),
  format: fc.constantFrom("date", "uuid"),
  minimum: counts,
  exclusiveMaximum: counts,
  multipleOf: fc.constantFrom(2, 0.5),
  minItems: counts,
  uniqueItems: fc.boolean(),
  maxProperties: counts,
});

/** Two ways to write a schema, and what they refer to. */
type Written = readonly [one: JsonObject, other: JsonObject, referred?: JsonObject];

/** What each rule takes to be the same. */
const rules: readonly [rule: string, pairs: fc.Arbitrary<Written>][] = [
  [
    "a reference is what it refers to",
    schema.map((one): Written => [one, { $ref: "#/components/schemas/One" }]),
  ],
  [
    "what stands beside a reference is one more part",
    fc
      .tuple(schema, bounded)
      .map(
        ([one, other]): Written => [
          { allOf: [one, other] },
          { ...other, $ref: "#/components/schemas/Referred" },
          { Referred: one },
        ],
      ),
  ],
  [
    "annotations say nothing",
    schema.map(
      (one): Written => [
        one,
        {
          ...one,
          ...{ title: "T", description: "D", examples: [1], example: 1, default: 2, deprecated: true },
          ...{ $comment: "C", externalDocs: { url: "https://a.example" }, xml: { name: "x" }, "x-any": 1 },
          ...{ contentEncoding: "base64", contentMediaType: "application/json", contentSchema: false },
          discriminator: { propertyName: "a" },
        },
      ],
    ),
  ],
  [
    "what says nothing says nothing",
    schema.map(
      (one): Written => [
        one,
        {
          ...{
            minLength: 0,
            minItems: 0,
            minProperties: 0,
            required: [],
            uniqueItems: false,
            properties: {},
          },
          ...{ patternProperties: {}, readOnly: false, writeOnly: false, allOf: [{}] },
          ...one,
        },
      ],
    ),
  ],
  [
    "what is contained is contained once",
    schema.map((one): Written => [{ contains: one }, { contains: one, minContains: 1 }]),
  ],
  [
    "everything may be a member",
    fc
      .tuple(schema, fc.constantFrom<JsonValue[]>(true, {}))
      .map(
        ([one, any]): Written => [one, { additionalProperties: any, items: any, propertyNames: any, ...one }],
      ),
  ],
  [
    "a keyword says nothing of another type",
    fc.tuple(typed, counts).map(([type, bound]): Written => [{ type }, { type, ...foreignTo(type, bound) }]),
  ],
  ["an allOf of one is that one", schema.map((one): Written => [one, { allOf: [one] }])],
  [
    "an empty part of an allOf says nothing",
    schema.map((one): Written => [{ allOf: [one] }, { allOf: [{}, one] }]),
  ],
  ...(["allOf", "anyOf", "oneOf"] as const).map((keyword): (typeof rules)[number] => [
    `the branches of ${keyword} have no order`,
    fc
      .tuple(schema, schema)
      .map(([one, other]): Written => [{ [keyword]: [one, other] }, { [keyword]: [other, one] }]),
  ]),
  [
    "sets have no order",
    fc.tuple(fc.uniqueArray(names, { minLength: 2 }), fc.uniqueArray(typed, { minLength: 2 })).map(
      ([required, type]): Written => [
        { required, type },
        { required: required.toReversed(), type: type.toReversed() },
      ],
    ),
  ],
  [
    "choices have no order",
    fc
      .uniqueArray(leaf, { minLength: 2, maxLength: 5, selector: (each) => JSON.stringify(each) })
      .map((choices): Written => [{ enum: choices }, { enum: choices.toReversed() }]),
  ],
  [
    "an integer is a number",
    plain.map(
      (rest): Written => [
        { ...rest, type: ["number", "null"] },
        { ...rest, type: ["integer", "number", "null"] },
      ],
    ),
  ],
  [
    "a multiple of an integer is an integer",
    fc.tuple(fc.constantFrom(1, 2, 5), fc.subarray(["null", "string"])).map(
      ([multipleOf, others]): Written => [
        { type: ["integer", ...others], multipleOf },
        { type: ["number", ...others], multipleOf },
      ],
    ),
  ],
  [
    "the bounds of multiples are multiples",
    fc
      .tuple(fc.constantFrom(2, 5), fc.integer({ min: -9, max: 3 }), fc.integer({ min: 0, max: 9 }))
      .map(([multipleOf, least, more]): Written => {
        const most = least + more;
        const [first, last] = [Math.ceil(least / multipleOf), Math.floor(most / multipleOf)];
        return [
          { multipleOf, minimum: least, maximum: most },
          { multipleOf, minimum: first * multipleOf, maximum: last * multipleOf },
        ];
      }),
  ],
  [
    "what nothing else evaluates is additional",
    schema
      .filter(({ anyOf }) => anyOf === undefined)
      .map((one) => {
        const { additionalProperties = false, items = false, ...rest } = one;
        return [
          { ...rest, additionalProperties, items },
          { ...rest, unevaluatedProperties: additionalProperties, unevaluatedItems: items },
        ];
      }),
  ],
  [
    "beside what is additional nothing is unevaluated",
    fc.tuple(schema, schema).map(
      ([one, other]): Written => [
        { additionalProperties: other, items: other, ...one },
        {
          additionalProperties: other,
          items: other,
          unevaluatedProperties: false,
          unevaluatedItems: false,
          ...one,
        },
      ],
    ),
  ],
  ["a list of one type is that type", typed.map((type) => [{ type }, { type: [type] }])],
  ["a const is an enum of one", leaf.map((one): Written => [{ const: one }, { enum: [one] }])],
  [
    "an enum holds what the keywords beside it let through",
    fc
      .tuple(
        fc.uniqueArray(leaf, { minLength: 1, maxLength: 6, selector: (each) => JSON.stringify(each) }),
        plain,
      )
      .map(
        ([choices, rest]): Written => [
          { ...rest, enum: choices },
          { enum: choices.filter(accepterOf(rest)) },
        ],
      )
      .filter(([, { enum: left }]) => Array.isArray(left) && left.length > 0),
  ],
  [
    "an enum holds what a format of numbers beside it lets through",
    fc.constant([{ format: "int32", enum: [1, 2 ** 31, 0.5, "text"] }, { enum: [1, "text"] }]),
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
    fc.tuple(bounded, typed).map(
      ([one, type]): Written => [
        { anyOf: [{ ...one, type: ["string", "boolean"].filter((each) => each !== type) }, { type }] },
        {
          anyOf: [
            { ...one, type: [...["string", "boolean"].filter((each) => each !== type), type] },
            { type },
          ],
        },
      ],
    ),
  ],
  [
    "a type that a part of allOf refuses, the others need not refuse",
    fc
      .tuple(
        plain,
        plain,
        fc.constantFrom("string", "boolean", "array", "object"),
        fc.constantFrom("null", "boolean", "string"),
      )
      .map(
        ([one, other, type, more]): Written => [
          {
            allOf: [
              { ...one, type },
              { ...other, type },
            ],
          },
          {
            allOf: [
              { ...one, type: [type, more] },
              { ...other, type },
            ],
          },
        ],
      )
      .filter(([first, second]) => JSON.stringify(first).length < JSON.stringify(second).length),
  ],
  [
    "members that may be anything need not be named",
    fc
      .tuple(schema, names)
      .filter(([one, name]) => one["additionalProperties"] === undefined && !hasMember(one, name))
      .map(
        ([one, name]): Written => [one, { ...one, properties: { ...Object(one["properties"]), [name]: {} } }],
      ),
  ],
];

test.each(rules)("Both validators agree that %s.", (_rule, pairs) => {
  fc.assert(
    fc.property(
      pairs,
      fc.array(value, { minLength: 12, maxLength: 12 }),
      ([one, other, referred], values) => {
        const { accepts, forms } = read(one, other, referred);
        expect(forms[1]).toEqual(forms[0]);
        for (const each of values) expect(accepts(1, each), JSON.stringify(each)).toEqual(accepts(0, each));
      },
    ),
    { numRuns: 15, seed: 5 },
  );
});

test.each(["int32", "int64"])("The format %s is not taken for what says nothing.", (format) => {
  const { accepts, forms } = read({ type: "number" }, { type: "number", format });
  expect(forms[1]).not.toEqual(forms[0]);
  expect([accepts(0, 0.5), accepts(1, 0.5)]).toEqual([
    [true, true],
    [false, false],
  ]);
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

function read(one: JsonObject, other: JsonObject, referred: JsonObject = {}): Pair {
  const whole = documentWith(one);
  const components = {
    ...Object(whole["components"]),
    schemas: { Thing: {}, One: one, Other: other, ...referred },
  };
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
  const none: JsonObject = { type: "null" };
  const texts = { minLength: bound, maxLength: bound, pattern: "^a", format: "date" };
  const numbers = {
    minimum: bound,
    maximum: bound,
    exclusiveMinimum: bound,
    exclusiveMaximum: 0,
    multipleOf: 3,
  };
  const lists = {
    minItems: bound,
    maxItems: bound + 1,
    uniqueItems: true,
    items: none,
    contains: none,
    prefixItems: [none],
  };
  const objects = {
    ...{
      required: ["a"],
      minProperties: bound,
      maxProperties: 0,
      properties: { a: none },
      propertyNames: false,
    },
    ...{ additionalProperties: false, dependentRequired: { a: ["b"] }, patternProperties: { b: none } },
  };
  return {
    ...(type !== "string" && texts),
    ...(type !== "integer" && type !== "number" && numbers),
    ...(type !== "array" && lists),
    ...(type !== "object" && objects),
  };
}

/** Whether Ajv accepts a value by a schema. */
function accepterOf(one: JsonObject): (value: JsonValue) => boolean {
  const model = readContract(documentWith(one)).schemas.get("Thing");
  if (model === undefined) throw new Error("The schema is missing.");
  return (each) => model.validate(each).length === 0;
}

function hasMember({ properties }: JsonObject, name: string): boolean {
  return isObject(properties) && properties[name] !== undefined;
}
