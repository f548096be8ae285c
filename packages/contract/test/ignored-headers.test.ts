import { expect, test } from "vitest";
import { type JsonObject, loadDocument } from "../src/index.ts";

const header = (name: string): JsonObject => ({
  name,
  in: "header",
  required: true,
  schema: { enum: ["application/json"] },
});

test("What OpenAPI says shall be ignored is no parameter and no header of a response", async () => {
  const contract = await loadDocument({
    openapi: "3.1.1",
    info: { title: "Desk", version: "1.0.0" },
    paths: {
      "/tickets": {
        parameters: [header("AUTHORIZATION")],
        get: {
          operationId: "listTickets",
          parameters: [header("Accept"), header("Content-Type"), header("X-Desk"), query("accept")],
          responses: {
            "200": {
              description: "They are listed.",
              headers: { "content-type": { schema: {} }, Accept: { schema: {} } },
              content: { "text/csv": {} },
            },
          },
        },
      },
    },
  });
  const [operation] = contract.operations;
  expect(operation?.parameters.map(({ in: place, name }) => `${place} ${name}`)).toEqual([
    "header X-Desk",
    "query accept",
  ]);
  expect(operation?.responses[0]?.headers.map(({ name }) => name)).toEqual(["Accept"]);
});

function query(name: string): JsonObject {
  return { name, in: "query", schema: { type: "string" } };
}
