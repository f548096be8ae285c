import { describe, expect, test } from "vitest";
import { type JsonValue, missedIncludes, type Operation } from "../src/index.ts";
import { operationOf } from "./operation-of.ts";
import { writeContract } from "./write-contract.ts";

/** An operation whose parameter asks for members of its answers. */
function asking(responses: JsonValue, includes: JsonValue, components: JsonValue = {}): Promise<Operation> {
  const parameter = { name: "with", in: "query", schema: { type: "array" }, "x-includes": includes };
  const get = { operationId: "read", parameters: [parameter], responses };
  const contract = {
    openapi: "3.1.1",
    info: { title: "T", version: "1" },
    paths: { "/": { get } },
    components,
  };
  return operationOf(writeContract({ "openapi.yaml": contract }), "read");
}

const answer = (schema: JsonValue, mediaType = "application/json"): JsonValue => ({
  description: "Here.",
  content: { [mediaType]: { schema } },
});

/** The values whose members a body of an answer lacks. */
function missed(
  { includes, responses }: Operation,
  asked: unknown,
  body: JsonValue,
  key = "200",
  index = 0,
): string[] {
  const media = responses.find(({ status }) => status === key)?.content[index];
  if (media === undefined) throw new Error(`There is no body of ${key}.`);
  return missedIncludes(includes, () => asked, media, body).map(({ value }) => value);
}

const parts = { owner: "/owner", keys: "/held/keys", first: "/list/0", also: "/owner" };
const open = { "200": answer({ type: "object" }) };

describe("of a body that declares no members", () => {
  test.each<[what: string, asked: unknown, body: JsonValue, expected: string[]]>([
    ["that has what was asked for nothing", ["owner", "keys"], { owner: 1, held: { keys: [] } }, []],
    ["what is not there", ["owner", "keys"], { held: {} }, ["owner", "keys"]],
    ["what nothing holds", ["keys"], {}, ["keys"]],
    ["what is held by null", ["keys"], { held: null }, ["keys"]],
    ["what a list stands in the place of", ["keys"], { held: [] }, ["keys"]],
    ["an item that a list has not", ["first"], { list: [] }, ["first"]],
    ["no item that a list has", ["first"], { list: [0] }, []],
    ["nothing of a list that is empty", ["owner"], { owner: [] }, []],
    ["what is null, as nothing says that it may be", ["owner"], { owner: null }, ["owner"]],
    ["nothing that was not asked for", [], {}, []],
    ["nothing where nothing is sent", undefined, {}, []],
    ["what a single value asks for", "owner", {}, ["owner"]],
    ["once what two values add", ["also", "owner"], {}, ["owner"]],
    ["nothing by values that add nothing", ["toString", "x"], {}, []],
    ["what a text cannot have", ["owner"], "text", ["owner"]],
  ])("is missed %s", async (_, asked, body, expected) => {
    expect(missed(await asking(open, parts), asked, body)).toEqual(expected);
  });

  test("is missed in each of several bodies alike", async () => {
    const operation = await asking({ ...open, "201": answer(true) }, parts);
    expect([missed(operation, ["owner"], {}), missed(operation, ["owner"], {}, "201")]).toEqual([
      ["owner"],
      ["owner"],
    ]);
  });
});

test.each<[how: string, schema: JsonValue, mayBeNull: boolean]>([
  ["by its type", { type: ["string", "null"] }, true],
  ["by one of its parts", { anyOf: [{ $ref: "#/components/schemas/Owner" }, { type: "null" }] }, true],
  ["by one of its values", { enum: ["a", null] }, true],
  ["by its value", { const: null }, true],
  ["where a condition holds", { if: { minLength: 1 }, else: { type: ["string", "null"] } }, true],
  ["not by one part alone", { allOf: [{ type: ["string", "null"] }, { type: "string" }] }, false],
  ["not by another type", { type: "string" }, false],
  ["not by saying nothing", {}, false],
  ["not by what it refers to", { $ref: "#/components/schemas/Owner" }, false],
])("What was asked for may be null where its schema says so: %s.", async (_, schema, mayBeNull) => {
  const owner = { type: "object", properties: { owner: { $ref: "#/components/schemas/Owner" } } };
  const body = { allOf: [{ type: "object" }, { properties: { owner: schema } }] };
  const operation = await asking({ "200": answer(body) }, parts, { schemas: { Owner: owner } });
  expect(missed(operation, ["owner"], { owner: null })).toEqual(mayBeNull ? [] : ["owner"]);
  expect(missed(operation, ["owner"], {})).toEqual(["owner"]);
});

test.each<[where: string, declaring: JsonValue]>([
  ["in an alternative", { oneOf: [{ properties: { owner: true } }, { type: "object" }] }],
  ["on a condition", { if: { required: ["job"] }, else: { properties: { owner: true } } }],
  ["beside another member", { dependentSchemas: { job: { properties: { owner: true } } } }],
])("What one body declares %s is missed in no other.", async (_, declaring) => {
  const both = {
    description: "Here.",
    content: {
      "application/json": { schema: declaring },
      "application/short+json": { schema: { type: "object" } },
    },
  };
  const operation = await asking(
    { "200": both, "202": answer({ properties: { job: true } }), "204": { description: "Gone." } },
    parts,
  );
  expect(missed(operation, ["owner"], {})).toEqual(["owner"]);
  expect(missed(operation, ["owner"], {}, "200", 1)).toEqual([]);
  expect(missed(operation, ["owner"], {}, "202")).toEqual([]);
});

test("An error lacks nothing, be it any status that is not declared.", async () => {
  const operation = await asking({ ...open, "404": answer(true), default: answer(true) }, parts);
  expect(missed(operation, ["owner"], {}, "404")).toEqual([]);
  expect(missed(operation, ["owner"], {}, "default")).toEqual([]);
  expect(missed(await asking({ default: answer(true) }, parts), ["owner"], {}, "default")).toEqual(["owner"]);
});
