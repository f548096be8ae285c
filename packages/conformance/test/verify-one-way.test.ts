import { isObject, type JsonObject, type JsonValue } from "@workflow-api/contract";
import { expect, test } from "vitest";
import type { Fault } from "./support/contract-server.ts";
import { failuresIn, namesIn, verifyDocument } from "./support/verify-document.ts";

const account: JsonObject = {
  allOf: [
    { type: "object", required: ["id", "name", "password"] },
    {
      type: "object",
      properties: {
        id: { type: "integer", readOnly: true },
        made: { type: "string", format: "date", readOnly: true },
        name: { type: "string" },
        password: { type: "string", minLength: 8, writeOnly: true },
      },
    },
  ],
};
const content = (value: JsonValue): JsonObject => ({
  "application/json": { schema: account, examples: { opened: { value } } },
});
const accounts: JsonObject = {
  openapi: "3.1.1",
  info: { title: "Accounts", version: "1.0.0" },
  paths: {
    "/accounts": {
      post: {
        operationId: "openAccount",
        requestBody: { required: true, content: content({ name: "Ann", password: "secret-word" }) },
        responses: {
          "200": { description: "It is open.", content: content({ id: 1, made: "2026-01-01", name: "Ann" }) },
        },
      },
    },
  },
};

const answering = (more: JsonObject): Fault => ({
  spoils: (answer) => {
    const body: unknown = answer.status === 200 ? JSON.parse(answer.body) : undefined;
    return isObject(body) ? { ...answer, body: JSON.stringify({ ...body, ...more }) } : answer;
  },
});

test("A server that tells no password, and one that refuses what only it makes, keep their contract", async () => {
  expect(failuresIn(await verifyDocument(accounts))).toEqual([]);
  const strict: Fault = {
    spoils: (answer, { body = "" }) =>
      body.includes('"made"') ? { status: 422, headers: {}, body: "" } : answer,
  };
  expect(failuresIn(await verifyDocument(accounts, strict, "--explore", "0"))).toEqual([]);
});

test.each(["secret-word", "***", null])(
  "A server that answers a password as %j is found",
  async (password) => {
    const report = await verifyDocument(accounts, answering({ password }));
    expect(namesIn(report)).toEqual(["response_schema_conformance"]);
    expect(failuresIn(report)[0]?.findings[0]?.message).toBe(
      "The body at /password is writeOnly, so that no answer holds it (writeOnly).",
    );
  },
);

test("A server that fails at what only it makes is found", async () => {
  const failing: Fault = {
    spoils: (answer, { body = "" }) =>
      body.includes('"made":"text"') ? { status: 500, headers: {}, body: "" } : answer,
  };
  expect(namesIn(await verifyDocument(accounts, failing, "--explore", "0"))).toEqual(["not_a_server_error"]);
});
