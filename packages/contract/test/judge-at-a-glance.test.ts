import fc from "fast-check";
import { expect, test } from "vitest";
import { formats } from "../src/example-texts.ts";
import type { JsonObject, JsonValue } from "../src/index.ts";
import { judgeAtAGlance } from "../src/judge-at-a-glance.ts";
import { createSchemaJudge } from "../src/schema-judge.ts";

function documentOf(schema: JsonObject): JsonObject {
  const Long = { minLength: 2, minItems: 2, minProperties: 2 };
  return { openapi: "3.1.1", components: { schemas: { Long, Subject: schema } } };
}

/** What is thought of a value at a glance, and by the judge of the contract. */
function judgedTwice(
  schema: JsonObject,
): (value: JsonValue) => [glance: boolean | undefined, known: boolean] {
  const document = documentOf(schema);
  const { accepts, validate } = createSchemaJudge(document).compile("/components/schemas/Subject");
  return (value) => {
    const known = accepts(value);
    expect(validate(value).length === 0).toBe(known);
    return [judgeAtAGlance(document, schema, value), known];
  };
}

const small = fc.integer({ min: 0, max: 3 });
const scalar = fc.constantFrom<JsonValue>(
  null,
  true,
  false,
  0,
  1,
  2,
  3,
  1.5,
  -1,
  "",
  "a",
  "ab",
  "𝒳",
  "toString",
);
const name = fc.constantFrom("a", "b", "length");

const { value: anyValue } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    scalar,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(name, tie("value"), { maxKeys: 3, noNullPrototype: true }),
  ),
}));

const types = ["array", "boolean", "integer", "null", "number", "object", "string"];

/** Schemas of few keywords: of many, most values are refused. */
function schemasOf(depth: number): fc.Arbitrary<JsonObject> {
  const inner = depth === 0 ? fc.constant({}) : schemasOf(depth - 1);
  const some = fc.array(inner, { minLength: 1, maxLength: 2 });
  const keywords: Readonly<Record<string, fc.Arbitrary<JsonValue>>> = {
    type: fc.oneof(fc.constantFrom(...types), fc.subarray(types, { minLength: 1 })),
    const: scalar,
    enum: fc.array(anyValue, { minLength: 1, maxLength: 3 }),
    minimum: small,
    maximum: small,
    exclusiveMinimum: small,
    exclusiveMaximum: small,
    multipleOf: fc.constantFrom(1, 2, 0.5),
    minLength: small,
    maxLength: small,
    pattern: fc.constantFrom("^a", "b$", "^.$"),
    format: fc.constantFrom("date", "of-our-own"),
    minItems: small,
    maxItems: small,
    minProperties: small,
    maxProperties: small,
    required: fc.uniqueArray(name, { maxLength: 2 }),
    items: inner,
    prefixItems: some,
    properties: fc.dictionary(name, inner, { maxKeys: 2, noNullPrototype: true }),
    allOf: some,
    oneOf: some,
    $ref: fc.constant("#/components/schemas/Long"),
    title: fc.constant("A subject"),
  };
  const keyword = fc.oneof(
    ...Object.entries(keywords).map(([each, stated]) => fc.tuple(fc.constant(each), stated)),
  );
  const chosen = fc.uniqueArray(keyword, { minLength: 1, maxLength: 3, selector: ([each]) => each });
  return chosen.map((entries) => Object.fromEntries(entries));
}

test("What is thought of a value at a glance is what the judge of the contract says", {
  timeout: 60_000,
}, () => {
  const seen = { true: 0, false: 0, undefined: 0 };
  fc.assert(
    fc.property(schemasOf(2), fc.array(anyValue, { minLength: 10, maxLength: 10 }), (schema, values) => {
      const judge = judgedTwice(schema);
      for (const value of values) {
        const [glance, known] = judge(value);
        seen[`${glance}`]++;
        if (glance !== undefined) expect([value, glance]).toEqual([value, known]);
      }
    }),
    { numRuns: 300 },
  );
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(50);
});

test.each(Object.entries(formats))("The text of the format %s is of it: %s", (format, text) => {
  expect(judgedTwice({ type: "string", format })(text)).toEqual([true, true]);
});
