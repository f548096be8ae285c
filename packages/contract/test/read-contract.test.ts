import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ContractError, loadContract, loadDocument, readContract, requestFor } from "../src/index.ts";
import { isEqual } from "../src/is-equal.ts";
import type { JsonObject, JsonValue } from "../src/json.ts";

const contract = await loadContract();

/** What a contract says, without what it does. */
function said(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_name, member) => (member instanceof Map ? [...member] : member)));
}

function messagesOf(document: JsonObject): readonly string[] {
  try {
    readContract(document);
  } catch (error) {
    if (error instanceof ContractError) return error.message.split("\n");
    throw error;
  }
  return [];
}

describe("A document without a file", () => {
  test("is read as the file that it comes from", () => {
    const read = readContract(contract.document);
    expect(said(read.operations)).toEqual(said(contract.operations));
    expect(said(read.gaps)).toEqual(said(contract.gaps));
    const [operation] = read.operations;
    const [parameter] = operation?.parameters ?? [];
    const [same] = contract.operations[0]?.parameters ?? [];
    expect(parameter?.validate("malformed")).toEqual(same?.validate("malformed"));
  });

  test.each([
    [{ openapi: "3.0.3", paths: {} }, "openapi: 3.1.1", "/openapi"],
    [{ openapi: "3.1.1", paths: { "/a": { $ref: "#/none" } } }, "#/none", "/paths/~1a/$ref"],
    [{ openapi: "3.1.1", paths: { "/a": { $ref: "./a.yaml#/x" } } }, "./a.yaml#/x", "/paths/~1a/$ref"],
    [{ openapi: "3.1.1", paths: { "/a": { get: {} } } }, "operationId", "/paths/~1a/get"],
  ])("is refused with the place of what is wrong: %j", (document, named, pointer) => {
    const [message = ""] = messagesOf(document);
    expect(message).toContain("(document):1:1 ");
    expect(message).toContain(named);
    expect(message).toContain(`(${pointer})`);
  });
});

test("Operations without an operationId are not told that it is taken", () => {
  const missing = "An operation has an operationId: it names the client's method.";
  expect(messagesOf({ openapi: "3.1.1", paths: { "/a": { get: {}, put: {} } } })).toEqual([
    `(document):1:1 ${missing} (/paths/~1a/get)`,
    `(document):1:1 ${missing} (/paths/~1a/put)`,
  ]);
});

describe("A document without a file that is read as strictly as a file", () => {
  test("says the same", async () => {
    const loaded = await loadDocument(contract.document);
    expect(said(loaded.operations)).toEqual(said(contract.operations));
  });

  test("has the structure of OpenAPI", async () => {
    const document = { ...contract.document, paths: { "/a": { gett: {} } } };
    await expect(loadDocument(document)).rejects.toThrow('OpenAPI 3.1 has no "gett" here');
    expect(messagesOf(document)).toEqual([]);
  });

  test("refers to nothing outside of it", async () => {
    const document = { ...contract.document, paths: { "/a": { $ref: "a.yaml" } } };
    await expect(loadDocument(document)).rejects.toThrow(ContractError);
  });
});

test("Two values are equal as JSON Schema has it", () => {
  // Node's own comparison tells 0 from -0, which JSON Schema does not.
  const values = fc.jsonValue().map((value): unknown => JSON.parse(JSON.stringify(value)));
  fc.assert(
    fc.property(values, values, (one, other) => {
      expect(isEqual(one, structuredClone(one))).toBe(true);
      expect(isEqual({ a: one }, { b: one })).toBe(false);
      expect(isEqual([one], [one, other])).toBe(false);
      expect(isEqual(one, other)).toBe(isDeepStrictEqual(one, other));
    }),
  );
});

test("What a browser loads needs nothing of Node", () => {
  const pending = [new URL("../src/browser.ts", import.meta.url)];
  for (const file of pending) {
    for (const [, target = ""] of readFileSync(file, "utf8").matchAll(
      /^(?:import|export)(?! type).* from "(.+)";$/gm,
    )) {
      expect(target, file.pathname).not.toMatch(/^node:/);
      const next = new URL(target, file);
      if (target.startsWith(".") && !pending.some(({ href }) => href === next.href)) pending.push(next);
    }
  }
  expect(pending.length).toBeGreaterThan(5);
});

test("A body shows its named examples, else the one without a name, which is of no scenario", () => {
  const shownOf = (media: JsonObject): unknown => {
    const responses = { "200": { description: "", content: { "application/json": media } } };
    const { operations } = readContract({
      openapi: "3.1.1",
      paths: { "/a": { get: { operationId: "a", responses } } },
    });
    const [{ scenarios = [], responses: [response] = [] } = {}] = operations;
    const shown = response?.content[0]?.shown.map(({ name, pointer, value }) => [name, pointer, value]);
    return [scenarios.map(({ name }) => name), shown];
  };
  const content = "/paths/~1a/get/responses/200/content/application~1json";
  expect(shownOf({ examples: { first: { value: 1 }, second: { value: 2 } } })).toEqual([
    ["first"],
    [
      ["first", `${content}/examples/first`, 1],
      ["second", `${content}/examples/second`, 2],
    ],
  ]);
  expect(shownOf({ example: null })).toEqual([[], [["", `${content}/example`, null]]]);
  expect(shownOf({})).toEqual([[], []]);
});

test("A member that every object inherits is absent where a value does not have it itself", () => {
  const schema = { required: ["constructor"], properties: { toString: { type: "string" } } };
  const content = { "application/json": { schema } };
  const { operations } = readContract({
    openapi: "3.1.1",
    paths: { "/a": { put: { operationId: "a", requestBody: { content }, responses: {} } } },
  });
  const [media] = operations[0]?.requestBody?.content ?? [];
  expect(media?.validate({})).toMatchObject([{ keyword: "required" }]);
  expect(media?.validate({ constructor: 1 })).toEqual([]);
  expect(media?.validate({ constructor: 1, toString: 2 })).toMatchObject([{ keyword: "type" }]);
});

describe("A schema", () => {
  const withSchema = (Thing: JsonObject): JsonObject => ({
    openapi: "3.1.1",
    info: { title: "One schema", version: "1.0.0" },
    paths: {},
    components: { schemas: { Thing } },
  });

  test.each([
    [{ type: "" }, 'no type ""', "type"],
    [{ type: [] }, "no type []", "type"],
    [{ type: ["string", "any"] }, 'no type ["string","any"]', "type"],
    [{ type: "string", nullable: true }, "no `nullable`", "nullable"],
  ])("that is %j is refused, with the place of it", (schema, named, at) => {
    const [message = ""] = messagesOf(withSchema({ properties: { part: schema } }));
    expect(message).toContain(named);
    expect(message).toContain(`(/components/schemas/Thing/properties/part/${at})`);
  });

  test("that cannot be used is told once, where it stands and not where it is referred to", () => {
    const useless = { enum: [] };
    const told = (schemas: JsonObject): readonly string[] =>
      messagesOf({ ...withSchema({}), components: { schemas } }).map(
        (message) => message.split("(").at(-1) ?? "",
      );
    const other = { properties: { thing: { $ref: "#/components/schemas/Thing" } } };
    expect(told({ Thing: useless, Other: other })).toEqual(["/components/schemas/Thing)"]);
    expect(told({ Thing: { ...useless, ...other } })).toEqual(["/components/schemas/Thing)"]);
    const both = { ...useless, properties: { other: { $ref: "#/components/schemas/Other" } } };
    // Each explains the other: both are told, so that neither is passed over.
    expect(told({ Thing: both, Other: other })).toEqual([
      "/components/schemas/Thing)",
      "/components/schemas/Other)",
    ]);
  });

  test("that allows nothing is that also by a reference", () => {
    const nothing = { Never: false, Thing: { $ref: "#/components/schemas/Never" } };
    const contract = readContract({ ...withSchema({}), components: { schemas: nothing } });
    const { schema = true } = contract.schemas.get("Thing") ?? {};
    expect(contract.resolve(schema, "/components/schemas/Thing").schema).toBe(false);
  });

  test.each([
    { type: "array", contains: { type: "string" }, minContains: 0 },
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
    { then: { type: "string" } },
    { if: { type: "string" } },
    { properties: { x_a: { type: "string" } }, patternProperties: { "^x_": { maxLength: 3 } } },
    { properties: { nullable: { type: "string" } }, examples: [{ type: "" }] },
  ])("may hold what says nothing: %j", (schema) => {
    expect(messagesOf(withSchema(schema))).toEqual([]);
  });
});

test("A scheme of HTTP is known by its name in any case of its letters", () => {
  const login = { type: "http", scheme: "BASIC" };
  const { securitySchemes } = readContract({
    openapi: "3.1.1",
    paths: {},
    components: { securitySchemes: { login } },
  });
  expect(securitySchemes).toMatchObject([{ key: "login", scheme: "basic" }]);
});

test.each<[JsonObject, JsonObject, unknown]>([
  [{ example: 1 }, { default: 2 }, 1],
  [{}, { default: 2, const: 3 }, 2],
  [{}, { const: 3, examples: [4] }, 3],
  [{}, { examples: [4], enum: [5] }, 4],
  [{}, { enum: [5], example: 6 }, 5],
  [{}, { example: 6 }, 6],
  [{}, { type: "integer" }, undefined],
])("The sample of a parameter %j with the schema %j is %s", (given, schema, sample) => {
  const parameters = [{ name: "a", in: "query", schema, ...given }];
  const { operations } = readContract({
    openapi: "3.1.1",
    paths: { "/a": { get: { operationId: "a", parameters, responses: {} } } },
  });
  expect(operations[0]?.parameters[0]?.sample).toBe(sample);
});

test.each<[string, string[], JsonValue, string]>([
  [
    "as JSON where no example says otherwise",
    ["application/x-www-form-urlencoded", "application/json"],
    {},
    "application/json",
  ],
  [
    "as a form where it cannot be JSON",
    ["text/plain", "application/x-www-form-urlencoded"],
    {},
    "application/x-www-form-urlencoded",
  ],
  ["as the first media type where it is a text", ["text/plain", "text/csv"], "a", "text/plain"],
])("A body is sent %s", (_, mediaTypes, body, expected) => {
  const content = Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, {}]));
  const { operations } = readContract({
    openapi: "3.1.1",
    paths: { "/a": { put: { operationId: "a", requestBody: { content }, responses: {} } } },
  });
  const [operation] = operations;
  const request = operation && requestFor(operation, new Map(), body);
  expect(request?.headers["Content-Type"]).toBe(expected);
});
