import {
  type JsonObject,
  type JsonValue,
  type Operation,
  parameterKey,
  readContract,
  requestFor,
} from "@workflow-api/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createMock, type MockAnswer } from "../src/index.ts";

const userId = { type: "integer" };
const text = { type: "string" };
const object = { type: "object", properties: { userId, b: text }, required: ["userId"] };

/** Schemas of the same objects. */
const schemas: Readonly<Record<string, JsonObject>> = {
  "as it is": object,
  "that a reference leads to": { $ref: "#/components/schemas/Filter" },
  "that may be null": { ...object, type: ["object", "null"] },
  "put together of others": { allOf: [object, { properties: { c: { type: "boolean" } } }] },
  "of one of several kinds": { anyOf: [object, { ...object, required: ["c"] }] },
  "of members that are not declared": {
    type: "object",
    patternProperties: { Id$: userId },
    additionalProperties: text,
    required: ["userId"],
  },
};

const places: readonly JsonObject[] = [
  { in: "query" },
  { in: "query", explode: false },
  { in: "query", style: "deepObject", explode: true },
  { in: "query", style: "spaceDelimited", explode: false },
  { in: "query", style: "pipeDelimited", explode: false },
  ...["simple", "label", "matrix"].flatMap((style) =>
    [true, false].map((explode) => ({ in: "path", style, explode })),
  ),
  { in: "header" },
  { in: "header", explode: true },
  { in: "cookie", explode: false },
];

function contentOf(place: JsonObject, schema: JsonObject): JsonObject {
  return { name: "f", required: true, ...place, schema };
}

/** What the mock answers to a value of the only parameter of an operation; `undefined`: it is not sent. */
async function asker(parameter: JsonObject): Promise<(value?: JsonValue) => Promise<MockAnswer>> {
  const contract = readContract({
    openapi: "3.1.1",
    info: { title: "Filters", version: "1.0.0" },
    paths: {
      [parameter["in"] === "path" ? "/things/{f}" : "/things"]: {
        get: {
          operationId: "list",
          parameters: [parameter, { name: "page", in: "query", schema: userId }],
          responses: { "204": { description: "Done." } },
        },
      },
    },
    components: { schemas: { Filter: object } },
  });
  const mock = await createMock(contract);
  const [operation] = contract.operations as [Operation];
  return (value) => {
    const key = `${String(parameter["in"])} ${String(parameter["name"])}`;
    expect(operation.parameters.map(parameterKey)).toContain(key);
    const { method, target, headers } = requestFor(
      operation,
      new Map(value === undefined ? [] : [[key, value]]),
    );
    const lower = Object.entries(headers).map(([name, sent]) => [name.toLowerCase(), sent]);
    return mock.answer({ method, target, headers: Object.fromEntries(lower) });
  };
}

const right = fc.record(
  { userId: fc.integer({ min: -9, max: 9 }), b: fc.constantFrom("x", "a b", "a/b", "50%", "a=b", "[x]") },
  { requiredKeys: ["userId"] },
);

describe.each(Object.entries(schemas))("An object %s", (_, schema) => {
  test.each(places)("is taken and judged in %j", async (place) => {
    const ask = await asker(contentOf(place, schema));
    await fc.assert(
      fc.asyncProperty(right, async (value) => {
        expect([value, (await ask(value)).status]).toEqual([value, 204]);
      }),
      { numRuns: 20 },
    );
    expect((await ask({ userId: "none", b: "x" })).status).toBe(422);
    expect((await ask({ b: "x" })).status).toBe(422);
  });

  test.each(places.filter((place) => place["in"] !== "path"))(
    "is missed in %j, if it is required",
    async (place) => {
      expect((await (await asker(contentOf(place, schema)))()).status).toBe(422);
      const optional = await asker({ ...contentOf(place, schema), required: false });
      expect((await optional()).status).toBe(204);
    },
  );
});

test.each(["query", "path", "header", "cookie"])("An object in JSON is judged in a %s.", async (place) => {
  const content = { "application/json": { schema: object } };
  const ask = await asker({ name: "f", in: place, required: true, content });
  expect((await ask({ userId: 1 })).status).toBe(204);
  expect((await ask({ userId: "none" })).status).toBe(422);
});

test.each([
  ["page", {}],
  ["page[size]", {}],
  ["page", { style: "deepObject", explode: true, schema: { type: "object" } }],
])("In a query %s %j means something else, and is no member of an object.", async (name, as) => {
  const schema = { type: "object", additionalProperties: text, maxProperties: 1 };
  const contract = readContract({
    openapi: "3.1.1",
    info: { title: "Filters", version: "1.0.0" },
    paths: {
      "/things": {
        get: {
          operationId: "list",
          parameters: [
            { name: "f", in: "query", required: true, schema },
            { name, in: "query", schema: userId, ...as },
          ],
          responses: { "204": { description: "Done." } },
        },
      },
    },
  });
  const mock = await createMock(contract);
  const status = async (query: string): Promise<number> =>
    (await mock.answer({ method: "GET", target: `/things?${query}`, headers: {} })).status;
  const sent = "style" in as ? "page[size]=2" : `${name}=2`;
  expect(await status(`a=1&${sent}`)).toBe(204);
  expect(await status("a=1&b=2")).toBe(422);
  expect(await status(sent)).toBe(422);
});
