import { expect, test } from "vitest";
import { type JsonObject, type JsonSchema, readContract, readForm } from "../src/index.ts";

/** What is read of a form whose schema is this. */
function read(schema: JsonSchema, query: string, encoding: JsonObject = {}): JsonObject {
  const mediaType = "application/x-www-form-urlencoded";
  const { operations } = readContract({
    openapi: "3.1.1",
    info: { title: "Fields", version: "1.0.0" },
    paths: {
      "/a": {
        post: { operationId: "send", requestBody: { content: { [mediaType]: { schema, encoding } } } },
      },
    },
    components: {
      schemas: { Count: { type: "integer" }, Counted: { properties: { n: { type: "integer" } } } },
    },
  });
  const [media] = operations[0]?.requestBody?.content ?? [];
  if (media === undefined) throw new Error("The operation takes a form.");
  return readForm(media, query);
}

const count = { $ref: "#/components/schemas/Count" };
const counted = { $ref: "#/components/schemas/Counted" };

test.each<[string, JsonSchema]>([
  ["a type", { properties: { n: { type: "integer" } } }],
  ["a reference", { properties: { n: count } }],
  ["a constant", { properties: { n: { const: 5 } } }],
  ["choices of one type", { properties: { n: { enum: [5, 6] } } }],
  ["an allOf of the field", { properties: { n: { allOf: [count, { minimum: 1 }] } } }],
  ["an alternative of the field", { properties: { n: { anyOf: [count, { type: "null" }] } } }],
  ["an allOf of the form", { allOf: [counted, { properties: { other: { type: "string" } } }] }],
  ["an alternative of the form", { oneOf: [counted, { properties: { other: { type: "string" } } }] }],
  [
    "what a part of an allOf leaves",
    { allOf: [{ properties: { n: { type: ["string", "number"] } } }, counted] },
  ],
  ["one way of a condition", { if: { required: ["other"] }, else: { properties: { n: count } } }],
  ["what holds beside another", { dependentSchemas: { other: counted } }],
  ["a pattern of its name", { patternProperties: { "^n": count } }],
  ["the type of all others", { additionalProperties: { type: "integer" } }],
])("A field is read as the number that it is called by %s", (_, schema) => {
  expect(read(schema, "n=5")).toEqual({ n: 5 });
  expect(read(schema, "n=five")).toEqual({ n: "five" });
});

test.each<[string, JsonSchema]>([
  ["nothing", { properties: { n: true } }],
  ["a type among others", { properties: { n: { type: ["integer", "string"] } } }],
  ["one alternative of several", { properties: { n: { oneOf: [count, { type: "string" }] } } }],
  ["a form that declares nothing", true],
])("A field stays text that may be one by %s", (_, schema) => {
  expect(read(schema, "n=5")).toEqual({ n: "5" });
});

test("Every item is read of a list whose name fits a pattern", () => {
  const schema = { patternProperties: { "^n": { type: "array", items: count } } };
  expect(read(schema, "n1=5&n1=6&other=7")).toEqual({ n1: [5, 6], other: "7" });
});

test("The members of an object that is no JSON are read by their types", () => {
  const place = { allOf: [{ type: "object", properties: { x: count, name: { type: "string" } } }] };
  const schema = { properties: { place } };
  const expected = { place: { x: 5, name: "7", other: "9" } };
  const exploded = "place[x]=5&place[name]=7&place[other]=9";
  expect(read(schema, exploded, { place: { style: "deepObject" } })).toEqual(expected);
  expect(read(schema, "place=x,5,name,7,other,9", { place: { style: "form", explode: false } })).toEqual(
    expected,
  );
});

test("A list in one field is taken apart at what its style puts between", () => {
  const schema = { properties: { n: { type: "array", items: count } } };
  for (const [style, text] of [
    ["form", "5,6"],
    ["form", "5%2C6"],
    ["spaceDelimited", "5+6"],
    ["pipeDelimited", "5%7C6"],
  ])
    expect(read(schema, `n=${text}`, { n: { style: String(style), explode: false } }), style).toEqual({
      n: [5, 6],
    });
});

test("What a field takes up is no other field, and what only looks like it is", () => {
  const place = { type: "object", properties: { x: { type: "string" } } };
  const schema = { properties: { place, flat: { type: "string" } } };
  expect(read(schema, "place[x]=1&flat=2", { place: { style: "deepObject" } })).toEqual({
    place: { x: "1" },
    flat: "2",
  });
  expect(read(schema, "flat=2&flat[x]=1")).toEqual({ flat: "2", "flat[x]": "1" });
  expect(read(schema, "x=1&flat=2", { place: { style: "form" } })).toMatchObject({ place: { x: "1" } });
});

test("The members of an object take up pairs of theirs by its style alone", () => {
  const place = { type: "object", properties: { x: { type: "string" } } };
  const schema = { properties: { place } };
  expect(read(schema, "x=1", { place: { style: "form" } })).toEqual({ place: { x: "1" } });
  expect(read(schema, "place=x,1&x=3", { place: { style: "form", explode: false } })).toEqual({
    place: { x: "1" },
    x: "3",
  });
});
