import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, onTestFinished, test, vi } from "vitest";
import { createCertainty } from "../src/certain-schema.ts";
import { type JsonObject, loadContract } from "../src/index.ts";
import { createSchemaJudge } from "../src/schema-judge.ts";

const values = [
  ...[-1, 0, 1.5, true, false, null, "", "(", "[a-z]+", "string", "date", "unheard-of"],
  ...[[], ["string"], ["string", "null"], ["whole"], [1], [{}], [{ minimum: "1" }]],
  ...[{}, { a: {} }, { a: { minimum: "1" } }, { a: 1 }, { "(": {} }],
];
const keywords = [
  ...["type", "enum", "const", "format", "pattern", "minimum", "multipleOf", "maxLength", "uniqueItems"],
  ...["required", "properties", "patternProperties", "additionalProperties", "unevaluatedProperties"],
  ...["propertyNames", "items", "prefixItems", "contains", "minContains", "if", "then", "else", "not"],
  ...["allOf", "anyOf", "oneOf", "dependentRequired", "discriminator", "default", "nullable", "minimun"],
  ...["$dynamicRef", "constructor", "x-note", "title", "unevaluatedItems", "contentMediaType"],
];
const targets = [
  "#/components/schemas/0",
  "#/components/schemas/1",
  "#/nothing",
  "#anchor",
  "elsewhere.yaml",
];

/** How many of the schemas are said to compile; each of them is compiled. */
function countCertain(schemas: readonly unknown[]): number {
  const document: JsonObject = JSON.parse(JSON.stringify({ components: { schemas: { ...schemas } } }));
  const isCertain = createCertainty(document);
  const judge = createSchemaJudge(document);
  const certain = schemas.flatMap((_, index) => {
    const pointer = `/components/schemas/${index}`;
    return isCertain(pointer) ? [pointer] : [];
  });
  for (const pointer of certain) {
    const error = thrownBy(() => judge.compile(pointer).accepts({ a: [1, "b"] }));
    // What refers to nothing but itself compiles, and never comes to an end.
    if (!(error instanceof RangeError)) expect(error, JSON.stringify(document["components"])).toBeUndefined();
  }
  return certain.length;
}

function thrownBy(action: () => void): unknown {
  try {
    return void action();
  } catch (error) {
    return error;
  }
}

test("A schema of one keyword that is said to compile does", () => {
  const schemas = keywords.flatMap((keyword) => values.map((value) => ({ [keyword]: value })));
  expect(countCertain(schemas)).toBeGreaterThan(100);
});

test("A schema of several keywords that is said to compile does", () => {
  const pair = fc.tuple(fc.constantFrom(...keywords), fc.constantFrom(...values));
  const reference = fc.tuple(fc.constant("$ref"), fc.constantFrom(...targets));
  const { schema } = fc.letrec((tie) => ({
    schema: fc
      .array(
        fc.oneof(
          { depthSize: "small" },
          pair,
          reference,
          fc.tuple(fc.constantFrom("items", "not", "if", "then", "additionalProperties"), tie("schema")),
          fc.tuple(
            fc.constantFrom("allOf", "oneOf", "prefixItems"),
            fc.array(tie("schema"), { maxLength: 2 }),
          ),
          fc.tuple(
            fc.constantFrom("properties", "patternProperties"),
            fc.dictionary(fc.constantFrom("a", "^b", "("), tie("schema")),
          ),
        ),
        { maxLength: 3 },
      )
      .map((entries) => Object.fromEntries(entries)),
  }));
  const schemas = fc.sample(schema, { numRuns: 600, seed: 4 });
  expect(countCertain(schemas)).toBeGreaterThan(60);
});

test("A schema that is sure to compile waits until it judges a value, and is compiled once", () => {
  const compile = vi.spyOn(Ajv2020.prototype, "compile");
  onTestFinished(() => compile.mockRestore());
  const schemas = { sure: { type: "string" }, unsure: { patternProperties: { "^x": { type: "string" } } } };
  const judge = createSchemaJudge({ components: { schemas } });
  const before = compile.mock.calls.length;
  const compiled = (): number => compile.mock.calls.length - before;
  const sure = judge.compile("/components/schemas/sure");
  expect(compiled()).toBe(0);
  expect([sure.accepts("a"), sure.accepts(1)]).toEqual([true, false]);
  expect(compiled()).toBe(1);
  judge.compile("/components/schemas/unsure");
  expect(compiled()).toBe(2);
});

test("Most schemas of the contract wait when it is loaded", async () => {
  const compile = vi.spyOn(Ajv2020.prototype, "compile");
  onTestFinished(() => compile.mockRestore());
  const { schemas } = await loadContract();
  expect(compile.mock.calls.length).toBeLessThan(schemas.size / 2);
});
