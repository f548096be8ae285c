import { describe, expect, test } from "vitest";
import {
  type Contract,
  exampleRequest,
  type JsonObject,
  type JsonValue,
  loadDocument,
} from "../src/index.ts";

/** A contract of one operation that has no scenario. */
function contractOf(members: JsonObject, schemas: JsonObject = {}): Promise<Contract> {
  const operation = { operationId: "keep", responses: { "200": { description: "It is kept." } }, ...members };
  return loadDocument({
    openapi: "3.1.1",
    info: { title: "Shelf", version: "1.0.0" },
    paths: { "/shelf": { put: operation } },
    components: { schemas },
  });
}

/** The body of the request, with what its own schema says against it. */
async function bodyFor(schema: JsonObject, schemas?: JsonObject): Promise<JsonValue | undefined> {
  const content = { "application/json": { schema } };
  const contract = await contractOf({ requestBody: { required: true, content } }, schemas);
  const [operation] = contract.operations;
  if (operation === undefined) throw new Error("The contract has no operation.");
  const { body } = exampleRequest(contract, operation);
  expect(operation.requestBody?.content[0]?.validate(body)).toEqual([]);
  return body;
}

describe("A request for an operation without scenarios has", () => {
  test.each<[string, JsonObject, JsonValue]>([
    ["a placeholder for a text", { type: "string" }, "YOUR_BODY"],
    ["a text as long as it must be", { type: "string", minLength: 12 }, "YOUR_BODY___"],
    ["a text as short as it must be", { type: "string", maxLength: 4 }, "YOUR"],
    ["a text of its format", { type: "string", format: "date" }, "2026-01-01"],
    ["a whole number", { type: "integer", minimum: 3 }, 3],
    ["a flag", { type: "boolean" }, true],
    ["the first of an enum", { type: "string", enum: ["a", "b"] }, "a"],
    ["what is shown", { type: "string", examples: ["shown"], default: "not" }, "shown"],
    ["the only value, be it null", { const: null }, null],
    ["a list that is long enough", { type: "array", items: { type: "integer" }, minItems: 2 }, [1, 1]],
    ["a value that is not null", { type: ["null", "integer"] }, 1],
    ["the first of several kinds", { oneOf: [{ type: "integer" }, { type: "string" }] }, 1],
    [
      "the members that are required, and of them those that a client sends",
      {
        type: "object",
        required: ["bookId", "id"],
        properties: {
          bookId: { type: "string" },
          id: { type: "string", readOnly: true },
          note: { type: "string" },
        },
      },
      { bookId: "YOUR_BOOK_ID" },
    ],
    [
      "what the parts of a schema require of one another",
      { allOf: [{ type: "object", properties: { size: { type: "integer" } } }, { required: ["size"] }] },
      { size: 1 },
    ],
    [
      "a member that may be anything",
      { required: ["note"], properties: { note: true } },
      { note: "YOUR_NOTE" },
    ],
    ["a list of anything", { type: "array", items: true }, ["YOUR_BODY"]],
    [
      "a list of other first items, which no type calls a list",
      { prefixItems: [{ const: "a" }], items: { type: "integer" }, minItems: 2 },
      ["a", 1],
    ],
    [
      "a member that two parts declare, by what both say",
      {
        required: ["size"],
        properties: { size: { type: "string" } },
        allOf: [{ properties: { size: { maxLength: 4 } } }],
      },
      { size: "YOUR" },
    ],
  ])("%s", async (_what, schema, expected) => {
    expect(await bodyFor(schema)).toEqual(expected);
  });

  test("no member that another part calls readOnly", async () => {
    const $ref = "#/components/schemas/Id";
    const shelf = { required: ["id"], properties: { id: { $ref } } };
    const schema = { type: "object", allOf: [shelf, { properties: { id: { $ref, readOnly: true } } }] };
    expect(await bodyFor(schema, { Id: { type: "integer" } })).toEqual({});
  });

  test("an end where a schema may hold itself", async () => {
    const reply = {
      type: "object",
      required: ["text", "answers"],
      properties: {
        text: { type: "string" },
        answers: { type: "array", items: { $ref: "#/components/schemas/Reply" }, maxItems: 1 },
      },
    };
    const content = { "application/json": { schema: { $ref: "#/components/schemas/Reply" } } };
    const contract = await contractOf({ requestBody: { content } }, { Reply: reply });
    const [operation] = contract.operations;
    expect(operation && JSON.stringify(exampleRequest(contract, operation).body)).toContain("YOUR_TEXT");
  });

  test("the parameters that are required, the contract's own sample first", async () => {
    const parameters = [
      { name: "page", in: "query", required: true, schema: { type: "integer" }, example: 7 },
      { name: "shelf-id", in: "query", required: true, schema: { type: "string" } },
      { name: "order", in: "query", schema: { type: "string" } },
    ];
    const contract = await contractOf({ parameters });
    const [operation] = contract.operations;
    const values = operation && [...exampleRequest(contract, operation).values];
    expect(values).toEqual([
      ["query page", 7],
      ["query shelf-id", "YOUR_SHELF_ID"],
    ]);
  });
});
