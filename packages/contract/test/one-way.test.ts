import { describe, expect, test } from "vitest";
import { documentAsSentBy, type JsonObject, type JsonSchema, readContract } from "../src/index.ts";

/** Of an account the server makes the id, and never tells the password. */
const account: JsonObject = {
  type: "object",
  required: ["id", "name", "password"],
  properties: {
    id: { $ref: "#/components/schemas/Id" },
    name: { type: "string" },
    password: { type: "string", writeOnly: true },
  },
};

function documentOf(schema: JsonSchema): JsonObject {
  const content = { "application/json": { schema } };
  const responses = { "200": { description: "Done.", content } };
  return {
    openapi: "3.1.1",
    info: { title: "Accounts", version: "1.0.0" },
    paths: { "/accounts": { put: { operationId: "put", requestBody: { content }, responses } } },
    components: { schemas: { Account: account, Id: { type: "integer", readOnly: true } } },
  };
}

function keywordsAgainst(schema: JsonSchema, value: unknown): Record<"sent" | "answered", string[]> {
  const [operation] = readContract(documentOf(schema)).operations;
  const of = (content = operation?.requestBody?.content): string[] =>
    content?.[0]?.validate(value).map(({ keyword }) => keyword) ?? [];
  return { sent: of(), answered: of(operation?.responses[0]?.content) };
}

/** Ways to a schema. */
const ways: readonly [string, (schema: JsonObject) => JsonSchema, (value: unknown) => unknown][] = [
  ["as it stands", (schema) => schema, (value) => value],
  ["by its name", () => ({ $ref: "#/components/schemas/Account" }), (value) => value],
  ["in an allOf", (schema) => ({ allOf: [schema] }), (value) => value],
  ["in a list", (schema) => ({ type: "array", items: schema }), (value) => [value]],
  ["in a member", (schema) => ({ type: "object", properties: { of: schema } }), (value) => ({ of: value })],
];

describe.each(ways)("A schema %s", (_way, around, value) => {
  const schema = around(account);

  test("requires of a request no readOnly member, and of an answer no writeOnly one", () => {
    expect(keywordsAgainst(schema, value({ name: "Ann", password: "secret" }))).toEqual({
      sent: [],
      answered: ["required"],
    });
    expect(keywordsAgainst(schema, value({ id: 1, name: "Ann" }))).toEqual({
      sent: ["required"],
      answered: [],
    });
  });

  test("requires every other member of both", () => {
    expect(keywordsAgainst(schema, value({ id: 1, password: "secret" }))).toEqual({
      sent: ["required"],
      answered: ["required"],
    });
  });

  test("does not look at a member that does not belong there", () => {
    const strange = value({ id: "text", name: "Ann", password: 1 });
    expect(keywordsAgainst(schema, strange)).toEqual({ sent: ["type"], answered: ["type"] });
  });
});

test("A document without such members is the same for both sides", () => {
  const document = documentOf({ type: "string" });
  const unmarked = { ...document, components: {} };
  expect(documentAsSentBy(unmarked, "client")).toBe(unmarked);
  expect(documentAsSentBy(unmarked, "server")).toBe(unmarked);
});

test("An example is not taken for a schema", () => {
  const document = documentOf({ type: "object", examples: [{ properties: { id: { readOnly: true } } }] });
  const paths = documentAsSentBy(document, "client")["paths"];
  expect(paths).toEqual(document["paths"]);
});
