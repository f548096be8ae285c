import { type JsonObject, loadDocument } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { createMock, describeOperations } from "../src/index.ts";

const parts: Readonly<Record<string, JsonObject>> = {
  word: { type: "string" },
  count: { type: "integer", minimum: 1 },
  flag: { type: "boolean" },
  day: { type: "string", format: "date" },
  moment: { type: "string", format: "date-time" },
  id: { type: "string", format: "uuid" },
  kind: { type: "string", enum: ["a", "b"] },
  list: { type: "array", items: { type: "string" }, minItems: 1 },
  code: { type: "string", pattern: "^[A-Z]{3}-\\d{4}$" },
  even: { allOf: [{ type: "integer", exclusiveMinimum: 3 }, { multipleOf: 2 }] },
};

function shelf(schemas: typeof parts): JsonObject {
  const parameters = Object.entries(schemas).map(([name, schema]) => ({
    name,
    in: "path",
    required: true,
    schema,
  }));
  const path = Object.keys(schemas)
    .map((name) => `/{${name}}`)
    .join("");
  const body = { type: "object", required: ["size"], properties: { size: { type: "integer" } } };
  const query = { name: "page", in: "query", required: true, schema: { type: "integer" } };
  return {
    openapi: "3.1.1",
    info: { title: "Shelf", version: "1.0.0" },
    paths: {
      [path]: {
        put: {
          operationId: "fillShelf",
          parameters: [...parameters, query],
          requestBody: { required: true, content: { "application/json": { schema: body } } },
          responses: { "200": { description: "It is there." } },
        },
      },
    },
  };
}

test("The command of an operation without scenarios sends what its schemas accept", async () => {
  const contract = await loadDocument(shelf(parts));
  const [operation] = describeOperations(contract, "http://mock.invalid");
  const [, target = "", body = ""] =
    /http:\/\/mock\.invalid([^']+)'.*--data-raw '([^']*)'/.exec(operation?.curl ?? "") ?? [];
  expect(target).not.toMatch(/[{}]/);
  const mock = await createMock(contract);
  const headers = { "content-type": "application/json" };
  expect(await mock.answer({ method: "PUT", target, headers, body })).toMatchObject({ status: 200 });
});

test("Where nothing is accepted, the command has a placeholder all the same", async () => {
  const contract = await loadDocument(shelf({ code: { type: "string", pattern: "^[A-Z]$", minLength: 2 } }));
  const [operation] = describeOperations(contract, "http://mock.invalid");
  expect(operation?.curl).toContain("'http://mock.invalid/YOUR_CODE?page=1'");
});

test("The command and the call of a scenario have a value for what is required and nothing shows", async () => {
  const examples = { filled: { value: { size: 1 } } };
  const contract = await loadDocument({
    openapi: "3.1.1",
    info: { title: "Shelf", version: "1.0.0" },
    paths: {
      "/shelves/{code}": {
        put: {
          operationId: "fillShelf",
          parameters: [{ name: "code", in: "path", required: true, schema: parts["code"] ?? {} }],
          requestBody: { required: true, content: { "application/json": { examples } } },
          responses: { "200": { description: "It is full.", content: { "application/json": { examples } } } },
        },
      },
    },
  });
  const [{ scenarios: [filled] = [] } = {}] = describeOperations(contract, "http://127.0.0.1:4010");
  expect(filled).toMatchObject({ name: "filled" });
  expect(filled?.curl).toMatch(/'http:\/\/127\.0\.0\.1:4010\/shelves\/[A-Z]{3}-\d{4}'/);
  expect(filled?.call).toMatch(/code: "[A-Z]{3}-\d{4}"/);
});
