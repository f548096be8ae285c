import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  exampleRequest,
  type JsonObject,
  type JsonValue,
  loadDocument,
  type Operation,
} from "../src/index.ts";

/** What the examples of bodies of some schemas are, and what the schemas say against them. */
async function bodiesFor(
  schemas: readonly JsonObject[],
  components: JsonObject = {},
): Promise<{ body: JsonValue | undefined; against: readonly unknown[] }[]> {
  const contract = await loadDocument({
    openapi: "3.1.1",
    info: { title: "Shelf", version: "1.0.0" },
    paths: Object.fromEntries(
      schemas.map((schema, index) => [
        `/shelf/${index}`,
        {
          put: {
            operationId: `keep${index}`,
            requestBody: { required: true, content: { "application/json": { schema } } },
            responses: { "204": { description: "It is kept." } },
          },
        },
      ]),
    ),
    components: { schemas: components },
  });
  return contract.operations.map((operation) => {
    const { body } = exampleRequest(contract, operation);
    return { body, against: operation.requestBody?.content[0]?.validate(body) ?? ["There is no body."] };
  });
}

describe("The example of a body is accepted where the schema asks for", () => {
  const text = (members: JsonObject): JsonObject => ({ type: "string", ...members });
  const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
    type: "object",
    required: Object.keys(properties),
    properties,
    ...more,
  });
  test.each<[string, JsonObject, JsonValue]>([
    ["a pattern", text({ pattern: "^[A-Z]{3}-\\d{4}$" }), "AAA-0000"],
    ["a longer text than the least of a pattern", text({ pattern: "^x*$", minLength: 4 }), "xxxx"],
    ["one of several endings", text({ pattern: "^\\w\\.(?:png|jpg)$" }), "a.png"],
    ["the same again", text({ pattern: "^(?<quote>['\"]).\\k<quote>$" }), '"a"'],
    ["what it looks ahead for", text({ pattern: "^(?=.*\\d)(?=.*[A-Z]).{4,}$" }), "0Aaaaa"],
    ["what it looks behind for", text({ pattern: "^.*(?<=\\.pdf)$" }), ".pdf"],
    ["letters of another alphabet", text({ pattern: "^\\p{Script=Greek}$" }), "Ͱ"],
    ["a pattern and a format", text({ format: "date", pattern: "^2030-" }), "2030-01-01"],
    ["an address of a domain", text({ format: "email", pattern: "@example\\.org$" }), "you@example.org"],
    ["a short text of a format", text({ format: "email", maxLength: 6 }), "a@b.co"],
    ["some of the members", { ...object({ a: text({}) }), required: [], minProperties: 1 }, { a: "YOUR_A" }],
    [
      "members that have no name",
      { type: "object", minProperties: 2, additionalProperties: { type: "integer" } },
      { member_1: 1, member_2: 1 },
    ],
    [
      "members of names that match",
      { type: "object", minProperties: 1, propertyNames: { pattern: "^x-" }, additionalProperties: text({}) },
      { "x-": "YOUR_X_" },
    ],
    [
      "members of names that have a schema by their pattern",
      {
        type: "object",
        minProperties: 1,
        patternProperties: { "^\\d$": { const: 1 } },
        additionalProperties: false,
      },
      { "0": 1 },
    ],
    [
      "a member that no property declares",
      { type: "object", required: ["x"], additionalProperties: { type: "integer", minimum: 5 } },
      { x: 5 },
    ],
    ["a multiple above a bound", { type: "integer", multipleOf: 7, minimum: 10 }, 14],
    ["a multiple below a bound", { type: "integer", multipleOf: 3, maximum: -5 }, -6],
    [
      "a multiple of two numbers",
      { type: "number", allOf: [{ multipleOf: 4 }, { multipleOf: 6 }], minimum: 5 },
      12,
    ],
    ["more than a bound", { type: "integer", exclusiveMinimum: 10, exclusiveMaximum: 12 }, 11],
    ["a number between bounds", { type: "number", exclusiveMinimum: 0.25, exclusiveMaximum: 0.75 }, 0.5],
    ["what two lists of values have in common", { allOf: [{ enum: [1, 2] }, { enum: [2, 3] }] }, 2],
    ["a value of a list that is long enough", { type: "string", enum: ["a", "bb"], minLength: 2 }, "bb"],
    ["another value than one", { type: "integer", not: { enum: [1, 2] } }, 0],
    ["more than a bound that is not to be", { type: "integer", minimum: 4, not: { const: 4 } }, 5],
    [
      "items that differ",
      { type: "array", minItems: 2, uniqueItems: true, items: object({ name: text({}) }) },
      [{ name: "YOUR_NAME" }, { name: "YOUR_NAME1" }],
    ],
    ["no item", { type: "array", maxItems: 0 }, []],
    ["an item of a kind", { type: "array", items: { type: "integer" }, contains: { minimum: 5 } }, [5]],
    ["a tuple", { type: "array", prefixItems: [{ const: 1 }, { const: 2 }], minItems: 2 }, [1, 2]],
    ["one of two and not both", { oneOf: [{ type: "number" }, { type: "integer" }] }, 0.5],
    [
      "a member that a branch requires",
      { type: "object", properties: { a: text({}), b: text({}) }, anyOf: [{ required: ["b"] }] },
      { b: "YOUR_B" },
    ],
    [
      "a member that another one requires",
      {
        ...object({ card: text({}) }),
        dependentRequired: { card: ["name"] },
        properties: { name: text({}) },
      },
      { card: "YOUR_CARD", name: "YOUR_NAME" },
    ],
    [
      "what follows from a condition",
      {
        ...object({ kind: { enum: ["a", "b"] } }),
        if: { properties: { kind: { const: "a" } } },
        // biome-ignore lint/suspicious/noThenProperty: JSON Schema's keyword
        then: { required: ["size"], properties: { size: { type: "integer", minimum: 9 } } },
      },
      { kind: "a", size: 9 },
    ],
    [
      "members that the client alone sends",
      { ...object({ id: text({ readOnly: true }), code: text({ pattern: "^c\\d$" }) }) },
      { code: "c0" },
    ],
    [
      "all this of a part of a part",
      object({ lines: { type: "array", items: object({ id: text({}), code: text({ pattern: "^c$" }) }) } }),
      { lines: [{ id: "YOUR_ID", code: "c" }] },
    ],
    ["an end of what holds itself", { $ref: "#/components/schemas/Reply" }, { answers: [{ answers: [] }] }],
  ])("%s", async (_what, schema, expected) => {
    const reply = object({ answers: { type: "array", items: { $ref: "#/components/schemas/Reply" } } });
    expect(await bodiesFor([schema], { Reply: reply })).toEqual([{ body: expected, against: [] }]);
  });
});

test("Where a schema accepts nothing, its example is a placeholder all the same", async () => {
  const [found] = await bodiesFor([{ type: "string", pattern: "^[a-z]$", minLength: 2 }]);
  expect(found?.body).toBe("YOUR_BODY");
});

/** A text that matches a pattern, piece by piece. */
const pattern = fc
  .array(
    fc.constantFrom(
      "[a-f]",
      "[^x]",
      "\\d{2,3}",
      "(?:yes|no)",
      "-",
      "\\.",
      "[A-Z]?",
      "\\w+",
      "(\\d)\\1",
      "(?=.)",
    ),
    { minLength: 1, maxLength: 5 },
  )
  .chain((pieces) => fc.constantFrom(`^${pieces.join("")}a$`, `${pieces.join("")}a`));

const bounds = fc.tuple(fc.integer({ min: -50, max: 50 }), fc.integer({ min: 1, max: 20 }));

/** Schemas of every type, each of which accepts a value. */
const { schema: satisfiable } = fc.letrec<{ schema: JsonObject; object: JsonObject }>((tie) => ({
  object: fc
    .tuple(
      fc.dictionary(fc.constantFrom("a", "b", "c", "d"), tie("schema"), { noNullPrototype: true }),
      fc.nat(),
      fc.boolean(),
      fc.boolean(),
    )
    .map(([properties, count, isAllOf, isOpen]): JsonObject => {
      const names = Object.keys(properties);
      const required = names.slice(0, count % (names.length + 1));
      const least = { minProperties: isOpen ? names.length + 1 : names.length };
      const parts = { type: "object", properties, required };
      return isAllOf ? { allOf: [parts, least] } : { ...parts, ...least };
    }),
  schema: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    pattern.map((each): JsonObject => ({ type: "string", pattern: each })),
    bounds.map(
      ([least, size]): JsonObject => ({
        type: "string",
        minLength: Math.abs(least),
        maxLength: Math.abs(least) + size,
      }),
    ),
    bounds.map(
      ([step, factor]): JsonObject => ({
        type: "integer",
        multipleOf: Math.abs(step) + 1,
        exclusiveMaximum: (Math.abs(step) + 1) * factor + 1,
        minimum: (Math.abs(step) + 1) * (factor - 1),
      }),
    ),
    bounds.map(
      ([low, size]): JsonObject => ({
        type: "number",
        exclusiveMinimum: low / 8,
        exclusiveMaximum: (low + size) / 8,
      }),
    ),
    fc.constantFrom<JsonObject>(
      { type: "string", format: "uuid" },
      { type: ["null", "boolean"], not: { const: true } },
      { enum: [1, "two", [3]], type: ["array", "string"] },
      { type: "array", uniqueItems: true, minItems: 3, items: { type: "string", pattern: "^[ab]{2}$" } },
      {},
    ),
    tie("object"),
    fc
      .tuple(tie("schema"), fc.nat(3))
      .map(([items, minItems]): JsonObject => ({ type: "array", items, minItems })),
    fc.tuple(tie("schema"), tie("schema")).map(([one, other]): JsonObject => ({ anyOf: [one, other] })),
    fc.tuple(tie("object"), tie("object")).map(
      ([one, other]): JsonObject => ({
        oneOf: [one, other].map((each, index) => ({
          allOf: [each, { required: ["kind"], properties: { kind: { const: index } } }],
        })),
      }),
    ),
  ),
}));

test("The example of a body is accepted by any schema that accepts something", {
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(satisfiable, { minLength: 20, maxLength: 20 }), async (schemas) => {
      const found = await bodiesFor(schemas);
      expect(found.filter(({ against }) => against.length > 0)).toEqual([]);
    }),
    { numRuns: 10 },
  );
});

describe("The example of a parameter arrives as what it is", () => {
  async function operationWith(
    parameter: JsonObject,
  ): Promise<[Operation | undefined, JsonValue | undefined]> {
    const contract = await loadDocument({
      openapi: "3.1.1",
      info: { title: "Shelf", version: "1.0.0" },
      paths: {
        "/shelf/{part}": {
          get: {
            operationId: "find",
            parameters: [{ name: "part", required: true, ...parameter }],
            responses: { "204": { description: "It is there." } },
          },
        },
      },
    });
    const [operation] = contract.operations;
    return [operation, operation && [...exampleRequest(contract, operation).values.values()][0]];
  }
  test.each<[string, JsonObject, JsonValue]>([
    ["a text in a path that is not empty", { in: "path", schema: { type: "string", pattern: "^x*$" } }, "x"],
    [
      "an object in a query",
      { in: "query", schema: { type: "object", properties: { a: { const: 1 } } } },
      { a: 1 },
    ],
    ["a list in a query", { in: "query", schema: { type: "array", items: { const: 7 }, default: [] } }, [7]],
    [
      "an item without the comma that would part it",
      { in: "header", schema: { type: "array", items: { enum: ["a,b", "c"] } } },
      ["c"],
    ],
    [
      "a member that is not null, which is not sent",
      {
        in: "query",
        schema: {
          type: "object",
          required: ["a"],
          properties: { a: { anyOf: [{ type: "null" }, { const: "x" }] } },
        },
      },
      { a: "x" },
    ],
    [
      "a text of its pattern rather than a default that is none",
      { in: "header", schema: { type: "string", default: "x", pattern: "^v\\d$" } },
      "v0",
    ],
    ["what cannot be sent at all", { in: "query", schema: { type: "array", maxItems: 0 } }, []],
  ])("%s", async (_what, parameter, expected) => {
    const [operation, value] = await operationWith(parameter);
    expect(value).toEqual(expected);
    expect(operation?.parameters[0]?.validate(value)).toEqual([]);
  });
});

describe("The example of a body is of the representation that is sent:", () => {
  async function bodyOf(content: JsonObject): Promise<JsonValue | undefined> {
    const operation = {
      operationId: "keep",
      requestBody: { required: true, content },
      responses: { "204": { description: "It is kept." } },
    };
    const info = { title: "Shelf", version: "1.0.0" };
    const contract = await loadDocument({
      openapi: "3.1.1",
      info,
      paths: { "/shelf": { put: { ...operation } } },
    });
    return contract.operations[0] && exampleRequest(contract, contract.operations[0]).body;
  }
  test("JSON rather than what stands before it", async () => {
    const json = { schema: { type: "integer" } };
    expect(await bodyOf({ "text/plain": { schema: { type: "string" } }, "application/json": json })).toBe(1);
  });
  test("the one that is shown rather than one that is not", async () => {
    const shown = { schema: { type: "string" }, example: "shown" };
    expect(await bodyOf({ "application/json": {}, "text/plain": shown })).toBe("shown");
  });
  test("a form whose fields are sent, which null is not", async () => {
    const size = { anyOf: [{ type: "null" }, { type: "string", pattern: "^[SML]$" }] };
    const schema = { type: "object", required: ["size"], properties: { size } };
    expect(await bodyOf({ "application/x-www-form-urlencoded": { schema } })).toEqual({ size: "L" });
  });
  test("a form that has a field", async () => {
    const schema = { type: "object", properties: { size: { type: "integer" } } };
    expect(await bodyOf({ "application/x-www-form-urlencoded": { schema } })).toEqual({ size: 1 });
  });
});
