import type { JsonObject, JsonValue } from "@workflow-api/contract";
import fc from "fast-check";

/** Names of members. */
export const names: fc.Arbitrary<string> = fc.constantFrom("a", "b", "c");
/** A pattern that implies the format `uuid`. */
export const uuid = "^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$";
/** Texts of formats, with something before or behind them at times. */
const formatted = fc
  .tuple(
    fc.constantFrom("", "", "urn:uuid:", "x", " "),
    fc.oneof(fc.stringMatching(new RegExp(uuid)), fc.constantFrom("2024-02-29", "1999-01-31", "2024-02-30")),
    fc.constantFrom("", "", "x", "-1"),
  )
  .map((parts) => parts.join(""));

/** Values without parts. */
export const leaf: fc.Arbitrary<JsonValue> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom<JsonValue[]>(null, true, false, "", "a", "ab", "A1", 0, 1, -2, 2.5, 7),
  },
  { weight: 1, arbitrary: formatted },
);

/** Several values without parts, no two the same. */
export function leaves(minLength: number, maxLength: number): fc.Arbitrary<JsonValue[]> {
  return fc.uniqueArray(leaf, { minLength, maxLength, selector: (each) => JSON.stringify(each) });
}

/** Values of every type. */
export const value: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    leaf,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(names, tie("value"), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;

/** Bounds of lengths and numbers. */
export const counts: fc.Arbitrary<number> = fc.integer({ min: 0, max: 3 });

/** An object that has each of the members, or does not. */
function some(members: Record<string, fc.Arbitrary<JsonValue>>): fc.Arbitrary<JsonObject> {
  return fc.record(members, { requiredKeys: [], noNullPrototype: true });
}

/** Schemas that few values, but some, are valid by. */
export const schema: fc.Arbitrary<JsonObject> = fc.letrec<{ schema: JsonObject }>((tie) => ({
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
    some({ enum: leaves(1, 3) }),
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
})).schema;

/** Names of types. */
export const typed: fc.Arbitrary<string> = fc.constantFrom(
  "string",
  "integer",
  "number",
  "boolean",
  "null",
  "array",
  "object",
);

/** Schemas of one type and one bound, which need not be one of this type. */
export const bounded: fc.Arbitrary<JsonObject> = fc
  .tuple(typed, counts, fc.constantFrom("minLength", "minimum", "minItems", "minProperties", "maxLength"))
  .map(([type, bound, keyword]): JsonObject => ({ type, [keyword]: bound }));

/** Keywords that each say all they say of a value by themselves. */
export const plain: fc.Arbitrary<JsonObject> = some({
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
