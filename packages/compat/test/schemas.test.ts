import { readContract } from "@workflow-api/contract";
import type { JsonObject } from "@workflow-api/contract/json";
import { describe, expect, test } from "vitest";
import { type Form, narrowingsOf } from "../src/compare/inclusion.ts";

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

/** What the new schema is to the old one; `other`: neither is proved to allow the other. */
type Relation = "narrower" | "other" | "same" | "wider";

const root = "/components/schemas";

function relationOf(before: JsonObject, after: JsonObject, form: Form = "request"): Relation {
  const contract = readContract(document(before, after));
  const [old, changed] = [
    contract.shape(`${root}/Old`, "request"),
    contract.shape(`${root}/New`, "request"),
  ];
  const isNarrower = narrowingsOf(old, changed, form).length > 0;
  const isWider = narrowingsOf(changed, old, form).length > 0;
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

const pairs: Readonly<Record<Relation, readonly (readonly [JsonObject, JsonObject])[]>> = {
  same: [
    [{ const: "x" }, { enum: ["x"] }],
    [{ enum: [1, "a"] }, { oneOf: [{ const: 1 }, { const: "a" }] }],
    // The pattern beside refuses the other value.
    [{ enum: ["a"] }, { enum: ["a", "b"], pattern: "a" }],
    [ref, name],
    [name, { allOf: [text(), { maxLength: 8 }] }],
    [{ type: ["string", "null"] }, { oneOf: [{ type: "null" }, text()] }],
    [integer({ minimum: 0, maximum: 9 }), integer({ minimum: 0, maximum: 9, format: "int32" })],
    [{ oneOf: [card, cash] }, { oneOf: [cash, card] }],
    [{ oneOf: [card, cash] }, { anyOf: [card, cash] }],
    // What the branches have in common stands beside them.
    [
      { oneOf: [card, cash] },
      {
        ...object({ required: ["kind"] }),
        oneOf: [card, cash].map(({ properties }) => ({ properties })),
      },
    ],
    [integer({ minimum: 1 }), integer({ exclusiveMinimum: 0 })],
    [integer(), number({ multipleOf: 1 })],
    [{ $ref: "#/components/schemas/Tree" }, Tree],
    [text({ not: { const: "x" } }), text({ not: { enum: ["x"] } })],
  ],
  wider: [
    [text(), { type: ["string", "null"] }],
    [integer(), number()],
    [integer({ format: "int32" }), integer({ format: "int64" })],
    [{ oneOf: [card] }, { oneOf: [card, cash] }],
    // One value may be named and a card.
    [{ oneOf: [named, card] }, { anyOf: [named, card] }],
    [number({ multipleOf: 10 }), number({ multipleOf: 5 })],
  ],
  narrower: [
    [name, { allOf: [ref, { minLength: 1 }] }],
    [member(name), member({ ...name, readOnly: true })],
    [pattern("^a+$"), text({ pattern: "^a+$", maxLength: 12 })],
    [number({ minimum: 0 }), number({ exclusiveMinimum: 0 })],
    [list(), list({ maxItems: 1000 })],
    [{ ...named, required: [] }, named],
    [named, { ...named, additionalProperties: false }],
    [object({ additionalProperties: text() }), object({ additionalProperties: ref })],
    [text({ not: { const: "x" } }), text({ not: { enum: ["x", "y"] } })],
    [text({ contentSchema: text() }), text({ contentSchema: ref })],
    [object({ propertyNames: text() }), object({ propertyNames: ref })],
    [object({ patternProperties: { "^x": text() } }), object({ patternProperties: { "^x": ref } })],
  ],
  other: [
    [
      object({ required: ["b"], properties: { a: text() } }),
      object({ required: ["b"], properties: { a: text(), b: text() } }),
    ],
    [integer(), text()],
    [member({ ...name, default: "x" }), member({ ...name, default: "y" })],
    // Nothing decides which of two patterns is narrower.
    [pattern("^a+$"), pattern("^a{1,12}$")],
  ],
};

describe.each(Object.entries(pairs))("The new schema is %s", (relation, schemas) => {
  test.each(schemas)("from %j to %j.", (before, after) => {
    expect(relationOf(before, after)).toBe(relation);
  });
});

test("In a parameter a number is a string, too, and a value a list, and not the reverse.", () => {
  expect(relationOf({ type: "boolean" }, { enum: ["true", "false"] }, "wire")).toBe("same");
  expect(relationOf(integer(), text(), "wire")).toBe("wider");
  expect(relationOf(integer(), list({ items: integer() }), "wire")).toBe("wider");
  expect(relationOf(text(), integer(), "wire")).toBe("narrower");
  expect(relationOf(list({ items: { enum: ["a", "b"] } }), { enum: ["a"] }, "wire")).toBe(
    "narrower",
  );
});

test("What a recursion assumes of a schema is not kept as a result of another one.", () => {
  const reference = (to: string): JsonObject => ({ $ref: `#/components/schemas/${to}` });
  const treeOf = (last: JsonObject, node: string): JsonObject =>
    object({ properties: { branch: reference(node), last } });
  const node = (tree: string): JsonObject => object({ properties: { tree: reference(tree) } });
  const schemas = {
    ...{ Old: treeOf(text(), "OldNode"), New: treeOf(ref, "NewNode"), Name: name },
    ...{ OldNode: node("Old"), NewNode: node("New") },
  };
  const contract = readContract({ ...document({}, {}), components: { schemas } });
  const areNarrower = ["", "Node"].map((part) => {
    const [old, changed] = ["Old", "New"].map((each) => contract.shape(`${root}/${each}${part}`));
    return old && changed && narrowingsOf(old, changed, "request").length > 0;
  });
  expect(areNarrower).toEqual([true, true]);
});
