import { expect, test } from "vitest";
import { ContractError } from "../src/index.ts";
import type { JsonObject, JsonSchema, JsonValue } from "../src/json.ts";
import { withSchema } from "./contract.ts";

// Each way to nest a schema in another one, and the value of it that holds one of the other.
const ways: readonly (readonly [
  keyword: string,
  schema: (inner: JsonSchema) => JsonObject,
  value: (inner: JsonValue) => JsonValue,
])[] = [
  ["properties", (inner) => ({ properties: { a: inner } }), (a) => ({ a })],
  ["required", (inner) => ({ required: ["a"], properties: { a: inner } }), (a) => ({ a })],
  ["items", (inner) => ({ type: "array", items: inner }), (a) => [a]],
  ["additionalProperties", (inner) => ({ additionalProperties: inner }), (a) => ({ a })],
  ["allOf", (inner) => ({ allOf: [inner] }), (a) => a],
  ["anyOf", (inner) => ({ anyOf: [inner, { const: 1 }] }), (a) => a],
  ["oneOf", (inner) => ({ oneOf: [inner] }), (a) => a],
  ["not", (inner) => ({ not: inner }), (a) => a],
];

/** Validates a value by a schema of some depth; the place of the problem with the schema. */
function problemAt(depth: number, nest: (typeof ways)[number], hasReferences: boolean): string {
  const [, schema, value] = nest;
  const components: Record<string, JsonSchema> = {};
  let [outer, nested]: [JsonSchema, JsonValue] = [{ type: "string" }, "x"];
  for (let level = 1; level < depth; level++) {
    if (hasReferences) components[`S${level}`] = outer;
    outer = schema(hasReferences ? { $ref: `#/components/schemas/S${level}` } : outer);
    nested = value(nested);
  }
  try {
    withSchema(outer, components).shape("/components/schemas/Subject").violations(nested);
    return "";
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    return error.problems.map(({ kind }) => kind).join();
  }
}

test.each(ways)("schemas nested by %s are read, or are a problem with a place", (...way) => {
  expect(problemAt(90, way, false)).toBe("");
  expect(problemAt(90, way, true)).toBe("");
  expect(problemAt(1000, way, false)).not.toBe("");
  expect(problemAt(300, way, true)).toBe(/properties/i.test(way[0]) ? "" : "long schema");
});
