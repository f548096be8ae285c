import { describe, expect, test } from "vitest";
import {
  documentAsSentBy,
  type JsonObject,
  type JsonSchema,
  readContract,
  type SchemaModel,
} from "../src/index.ts";

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
  const parameters = [{ name: "of", in: "query", schema }];
  const responses = { "200": { description: "Done.", content, headers: { "X-Of": { schema } } } };
  return {
    openapi: "3.1.1",
    info: { title: "Accounts", version: "1.0.0" },
    paths: { "/accounts": { put: { operationId: "put", parameters, requestBody: { content }, responses } } },
    components: {
      schemas: {
        Account: account,
        Asking: asking,
        Id: { type: "integer", readOnly: true },
        Secret: { writeOnly: true },
      },
    },
  };
}

function keywordsAgainst(schema: JsonSchema, value: unknown): Record<"sent" | "answered", string[]> {
  const [operation] = readContract(documentOf(schema)).operations;
  const [response] = operation?.responses ?? [];
  const keywords = (models: readonly SchemaModel[] = []): string[] =>
    models[0]?.validate(value).map(({ keyword }) => keyword) ?? [];
  const found = { sent: keywords(operation?.requestBody?.content), answered: keywords(response?.content) };
  // What is sent beside a body is judged as the body is.
  expect({ sent: keywords(operation?.parameters), answered: keywords(response?.headers) }).toEqual(found);
  return found;
}

/** Ways to a schema. */
const ways: readonly [string, (schema: JsonObject) => JsonSchema, (value: unknown) => unknown][] = [
  ["as it stands", (schema) => schema, (value) => value],
  ["by its name", () => ({ $ref: "#/components/schemas/Account" }), (value) => value],
  ["in an allOf", (schema) => ({ allOf: [schema] }), (value) => value],
  ["in a list", (schema) => ({ type: "array", items: schema }), (value) => [value]],
  ["in a member", (schema) => ({ type: "object", properties: { of: schema } }), (value) => ({ of: value })],
];

/** Where the mark of a member may stand besides in its own schema. */
const marks: readonly [string, (mark: JsonObject) => JsonObject][] = [
  ["in a part of its schema", (mark) => ({ allOf: [{ minLength: 1 }, mark] })],
  ["in a part of a part", (mark) => ({ allOf: [{ allOf: [mark] }] })],
  ["in what a part refers to", () => ({ allOf: [{ $ref: "#/components/schemas/Secret" }] })],
  ["behind an encoded reference", () => ({ $ref: "#/components/schemas/Account/properties/pass%77ord" })],
];

test.each(marks)("The mark of a member that is not answered counts %s.", (_place, around) => {
  const password = around({ type: "string", writeOnly: true });
  const schema = { ...account, properties: { id: { type: "integer" }, name: true, password } };
  const without = { id: 1, name: "Ann" };
  expect(keywordsAgainst(schema, without)).toEqual({ sent: ["required"], answered: [] });
  expect(keywordsAgainst(schema, { ...without, password: "secret" }).answered).toEqual(["writeOnly"]);
});

test("The mark of one alternative says nothing of the others.", () => {
  const password = { oneOf: [{ type: "string", writeOnly: true }, { type: "boolean" }] };
  const schema = { ...account, properties: { password } };
  expect(keywordsAgainst(schema, { id: 1, name: "Ann", password: true }).answered).toEqual([]);
});

describe.each(ways)("A schema %s", (_way, around, value) => {
  const schema = around(account);

  test("requires of a request no readOnly member, and of an answer no writeOnly one", () => {
    expect(keywordsAgainst(schema, value({ name: "Ann", password: "secret" })).sent).toEqual([]);
    expect(keywordsAgainst(schema, value({ id: 1, name: "Ann" }))).toEqual({
      sent: ["required"],
      answered: [],
    });
  });

  test("requires every other member of both", () => {
    expect(keywordsAgainst(schema, value({ password: "secret" })).sent).toEqual(["required"]);
    expect(keywordsAgainst(schema, value({ id: 1 })).answered).toEqual(["required"]);
  });

  test("does not look at a readOnly member of a request", () => {
    const strange = value({ id: "text", name: "Ann", password: "secret" });
    expect(keywordsAgainst(schema, strange).sent).toEqual([]);
  });

  test("refuses an answer with a writeOnly member, whatever it is", () => {
    for (const password of ["secret", 1, null])
      expect(keywordsAgainst(schema, value({ id: 1, name: "Ann", password })).answered).toEqual([
        "writeOnly",
      ]);
  });
});

const secret = { type: "object", properties: { password: { type: "string", writeOnly: true } } } as const;
const asking = { type: "object", required: ["password"] } as const;
const kind = (name: string): JsonObject => ({ required: ["kind"], properties: { kind: { const: name } } });

/** Schemas that require the password in one place, and say in another that it is never answered. */
const apart: readonly [string, JsonObject][] = [
  ["beside an allOf", { ...asking, allOf: [secret] }],
  ["in an allOf beside the members", { ...secret, allOf: [asking] }],
  ["in another part of an allOf", { allOf: [asking, secret] }],
  ["in another part by its name", { allOf: [{ $ref: "#/components/schemas/Asking" }, secret] }],
  ["beside a reference", { $ref: "#/components/schemas/Asking", ...secret }],
  ["in a part of a part", { allOf: [secret, { allOf: [{ $ref: "#/components/schemas/Asking" }] }] }],
  ["in a branch", { ...secret, oneOf: [{ ...asking, ...kind("a") }, kind("b")] }],
  ["around the branches", { ...asking, oneOf: [{ allOf: [secret, kind("a")] }, kind("b")] }],
  ["in each of two branches", { ...secret, oneOf: [asking, { required: ["name"] }] }],
  ["beside both kinds of branches", { ...secret, anyOf: [kind("a"), kind("b")], oneOf: [asking] }],
  ["in what follows", { ...secret, if: kind("b"), else: asking }],
  ["for the sake of another member", { ...secret, dependentRequired: { name: ["password"] } }],
  ["beside another member", { ...secret, dependentSchemas: { name: asking } }],
  [
    "in a part for the sake of another",
    { ...secret, allOf: [{ dependentRequired: { name: ["password"] } }] },
  ],
];

describe.each(apart)("A password that is required %s", (_where, schema) => {
  test("is required of a request, and of no answer", () => {
    const without = { kind: "a", name: "Ann" };
    expect(keywordsAgainst(schema, without).answered).toEqual([]);
    expect(keywordsAgainst(schema, { ...without, password: "secret" }).answered).toContain("writeOnly");
    expect(keywordsAgainst({ allOf: [schema, asking] }, without).sent).toContain("required");
  });
});

test("What one branch never answers, another may still require", () => {
  const branches = [
    { allOf: [secret, kind("a")] },
    { ...asking, properties: { kind: { const: "b" }, password: { type: "string" } } },
  ];
  expect(keywordsAgainst({ anyOf: branches }, { kind: "b" }).answered).toContain("required");
});

test("Branches of one keyword are not lost to those of another", () => {
  const schema = { ...secret, anyOf: [kind("a"), kind("b")], oneOf: [asking, { required: ["name"] }] };
  expect(keywordsAgainst(schema, { kind: "c", name: "Ann" }).answered).toContain("anyOf");
});

test("A schema that requires a member is the same elsewhere", () => {
  const [inPart, alone] = [
    { allOf: [{ $ref: "#/components/schemas/Asking" }, secret] },
    { $ref: "#/components/schemas/Asking" },
  ];
  const schema: JsonObject = { properties: { of: inPart, alone } };
  expect(keywordsAgainst(schema, { of: {}, alone: {} }).answered).toEqual(["required"]);
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
