import { validator } from "@exodus/schemasafe";
import type { JsonObject } from "@workflow-api/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createMaker } from "../src/index.ts";
import { arbitrarySchema, shapeOf } from "./support/arbitrary-schema.ts";

/** What schemasafe says of a value; of formats it has others, so schemas with them are omitted. */
function judgedBySchemasafe(schema: JsonObject): (value: unknown) => boolean {
  const root = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $ref: "#/components/schemas/Root",
    components: { schemas: { Root: schema } },
  } as Parameters<typeof validator>[0];
  const options = { allowUnusedKeywords: true, mode: "lax" } as const;
  return validator(root, options) as (value: unknown) => boolean;
}

test("another validator agrees on every sample of any schema of the profile", () => {
  const property = fc.property(arbitrarySchema, fc.nat(), (schema, seed) => {
    fc.pre(!JSON.stringify(schema).includes('"format"'));
    const values = createMaker(seed);
    const shape = shapeOf(schema);
    const isValid = judgedBySchemasafe(schema);
    expect(isValid(values.sample(shape))).toBe(true);
    for (const { value } of values.edges(shape))
      expect([value, isValid(value)]).toEqual([value, true]);
    for (const { value } of values.broken(shape))
      expect([value, isValid(value)]).toEqual([value, false]);
  });
  fc.assert(property, { numRuns: 2000 });
});
