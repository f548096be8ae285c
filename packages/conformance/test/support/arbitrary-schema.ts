import { readContract, type Shape } from "@workflow-api/contract";
import type { JsonObject } from "@workflow-api/contract/json";
import fc from "fast-check";

/** The shape of a schema, which may refer to itself as `Root`, and to others by their names. */
export function shapeOf(schema: JsonObject, others: JsonObject = {}): Shape {
  const document = {
    openapi: "3.1.1",
    info: { title: "Values", version: "1" },
    paths: {},
    components: { schemas: { ...others, Root: schema } },
  };
  return readContract(document).shape("/components/schemas/Root");
}

const texts: fc.Arbitrary<JsonObject> = fc.oneof(
  fc
    .record({ minLength: fc.nat(3), more: fc.nat(4), isCapped: fc.boolean() })
    .map(({ isCapped, minLength, more }) => ({
      type: "string",
      minLength,
      ...(isCapped && { maxLength: minLength + more }),
    })),
  fc
    .constantFrom("^[a-z]{2}(-[A-Z]{2})?$", "^\\d{4}-\\d{2}$", "\\S", "^(on|off)$", "^[A-F0-9]+$")
    .map((pattern) => ({ type: "string", pattern })),
  fc
    .constantFrom("date", "date-time", "email", "ipv4", "uri", "uuid", "hostname")
    .map((format) => ({ type: "string", format })),
  fc
    .uniqueArray(fc.string({ maxLength: 4 }), { minLength: 1, maxLength: 4 })
    .map((values) => ({ enum: values })),
);

const numbers: fc.Arbitrary<JsonObject> = fc
  .record({
    type: fc.constantFrom("integer", "number"),
    bounds: fc.constantFrom([], ["minimum", "maximum"], ["exclusiveMinimum", "exclusiveMaximum"]),
    low: fc.integer({ min: -5, max: 5 }),
    width: fc.integer({ min: 3, max: 20 }),
    multipleOf: fc.constantFrom(undefined, 1, 2, 0.5),
  })
  .map(({ bounds, low, multipleOf, type, width }) => ({
    type,
    ...Object.fromEntries(bounds.map((name, index) => [name, low + index * width])),
    ...(multipleOf !== undefined && !(type === "integer" && multipleOf === 0.5) && { multipleOf }),
  }));

const others: fc.Arbitrary<JsonObject> = fc.constantFrom<JsonObject>(
  { type: "boolean" },
  { type: ["string", "null"] },
  { type: ["integer", "null"], minimum: 1 },
  { const: "fixed" },
  { const: 7 },
  { enum: [1, "two", null] },
);

/**
 * Schemas that use every keyword of the profile, each of which some value is valid by. They may
 * lead back to `Root`.
 */
export const arbitrarySchema: fc.Arbitrary<JsonObject> = fc.letrec<{
  schema: JsonObject;
  object: JsonObject;
}>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, depthIdentifier: "schema" },
    texts,
    numbers,
    others,
    tie("object"),
    fc
      .record({ items: tie("schema"), minItems: fc.nat(1), more: fc.constantFrom(undefined, 0, 2) })
      .map(({ items, minItems, more }) => ({
        type: "array",
        items,
        minItems,
        ...(more !== undefined && { maxItems: minItems + more }),
        ...(more === 2 && { uniqueItems: true }),
      })),
    fc
      .tuple(texts, tie("object"), fc.constantFrom("oneOf", "anyOf"))
      .map(([text, object, keyword]) => ({
        [keyword]: [{ type: "string", ...text }, object, { type: "null" }],
      })),
  ),
  object: fc
    .record({
      a: tie("schema"),
      b: tie("schema"),
      kind: fc.constantFrom("one", "two"),
      required: fc.subarray(["a", "b", "kind"]),
      additionalProperties: fc.option(fc.oneof(fc.constant(false), tie("schema")), {
        nil: undefined,
      }),
      isSplit: fc.boolean(),
      isRecursive: fc.boolean(),
    })
    .map(({ a, additionalProperties, b, isRecursive, isSplit, kind, required }) => {
      const inner: JsonObject = isRecursive
        ? { type: "array", items: { $ref: "#/components/schemas/Root" } }
        : b;
      const own = {
        type: "object",
        properties: { a, kind: { const: kind } },
        required: required.filter((name) => name !== "b"),
      };
      // What is split among several schemas cannot be closed by one of them.
      if (isSplit)
        return {
          ...own,
          allOf: [{ properties: { b: inner }, required: required.filter((name) => name === "b") }],
        };
      return {
        ...own,
        properties: { ...own.properties, b: inner },
        required,
        ...(additionalProperties !== undefined && { additionalProperties }),
      };
    }),
})).schema;
