import { type JsonObject, loadDocument } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { createMock } from "../src/index.ts";

const type: JsonObject = { type: "string", enum: ["application/json"] };

const contract = await loadDocument({
  openapi: "3.1.1",
  info: { title: "Desk", version: "1.0.0" },
  paths: {
    "/tickets": {
      post: {
        operationId: "createTicket",
        parameters: ["Accept", "content-type", "Authorization"].map((name) => ({
          name,
          in: "header",
          required: true,
          schema: type,
        })),
        requestBody: { content: { "application/json": {}, "text/plain": {} } },
        responses: {
          "200": {
            description: "It is there.",
            headers: { "content-type": { schema: { type: "string", enum: ["text/html"] } } },
            content: { "application/json": { example: { id: 1 } } },
          },
        },
      },
    },
  },
});

test.each([
  ["any media type in Accept", { accept: "*/*" }],
  ["a media type that the operation takes", { "content-type": "text/plain" }],
  ["no credential", {}],
])("A header that OpenAPI ignores asks nothing of a request: %s", async (_, headers) => {
  const mock = await createMock(contract);
  const body = new TextEncoder().encode("{}");
  const answer = await mock.answer({
    method: "POST",
    target: "/tickets",
    headers: { "content-type": "application/json", ...headers },
    body,
  });
  expect(answer).toMatchObject({ status: 200, headers: { "Content-type": "application/json" } });
});
