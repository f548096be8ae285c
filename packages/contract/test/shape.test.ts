import { describe, expect, test } from "vitest";
import type { Shape } from "../src/index.ts";
import type { JsonObject, JsonValue } from "../src/json.ts";
import { withSchema } from "./contract.ts";

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

function subject(
  schema: JsonValue,
  components: JsonObject = {},
  direction?: "request" | "response",
): Shape {
  return withSchema(schema, components).shape("/components/schemas/Subject", direction);
}

describe("readOnly members belong to responses, and writeOnly ones to requests", () => {
  const properties = {
    id: { type: "integer", readOnly: true },
    name: { type: "string" },
    password: { type: "string", writeOnly: true },
  };
  const required = ["id", "name", "password"];
  const Base = { properties };
  const Id = { type: "integer", readOnly: true };
  test.each<[where: string, schema: JsonObject, components: JsonObject]>([
    ["in one schema", { type: "object", required, properties }, {}],
    ["beside a $ref", { ...ref("Base"), required }, { Base }],
    ["beside allOf", { allOf: [{ properties }], required }, {}],
    ["within allOf", { allOf: [{ required }, ref("Base")] }, { Base }],
    ["behind a $ref", { required, properties: { ...properties, id: ref("Id") } }, { Id }],
    ["in a branch", { oneOf: [{ required }], properties }, {}],
  ])("%s", (_, schema, components) => {
    const request = subject(schema, components, "request");
    const response = subject(schema, components, "response");
    expect(request.violations({ name: "a", password: "b" })).toEqual([]);
    expect(response.violations({ name: "a", id: 1 })).toEqual([]);
    expect(request.violations({ id: 1, name: "a" })).toMatchObject([{ missing: "password" }]);
    expect(response.violations({ name: "a", password: "b" })).toMatchObject([{ missing: "id" }]);
    expect(subject(schema, components).violations({ name: "a" })).toHaveLength(2);
    if (!("oneOf" in schema)) {
      expect([...request.required]).toEqual(["name", "password"]);
      expect([...response.required]).toEqual(["id", "name"]);
    }
    expect(request.names).toEqual(["name", "password"]);
    expect(response.names).toEqual(["id", "name"]);
  });

  test("at any depth of a value, which is not refused for them", () => {
    const item = { type: "object", required, properties, additionalProperties: false };
    const other = { required: ["other"], properties: { name: { readOnly: true } } };
    const items = { anyOf: [ref("Item"), { type: "null" }, other] };
    const list = { properties: { items: { items } } };
    const request = subject(list, { Item: item }, "request");
    const value = { items: [null, { id: 1, name: "a", password: "b" }] };
    expect(request.violations(value)).toEqual([]);
    expect(request.excludedIn(value)).toEqual(["/items/1/id"]);
    expect(request.at("/items/0/id").types).toEqual(["integer"]);
    expect(subject(list, { Item: item }, "response").excludedIn(value)).toEqual([
      "/items/1/password",
    ]);
    expect(subject(list, { Item: item }).excludedIn(value)).toEqual([]);
  });
});

describe("a tree", () => {
  const kinds = Array.from({ length: 12 }, (_, index) => `Kind${index}`);
  const components = Object.fromEntries(
    kinds.map((kind) => [
      kind,
      {
        type: "object",
        required: ["kind"],
        properties: { kind: { type: "string" }, children: { items: ref("Subject") } },
        maxProperties: kind === "Kind11" ? 2 : 1,
      },
    ]),
  );
  const tree = { oneOf: kinds.map(ref) };

  test("knows where it leads back to itself", () => {
    const holder = withSchema(tree, {
      ...components,
      Holder: { properties: { a: ref("Subject") } },
    });
    const root = holder.shape("/components/schemas/Subject");
    expect(root.recursions).toEqual(["/components/schemas/Subject"]);
    const around = holder.shape("/components/schemas/Holder");
    expect(around.recursions).toEqual(["/components/schemas/Subject"]);
    expect(subject({ properties: { a: ref("Leaf") } }, { Leaf: {} }).recursions).toEqual([]);
  });

  test("is validated once by each branch at each of its levels", () => {
    let reads = 0;
    const node = (depth: number): JsonObject => ({
      get kind() {
        reads++;
        return "a";
      },
      children: depth === 0 ? [] : [node(depth - 1)],
    });
    expect(subject(tree, components).violations(node(5))).toEqual([]);
    expect(reads).toBeLessThan(6 * kinds.length * 4);
    const secret = {
      kind: { type: "string", writeOnly: true },
      children: { items: ref("Subject") },
    };
    const alike = { anyOf: kinds.map((title) => ({ title, properties: secret })) };
    reads = 0;
    expect(subject(alike, {}, "response").excludedIn(node(5))).toHaveLength(6);
    expect(reads).toBeLessThan(6 ** 2 * kinds.length ** 2 * 10);
  });
});

test("a member is described by each pattern that matches its name anywhere", () => {
  const patterns = { a: { type: ["string", "null"] }, "^b": { type: ["null", "integer"] } };
  const shape = subject({ patternProperties: patterns, additionalProperties: false });
  expect(shape.property("xay").types).toEqual(["string", "null"]);
  expect(shape.property("ba").types).toEqual(["null"]);
  expect(shape.property("ab").types).toEqual(["string", "null"]);
  expect(shape.property("x").isNever).toBe(true);
  expect(subject(false).isNever).toBe(true);
  const never = { properties: { a: {} }, patternProperties: { a: false } };
  expect(subject(never).property("a").isNever).toBe(true);
});

test("several schemas of one value restrict it together", () => {
  const shape = subject({
    allOf: [
      { type: "number", maximum: 3, minimum: 1 },
      { type: ["integer", "string"], maximum: 2 },
    ],
  });
  expect(shape.types).toEqual(["integer"]);
  expect([shape.limit("maximum"), shape.limit("minimum")]).toEqual([2, 1]);
  const member = { properties: { a: {} } };
  expect(subject({ allOf: [member, member] }).names).toEqual(["a"]);
  expect(subject({ allOf: [{ minimum: 1 }, { minimum: 2 }] }).limit("minimum")).toBe(2);
});

test("the types of a shape follow from its only values", () => {
  expect(subject({ enum: ["a", null] }).types).toEqual(["string", "null"]);
  expect(subject({ oneOf: [{ type: "null" }] }).types).toEqual(["null"]);
  expect(subject({ const: 1 }).types).toEqual(["integer", "number"]);
  expect(subject({ enum: [{}, [], true] }).types).toEqual(["boolean", "object", "array"]);
});

test("of many branches, only as many variants are made as are asked for", () => {
  const union = { oneOf: Array.from({ length: 10 }, (_, value) => ({ title: `${value}` })) };
  const many = subject({ allOf: Array.from({ length: 12 }, () => union) });
  expect(many.variants(5)).toHaveLength(5);
});
