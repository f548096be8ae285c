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

const typed =
  (type: string) =>
  (rules: JsonObject = {}): JsonObject => ({ type, ...rules });
const text = typed("string");
const integer = typed("integer");
const number = typed("number");
const object = typed("object");
const list = typed("array");
const pattern = (source: string): JsonObject => text({ pattern: source });
const member = (a: JsonObject): JsonObject => object({ properties: { a } });

test.each<readonly [string, Relation, JsonObject, JsonObject]>([
  ["a const and an enum of it", "same", { const: "x" }, { enum: ["x"] }],
  ["an enum in another order", "same", { enum: ["a", "b"] }, text({ enum: ["b", "a"] })],
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
  ["an allOf and its parts", "same", name, { allOf: [text(), { maxLength: 8 }] }],
  ["a constraint that an allOf adds", "narrower", name, { allOf: [ref, { minLength: 1 }] }],
  [
    "null by a type and by a branch",
    "same",
    { type: ["string", "null"] },
    { oneOf: [{ type: "null" }, text()] },
  ],
  ["one more type", "wider", text(), { type: ["string", "null"] }],
  ["an integer and a number", "wider", integer(), number()],
  [
    "an integer of 32 bits and one of 64",
    "wider",
    integer({ format: "int32" }),
    integer({ format: "int64" }),
  ],
  [
    "a bound within 32 bits and the format",
    "same",
    integer({ minimum: 0, maximum: 9 }),
    integer({ minimum: 0, maximum: 9, format: "int32" }),
  ],
  ["a member that is not read", "narrower", member(name), member({ ...name, readOnly: true })],
  [
    "another default of a member",
    "other",
    member({ ...name, default: "x" }),
    member({ ...name, default: "y" }),
  ],
  ["another type", "other", integer(), text()],
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
  ["a pattern less a letter", "narrower", pattern("^[A-Z]+$"), pattern("^[A-PR-Z]+$")],
  ["a pattern with a bound", "narrower", pattern("^a+$"), pattern("^a{1,12}$")],
  [
    "a pattern with the bound beside it",
    "same",
    text({ pattern: "^a+$", maxLength: 12 }),
    pattern("^a{1,12}$"),
  ],
  ["a pattern in other words", "same", pattern("^[0-9]{2}$"), pattern("^\\d\\d$")],
  ["a lookahead", "narrower", pattern("^[a-z]+$"), pattern("^(?!x)[a-z]+$")],
  [
    "lookaheads and two patterns",
    "same",
    pattern("^(?=.*a)(?=.*b).*$"),
    text({ pattern: "a", allOf: [{ pattern: "b" }, { pattern: "^.*$" }] }),
  ],
  [
    "a pattern of two strings and an enum of them",
    "same",
    pattern("^a(b|c)$"),
    { enum: ["ab", "ac"] },
  ],
  ["a pattern that is not decided", "other", pattern("a(?<!b)"), pattern("a")],
  [
    "a bound of an integer in other words",
    "same",
    integer({ minimum: 1 }),
    integer({ exclusiveMinimum: 0 }),
  ],
  [
    "an exclusive bound of a number",
    "narrower",
    number({ minimum: 0 }),
    number({ exclusiveMinimum: 0 }),
  ],
  ["each multiple of 10 and of 5", "wider", number({ multipleOf: 10 }), number({ multipleOf: 5 })],
  ["an integer and a multiple of 1", "same", integer(), number({ multipleOf: 1 })],
  [
    "a multiple of 0.5 and of 1",
    "narrower",
    number({ multipleOf: 0.5 }),
    number({ multipleOf: 1 }),
  ],
  ["a list that is bounded", "narrower", list(), list({ maxItems: 1000 })],
  ["a list of narrower items", "narrower", list({ items: text() }), list({ items: ref })],
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
    object({ additionalProperties: text() }),
    object({ additionalProperties: ref }),
  ],
  ["a schema within itself", "same", { $ref: "#/components/schemas/Tree" }, Tree],
  [
    "what is not allowed, in other words",
    "same",
    text({ not: { const: "x" } }),
    text({ not: { enum: ["x"] } }),
  ],
  [
    "one more value that is not allowed",
    "narrower",
    text({ not: { const: "x" } }),
    text({ not: { enum: ["x", "y"] } }),
  ],
  [
    "names of members that are shorter",
    "narrower",
    object({ propertyNames: text() }),
    object({ propertyNames: ref }),
  ],
  [
    "members that a pattern no longer lets in",
    "narrower",
    object({ patternProperties: { "^x": name }, additionalProperties: false }),
    object({ additionalProperties: false }),
  ],
  [
    "all members by a pattern and by no name",
    "same",
    object({ additionalProperties: name }),
    object({ patternProperties: { "": ref } }),
  ],
  [
    "members by a pattern that are narrower",
    "narrower",
    object({ patternProperties: { "^x": text() } }),
    object({ patternProperties: { "^x": ref } }),
  ],
])("The relation of %s is %s.", (_title, relation, before, after) => {
  expect(relationOf(before, after)).toBe(relation);
});

test("In a parameter a number is a string, too, and a value a list of one, and not the reverse.", () => {
  expect(relationOf({ type: "boolean" }, { enum: ["true", "false"] }, true)).toBe("same");
  expect(relationOf({ type: "integer" }, { type: "string" }, true)).toBe("wider");
  expect(relationOf({ type: "string" }, { type: "integer" }, true)).toBe("narrower");
  expect(relationOf(list({ items: { enum: ["a", "b"] } }), { enum: ["a"] }, true)).toBe("narrower");
});
