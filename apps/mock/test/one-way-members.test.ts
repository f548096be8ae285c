import { type JsonObject, loadDocument } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { createMock } from "../src/index.ts";

/** An account whose schema has two parts, one of which describes what the other requires. */
const account: JsonObject = {
  allOf: [
    { type: "object", required: ["id", "name", "password"] },
    { $ref: "#/components/schemas/Members" },
    { type: "object", properties: { pet: { $ref: "#/components/schemas/Pet" } } },
  ],
};
const content: JsonObject = { "application/json": { schema: account } };
const contract = await loadDocument({
  openapi: "3.1.1",
  info: { title: "Accounts", version: "1.0.0" },
  paths: {
    "/accounts": {
      post: {
        operationId: "openAccount",
        requestBody: { required: true, content },
        responses: { "200": { description: "It is open.", content } },
      },
    },
  },
  components: {
    schemas: {
      Members: {
        properties: {
          id: { type: "integer", readOnly: true },
          name: { type: "string" },
          password: { type: "string", writeOnly: true },
        },
      },
      Pet: {
        type: "object",
        additionalProperties: false,
        properties: { chip: { type: "integer", readOnly: true }, pin: { type: "string", writeOnly: true } },
      },
    },
  },
});
const mock = await createMock(contract);

const open = (body: JsonObject): ReturnType<typeof mock.answer> =>
  mock.answer({
    method: "POST",
    target: "/accounts",
    headers: { "content-type": "application/json", "content-length": "1" },
    body: JSON.stringify(body),
  });

test("An answer that the mock makes up tells nothing that is writeOnly", async () => {
  const { body, status } = await open({ name: "Ann", password: "secret" });
  expect([status, JSON.parse(body ?? "")]).toEqual([
    200,
    { id: expect.any(Number), name: expect.any(String), pet: { chip: expect.any(Number) } },
  ]);
});

test("What is readOnly is ignored where it is sent, and what is required is still asked for", async () => {
  expect((await open({ name: "Ann", password: "secret", id: "x", pet: { chip: "y" } })).status).toBe(200);
  expect((await open({ name: "Ann" })).status).toBe(422);
});
