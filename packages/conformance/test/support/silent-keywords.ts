import { isObject, type JsonObject, type JsonValue } from "@workflow-api/contract";
import fc from "fast-check";
import { counts, names, schema, typed } from "./arbitrary-schema.ts";
import type { SameSchemas, Written } from "./same-schemas.ts";

/** What may stand in a schema, or not, and says nothing either way. */
export const silentKeywords: readonly SameSchemas[] = [
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
    "what stands without its other half says nothing",
    fc
      .tuple(
        schema,
        schema.chain((one) =>
          fc.constantFrom<JsonObject>(
            { if: one },
            // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
            { then: one, else: one },
            { contains: one, minContains: 0 },
            { minContains: 2, maxContains: 1 },
          ),
        ),
      )
      .map(([one, half]): Written => [{ allOf: [one] }, { allOf: [one], ...half }]),
  ],
  [
    "an integer is one of 64 bits",
    fc
      .constantFrom<JsonValue[]>("integer", ["integer", "null"], ["string", "integer"])
      .map((type): Written => [{ type }, { type, format: "int64" }]),
  ],
  [
    "what is within 32 bits is an integer of 32 bits",
    fc
      .constantFrom<JsonObject>(
        { type: "integer", minimum: 1, maximum: 100 },
        { type: ["integer", "null"], exclusiveMinimum: -(2 ** 31), maximum: 2 ** 31 - 1 },
        { type: ["integer", "string"], minimum: -(2 ** 31), exclusiveMaximum: 3 },
      )
      .map((one): Written => [one, { ...one, format: "int32" }]),
  ],
  [
    "a keyword says nothing of another type",
    fc.tuple(typed, counts).map(([type, bound]): Written => [{ type }, { type, ...foreignTo(type, bound) }]),
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
  [
    "a format that nothing asserts says nothing",
    fc.constant([{ type: "string" }, { type: "string", format: "colour" }]),
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
];

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

function hasMember({ properties }: JsonObject, name: string): boolean {
  return isObject(properties) && properties[name] !== undefined;
}
