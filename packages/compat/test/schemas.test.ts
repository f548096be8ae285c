import { type JsonObject, readContract } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { lossesOf } from "../src/schemas/inclusion.ts";

const document = (Old: JsonObject, New: JsonObject): JsonObject => ({
  openapi: "3.1.1",
  info: { title: "Schemas", version: "1.0.0" },
  paths: {},
  components: { schemas: { Old, New, Name: { type: "string", maxLength: 8 }, Tree } },
});
const Tree: JsonObject = {
  type: "object",
  properties: { children: { type: "array", items: { $ref: "#/components/schemas/Tree" } } },
};

/** What the new schema is to the old one; `other`: neither is proved to allow what the other does. */
type Relation = "narrower" | "other" | "same" | "wider";

const root = "/components/schemas";

function relationOf(before: JsonObject, after: JsonObject, isText = false): Relation {
  const contract = readContract(document(before, after));
  const [old, changed] = [contract.shape(`${root}/Old`), contract.shape(`${root}/New`)];
  const isNarrower = lossesOf(old, changed, isText).length > 0;
  const isWider = lossesOf(changed, old, isText).length > 0;
  if (isNarrower) return isWider ? "other" : "narrower";
  return isWider ? "wider" : "same";
}

const card = { type: "object", required: ["kind"], properties: { kind: { const: "card" } } };
const cash = { type: "object", required: ["kind"], properties: { kind: { const: "cash" } } };
const named = { type: "object", required: ["name"], properties: { name: { type: "string" } } };
const ref = { $ref: "#/components/schemas/Name" };
const name = { type: "string", maxLength: 8 };

test.each<readonly [string, Relation, JsonObject, JsonObject]>([
  ["a const and an enum of it", "same", { const: "x" }, { enum: ["x"] }],
  ["an enum in another order", "same", { enum: ["a", "b"] }, { type: "string", enum: ["b", "a"] }],
  [
    "an enum and a oneOf of consts",
    "same",
    { enum: [1, "a"] },
    { oneOf: [{ const: 1 }, { const: "a" }] },
  ],
  ["one more value", "wider", { enum: ["a"] }, { enum: ["a", "b"] }],
  [
    "a value that the pattern beside refuses",
    "same",
    { enum: ["a"] },
    { enum: ["a", "b"], pattern: "a" },
  ],
  ["a boolean and both of its values", "same", { type: "boolean" }, { enum: [true, false] }],
  ["a reference and what it names", "same", ref, name],
  ["an allOf and its parts", "same", name, { allOf: [{ type: "string" }, { maxLength: 8 }] }],
  ["a constraint that an allOf adds", "narrower", name, { allOf: [ref, { minLength: 1 }] }],
  [
    "null by a type and by a branch",
    "same",
    { type: ["string", "null"] },
    { oneOf: [{ type: "null" }, { type: "string" }] },
  ],
  ["one more type", "wider", { type: "string" }, { type: ["string", "null"] }],
  ["an integer and a number", "wider", { type: "integer" }, { type: "number" }],
  [
    "an integer of 32 bits and one of 64",
    "wider",
    { type: "integer", format: "int32" },
    { type: "integer", format: "int64" },
  ],
  [
    "a bound within 32 bits and the format",
    "same",
    { type: "integer", minimum: 0, maximum: 9 },
    { type: "integer", minimum: 0, maximum: 9, format: "int32" },
  ],
  [
    "a member that is not read",
    "narrower",
    { type: "object", properties: { a: name } },
    { type: "object", properties: { a: { ...name, readOnly: true } } },
  ],
  [
    "another default of a member",
    "other",
    { type: "object", properties: { a: { ...name, default: "x" } } },
    { type: "object", properties: { a: { ...name, default: "y" } } },
  ],
  ["another type", "other", { type: "integer" }, { type: "string" }],
  ["branches in another order", "same", { oneOf: [card, cash] }, { oneOf: [cash, card] }],
  [
    "oneOf and anyOf of branches that are apart",
    "same",
    { oneOf: [card, cash] },
    { anyOf: [card, cash] },
  ],
  ["one more branch that is apart", "wider", { oneOf: [card] }, { oneOf: [card, cash] }],
  [
    "oneOf and anyOf of branches that overlap",
    "wider",
    { oneOf: [named, card] },
    { anyOf: [named, card] },
  ],
  [
    "a pattern less a letter",
    "narrower",
    { type: "string", pattern: "^[A-Z]+$" },
    { type: "string", pattern: "^[A-PR-Z]+$" },
  ],
  [
    "a pattern with a bound",
    "narrower",
    { type: "string", pattern: "^a+$" },
    { type: "string", pattern: "^a{1,12}$" },
  ],
  [
    "a pattern with the bound beside it",
    "same",
    { type: "string", pattern: "^a+$", maxLength: 12 },
    { type: "string", pattern: "^a{1,12}$" },
  ],
  [
    "a pattern in other words",
    "same",
    { type: "string", pattern: "^[0-9]{2}$" },
    { type: "string", pattern: "^\\d\\d$" },
  ],
  [
    "a lookahead",
    "narrower",
    { type: "string", pattern: "^[a-z]+$" },
    { type: "string", pattern: "^(?!x)[a-z]+$" },
  ],
  [
    "lookaheads and two patterns",
    "same",
    { type: "string", pattern: "^(?=.*a)(?=.*b).*$" },
    { type: "string", pattern: "a", allOf: [{ pattern: "b" }, { pattern: "^.*$" }] },
  ],
  [
    "a pattern of two strings and an enum of them",
    "same",
    { type: "string", pattern: "^a(b|c)$" },
    { enum: ["ab", "ac"] },
  ],
  [
    "a pattern that is not decided",
    "other",
    { type: "string", pattern: "a(?<!b)" },
    { type: "string", pattern: "a" },
  ],
  [
    "a bound of an integer in other words",
    "same",
    { type: "integer", minimum: 1 },
    { type: "integer", exclusiveMinimum: 0 },
  ],
  [
    "an exclusive bound of a number",
    "narrower",
    { type: "number", minimum: 0 },
    { type: "number", exclusiveMinimum: 0 },
  ],
  [
    "each multiple of 10 and of 5",
    "wider",
    { type: "number", multipleOf: 10 },
    { type: "number", multipleOf: 5 },
  ],
  [
    "an integer and a multiple of 1",
    "same",
    { type: "integer" },
    { type: "number", multipleOf: 1 },
  ],
  [
    "a multiple of 0.5 and of 1",
    "narrower",
    { type: "number", multipleOf: 0.5 },
    { type: "number", multipleOf: 1 },
  ],
  ["a list that is bounded", "narrower", { type: "array" }, { type: "array", maxItems: 1000 }],
  [
    "a list of narrower items",
    "narrower",
    { type: "array", items: { type: "string" } },
    { type: "array", items: ref },
  ],
  ["a member that is required", "narrower", { ...named, required: [] }, named],
  [
    "members in another order",
    "same",
    { properties: { a: name, b: card } },
    { properties: { b: card, a: ref } },
  ],
  ["a member that is closed out", "narrower", named, { ...named, additionalProperties: false }],
  [
    "a map of narrower values",
    "narrower",
    { type: "object", additionalProperties: { type: "string" } },
    { type: "object", additionalProperties: ref },
  ],
  ["a schema within itself", "same", { $ref: "#/components/schemas/Tree" }, Tree],
  [
    "what is not allowed, in other words",
    "same",
    { type: "string", not: { const: "x" } },
    { type: "string", not: { enum: ["x"] } },
  ],
  [
    "one more value that is not allowed",
    "narrower",
    { type: "string", not: { const: "x" } },
    { type: "string", not: { enum: ["x", "y"] } },
  ],
  [
    "names of members that are shorter",
    "narrower",
    { type: "object", propertyNames: { type: "string" } },
    { type: "object", propertyNames: ref },
  ],
  [
    "members that a pattern no longer lets in",
    "other",
    { type: "object", patternProperties: { "^x": name }, additionalProperties: false },
    { type: "object", additionalProperties: false },
  ],
  [
    "members by a pattern that are narrower",
    "narrower",
    { type: "object", patternProperties: { "^x": { type: "string" } } },
    { type: "object", patternProperties: { "^x": ref } },
  ],
])("The relation of %s is %s.", (_title, relation, before, after) => {
  expect(relationOf(before, after)).toBe(relation);
});

test("A parameter that was a number may be any string afterwards, and not the reverse.", () => {
  expect(relationOf({ type: "boolean" }, { enum: ["true", "false"] }, true)).toBe("same");
  expect(relationOf({ type: "integer" }, { type: "string" }, true)).toBe("wider");
  expect(relationOf({ type: "string" }, { type: "integer" }, true)).toBe("narrower");
});
