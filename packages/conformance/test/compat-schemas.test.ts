import type { JsonObject, JsonValue } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { compareContracts } from "../src/compat/index.ts";
import { giving, taking } from "./support/bodies.ts";
import { contractOf } from "./support/contract-with.ts";

const text = { type: "string" };
const count = { type: "integer" };

/** An object with members, of which the first are required. */
function object(properties: JsonObject, required: readonly string[] = [], more: JsonObject = {}): JsonObject {
  return { type: "object", properties, required: [...required], ...more };
}

const one = (schema: JsonValue): JsonObject => object({ a: schema }, ["a"]);
const list = (items: JsonValue, more: JsonObject = {}): JsonObject => ({ type: "array", items, ...more });
const map = (values: JsonValue, more: JsonObject = {}): JsonObject => ({
  type: "object",
  additionalProperties: values,
  ...more,
});
const state = { enum: ["open", "closed"] };
const isOpen = { properties: { state: { const: "open" } }, required: ["state"] };

/** Two schemas, of which the second takes all that the first does, and more. */
const wider: readonly [what: string, narrow: JsonValue, wide: JsonValue][] = [
  ["nothing is said of what a required member is", one(count), object({}, ["a"])],
  ["nothing is said of what a required member of an item is", list(one(count)), list(object({}, ["a"]))],
  ["a member without a schema may be missing", object({ a: text }, ["a", "b"]), object({ a: text }, ["a"])],
  ["the only required member may be missing", { type: "object", required: ["b"] }, { type: "object" }],
  [
    "a part of an allOf no longer asks for a member",
    { allOf: [object({ a: text }), { required: ["b"] }] },
    { allOf: [object({ a: text })] },
  ],
  [
    "another member will do",
    { ...object({ a: text, b: text, c: text }), anyOf: [{ required: ["a"] }, { required: ["b"] }] },
    {
      ...object({ a: text, b: text, c: text }),
      anyOf: [{ required: ["a"] }, { required: ["b"] }, { required: ["c"] }],
    },
  ],
  [
    "members do not need each other",
    object({ a: text }, [], { dependentRequired: { z: ["a"] } }),
    object({ a: text }),
  ],
  [
    "a member changes nothing of the others",
    object({ a: text, b: text }, [], { dependentSchemas: { a: { required: ["b"] } } }),
    object({ a: text, b: text }),
  ],
  ["there may be fewer members", { type: "object", minProperties: 2 }, { type: "object" }],
  ["there may be more members", map(text, { maxProperties: 2 }), map(text)],
  [
    "members by a pattern take more",
    object({}, [], { patternProperties: { "^x-": count } }),
    object({}, [], { patternProperties: { "^x-": { type: ["integer", "string"] } } }),
  ],
  [
    "members have other names",
    { type: "object", propertyNames: { pattern: "^[a-z]+$" } },
    { type: "object" },
  ],
  ["members without names take anything", map(count), map(true)],
  ["nothing is said of members without names", map(count), { type: "object" }],
  [
    "other members may be anything",
    object({ a: text }, [], { additionalProperties: count }),
    object({ a: text }, [], { additionalProperties: true }),
  ],
  [
    "other members are allowed",
    object({ a: text }, [], { additionalProperties: false }),
    object({ a: text }),
  ],
  [
    "other members than those of the parts are allowed",
    { allOf: [object({ a: text })], unevaluatedProperties: false },
    { allOf: [object({ a: text })] },
  ],
  ["the members of a map need less", map(one(text)), map(object({ a: text }))],
  ["a list need not hold a value", list(text, { contains: { const: "x" } }), list(text)],
  [
    "a list may hold a value once more",
    list(text, { contains: { const: "x" }, maxContains: 2 }),
    list(text, { contains: { const: "x" }, maxContains: 3 }),
  ],
  [
    "the first item takes more",
    { type: "array", prefixItems: [count, text], minItems: 2 },
    { type: "array", prefixItems: [{ type: "number" }, text], minItems: 2 },
  ],
  [
    "a tuple may be longer",
    { type: "array", prefixItems: [count], items: false },
    { type: "array", prefixItems: [count, text], items: false },
  ],
  ["a list may be empty", list(count, { minItems: 1 }), list(count)],
  ["an item may come twice", list(count, { uniqueItems: true }), list(count)],
  ["a constant is one of several values", one({ const: "x" }), one({ enum: ["x", "y"] })],
  ["there is another value among many", one(numbered(40)), one(numbered(41))],
  ["a value may be null by another branch", one(text), one({ oneOf: [text, { type: "null" }] })],
  ["a value may be null as one of several", one({ enum: ["x"] }), one({ enum: ["x", null] })],
  [
    "a pattern takes one letter more",
    one({ type: "string", pattern: "^[A-Z]{3}$" }),
    one({ type: "string", pattern: "^[A-Z]{3,4}$" }),
  ],
  [
    "a member may have another of several names",
    map(text, { propertyNames: { enum: ["red", "green"] } }),
    map(text, { propertyNames: { enum: ["red", "green", "blue"] } }),
  ],
  ["a value need not be of a format", one({ type: "string", format: "date" }), one(text)],
  [
    "a bound is part of the range",
    one({ type: "number", exclusiveMinimum: 0 }),
    one({ type: "number", minimum: 0 }),
  ],
  [
    "a text may be much longer",
    one({ type: "string", maxLength: 255 }),
    one({ type: "string", maxLength: 1024 }),
  ],
  [
    "one of several branches needs less",
    {
      oneOf: [
        object({ kind: { const: "a" }, x: text }, ["kind", "x"]),
        object({ kind: { const: "b" } }, ["kind"]),
      ],
    },
    {
      oneOf: [
        object({ kind: { const: "a" }, x: text }, ["kind"]),
        object({ kind: { const: "b" } }, ["kind"]),
      ],
    },
  ],
  [
    "a condition asks for nothing",
    object({ state }, ["state"], { if: isOpen, else: { required: ["since"] } }),
    object({ state }, ["state"]),
  ],
  ["a member twelve objects deep may be missing", nested(12, one(text)), nested(12, object({ a: text }))],
];

function numbered(length: number): JsonObject {
  return { enum: Array.from({ length }, (_, index) => `value ${index}`) };
}

function nested(depth: number, inmost: JsonObject): JsonObject {
  return depth === 0 ? inmost : object({ next: nested(depth - 1, inmost) }, ["next"]);
}

/** Whom a change breaks. */
async function broken(old: JsonObject, changed: JsonObject): Promise<string[]> {
  const found = compareContracts(await contractOf(old), await contractOf(changed));
  return [...new Set(found.map((each) => each.for))];
}

test.each(wider)(
  "In an answer it breaks callers and in a request servers that %s.",
  async (_what, narrow, wide) => {
    expect(await broken(giving(narrow), giving(wide))).toEqual(["callers"]);
    expect(await broken(taking(narrow), taking(wide))).toEqual(["servers"]);
  },
);

test.each(wider)(
  "In a request it breaks callers and in an answer servers that it no longer is so that %s.",
  async (_what, narrow, wide) => {
    expect(await broken(taking(wide), taking(narrow))).toContain("callers");
    expect(await broken(giving(wide), giving(narrow))).toEqual(["servers"]);
  },
);

test("What is gone from an answer hides nothing of what is left.", async () => {
  const needing = { dependentRequired: { z: ["a"] } };
  const old = object({ a: text, gone: count }, [], needing);
  expect(await broken(giving(old), giving(object({ a: text })))).toContain("callers");
  expect(await broken(giving(old), giving(object({ a: text }, [], needing)))).toEqual([]);
});

test.each<[what: string, old: JsonObject, changed: JsonObject]>([
  ["may be anything", count, {}],
  ["may be a text too", count, { type: ["string", "integer"] }],
  ["may be another value too", { enum: [1] }, { enum: [2, 1] }],
  ["may be a list with less in it", list(count, { minItems: 2 }), list(count)],
])(
  "Who sends an item twice breaks where that is no longer allowed, though each %s.",
  async (_what, old, changed) => {
    const unique = { uniqueItems: true };
    expect(await broken(taking(list(old)), taking(list(changed, unique)))).toContain("callers");
    expect(await broken(taking(one(list(old))), taking(one(list(changed, unique))))).toContain("callers");
    expect(await broken(giving(list(changed, unique)), giving(list(old)))).toContain("callers");
  },
);
