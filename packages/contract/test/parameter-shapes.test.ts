import { expect, test } from "vitest";
import { type JsonSchema, readContract } from "../src/index.ts";

function shapeOf(schema: JsonSchema) {
  const parameters = [{ name: "of", in: "query", schema }];
  const operation = { operationId: "ask", parameters, responses: { "204": { description: "Done." } } };
  const info = { title: "Shapes", version: "1.0.0" };
  const { operations } = readContract({ openapi: "3.1.1", info, paths: { "/": { get: operation } } });
  return operations[0]?.parameters[0]?.shape;
}

test.each<[JsonSchema, string]>([
  [{ type: "array" }, "array"],
  [{ type: ["string", "array"] }, "array"],
  [{ items: { type: "string" } }, "array"],
  [{ prefixItems: [{ type: "string" }] }, "array"],
  [{ const: ["a"] }, "array"],
  [{ enum: [["a"], ["b"]] }, "array"],
  [{ allOf: [{ minItems: 1 }, { prefixItems: [true] }] }, "array"],
  [{ if: { minItems: 1 }, else: { items: true } }, "array"],
  [{ type: "object" }, "object"],
  [{ properties: { a: true } }, "object"],
  [{ patternProperties: { "^a": true } }, "object"],
  [{ additionalProperties: { type: "string" } }, "object"],
  [{ const: { a: 1 } }, "object"],
  [{ type: "string", items: true, properties: {} }, "primitive"],
  [{ const: "a" }, "primitive"],
  [{ enum: ["a", null] }, "primitive"],
  [{}, "primitive"],
  [true, "primitive"],
])("The shape of a parameter is what its schema says by any keyword: %j is of %s", (schema, shape) => {
  expect(shapeOf(schema)).toBe(shape);
});
