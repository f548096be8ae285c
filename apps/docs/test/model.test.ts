import { readContract, type Shape } from "@workflow-api/contract";
import { furtherContract } from "@workflow-api/workspace/fixtures";
import { fromHtml } from "hast-util-from-html";
import { selectAll } from "hast-util-select";
import { toString as textOf } from "hast-util-to-string";
import { describe, expect, it } from "vitest";
import { constraintsOf, losesDigits } from "../src/model/constraints.ts";
import { allFields, type Field } from "../src/model/field.ts";
import { bodyField, schemaField } from "../src/model/fields.ts";
import { operationView } from "../src/model/operation.ts";
import { panelData } from "../src/model/panel-data.ts";
import { typeWords } from "../src/model/types.ts";
import { highlight } from "../src/samples/highlight.ts";
import { escapeHtml } from "../src/text/escape.ts";
import { indentJson, isSameJson, parseExact, printExact } from "../src/text/json-text.ts";
import { markdownHtml } from "../src/text/markdown.ts";
import { fragmentIn, slugOf } from "../src/text/slug.ts";
import { needed } from "./support.ts";

const contract = readContract(furtherContract());

/** A contract with a schema that others may refer to. */
const contractWith = (schema: object | boolean, components: object = {}) =>
  readContract({
    openapi: "3.1.0",
    info: { title: "Shown", version: "1" },
    paths: {},
    components: { schemas: { Shown: schema, ...components } },
  } as never);
const pointer = "/components/schemas/Shown";
const shapeOf = (schema: object | boolean): Shape => contractWith(schema).shape(pointer);
const field = (schema: object, components: object = {}): Field =>
  bodyField(contractWith(schema, components).shape(pointer), "it");

const wordsOf = (type: Field["type"]): string => type.map(({ text }) => text).join("");

describe("a schema in words", () => {
  it.each([
    [{ minLength: 1, default: "" }, "any value", ["At least 1 character", 'Default: ""']],
    [{ type: ["integer", "null"], exclusiveMaximum: 9 }, "integer or null", ["Less than 9"]],
    [{ type: "array", items: { type: "string" } }, "array of strings", []],
    [{ type: "number", minimum: 1 }, "number", ["At least 1"]],
    [{ enum: ["a", null] }, "string or null", ["One of a null"]],
  ])("describes %j", (schema, type, constraints) => {
    expect(typeWords(shapeOf(schema))).toBe(type);
    const words = constraintsOf(shapeOf(schema)).map(({ text, values = [] }) =>
      [text, ...values].join(" "),
    );
    expect(words).toEqual(constraints);
  });

  it("shows the fields of `allOf`, of items and of further members once", () => {
    const Base = {
      type: "object",
      required: ["id"],
      properties: { id: { type: "string", readOnly: true } },
    };
    const base = { $ref: "#/components/schemas/Base" };
    const properties = {
      list: { type: "array", items: base },
      counts: { additionalProperties: { type: "integer" } },
    };
    const rows = allFields(field({ allOf: [base, { properties }] }, { Base }));
    expect(rows.map(({ path, type }) => `${path}: ${wordsOf(type)}`)).toEqual([
      ": object",
      "id: string",
      "list: array of Base",
      "list.id: string",
      "counts: any value",
      "counts.any other field: integer",
    ]);
    expect(rows[1]).toMatchObject({ required: true, access: "read only" });
  });

  it("tells alternatives of one type apart by their fields", () => {
    const branch = (name: string) => ({ type: "object", properties: { [name]: {} } });
    const { fields } = field({ oneOf: [branch("a"), branch("b"), { type: "null" }] });
    expect(fields.map(({ name }) => name)).toEqual(["object with a", "object with b", "null"]);
  });

  it("shows two levels of a body, where a field that holds everything is none", () => {
    const level = (name: string) => ({
      type: "object",
      properties: { id: {}, [name]: { $ref: `#/components/schemas/${name}` } },
    });
    const data = { properties: { data: { $ref: "#/components/schemas/One" } } };
    const components = { One: level("Two"), Two: level("Three"), Three: level("Four"), Four: {} };
    const paths = allFields(field(data, components)).map(({ path }) => path);
    const two = ["data.Two", "data.Two.id", "data.Two.Three"];
    expect(paths).toEqual(["", "data", "data.id", ...two]);
  });

  it("cuts a wide or recursive tree, and leads to the pages of its schemas", () => {
    const all = Array.from({ length: 130 }, (_, index) => `Node${index}`);
    const anyOf = all.map((name) => ({ $ref: `#/components/schemas/${name}` }));
    const nodes = all.map((name) => [name, { type: "object", properties: { [name]: { anyOf } } }]);
    const tree = contractWith({ anyOf }, Object.fromEntries(nodes));
    const schemas = (each: Field) =>
      new Set(allFields(each).flatMap(({ type }) => type.map(({ schema }) => schema)));
    expect(allFields(bodyField(tree.shape(pointer), "it"))).toHaveLength(1);
    expect(schemas(schemaField(tree.shape(pointer), "it")).size).toBe(131);
    const again = { $ref: `#${pointer}/properties/child` };
    const nested = field({ properties: { child: { properties: { again } } } });
    expect(allFields(nested)).toHaveLength(4);
    expect(wordsOf(allFields(nested)[3]?.type ?? [])).toBe("ShownChild");
  });

  it.each([
    [
      { type: "array", items: { items: { type: "integer" }, type: "array" } },
      "array of array of integers",
    ],
    [{ type: "array", items: { $ref: "#/components/schemas/Message" } }, "array of Message"],
    [{ anyOf: [{ $ref: "#/components/schemas/Message" }, { type: "null" }] }, "Message or null"],
    [{ $ref: "#/components/schemas/Id" }, "string Id"],
    [{ not: { enum: ["a"] } }, "any other value"],
  ])("says the type of %j down to the innermost", (schema, type) => {
    const components = {
      Message: { type: "object", properties: { id: {} } },
      Id: { type: "string" },
    };
    expect(wordsOf(field(schema, components).type)).toBe(type);
  });

  it.each([
    [{ oneOf: [{ required: ["a", "b"] }, { required: ["c"] }] }, ["One of: a and b; or c"], 0],
    [{ not: { enum: ["a", "b"] } }, ["None of a b"], 0],
    [{ not: { required: ["a"] } }, ["Not with a"], 0],
    [{ not: { type: "string" } }, ["Not of type string"], 0],
    [{ not: { minLength: 3 } }, ['Does not match {"minLength":3}'], 0],
    [{ propertyNames: { maxLength: 3 } }, ["Names of fields: at most 3 characters"], 0],
    [{ oneOf: [{ type: "string" }, { type: "null" }, { type: "array" }] }, [], 3],
    [
      {
        allOf: [
          { oneOf: [{ title: "A" }, { title: "B" }] },
          { oneOf: [{ title: "C" }, { title: "D" }] },
        ],
      },
      [],
      2,
    ],
  ])("says alternatives and exceptions of %j in words", (schema, words, variants) => {
    const { constraints, fields } = field(schema);
    const text = constraints.map((each) =>
      [each.text, ...(each.values ?? []), each.pattern].filter(Boolean).join(" "),
    );
    expect(text).toEqual(words);
    expect(fields).toHaveLength(variants);
  });
});

describe("a link to a field", () => {
  it("is made of names alone, different for different names, and never too long", () => {
    const names = ["a b", "a-b", "a_b", "a/b", "a.b", "a+b", "", "é".repeat(200), "<b>"];
    expect(new Set(names.map(slugOf)).size).toBe(names.length);
    expect(slugOf("getThing")).toBe("getThing");
    const parents = Array.from({ length: 20 }, () => "relationships");
    const long = (last: string): string => ["response-200", ...parents, last].reduce(fragmentIn);
    expect(long("phone_code")).not.toBe(long("phone_number"));
    expect(long("phone_code").length).toBeLessThan(100);
  });

  it.each(contract.operations)("is unique on the page of $operationId", (operation) => {
    const { body, includes, parameters, responses } = operationView(operation);
    const bodies = [body?.field, ...responses.map((each) => each.field)];
    const fields = bodies.flatMap((each) => (each ? allFields(each) : []));
    const rows = [
      ...parameters.flatMap((group) => group.rows),
      ...responses.flatMap(({ headers }) => headers),
    ];
    const ids = [...rows, ...fields].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { include, field: added } of includes) expect(added?.include).toBe(include);
  });
});

it("follows the path, and offers each URL of a server", () => {
  const schema = { type: "string" };
  const inPath = (name: string) => ({ in: "path", name, required: true, schema });
  const responses = { "204": { description: "Done." } };
  const region = { default: "eu", enum: ["eu", "us"] };
  const operation = { parameters: [inPath("b"), inPath("a")], responses };
  const read = readContract({
    openapi: "3.1.0",
    info: { title: "Things", version: "1" },
    servers: [{ url: "https://{region}.example/", variables: { region } }],
    paths: { "/things/{a}/{b}": { get: operation } },
  } as never);
  const data = panelData(read, needed(read.operations[0]));
  expect(data.servers).toEqual(["https://eu.example", "https://us.example"]);
  expect(data.parameters.map(({ name }) => name)).toEqual(["a", "b"]);
});

const writers = Object.entries({ escapeHtml, highlight, markdownHtml });
it.each(writers)("%s writes text as text into HTML", (_name, write) => {
  const hostile = '<img src=x onerror="alert(1)"> <b>x</b>';
  const tree = fromHtml(write(hostile), { fragment: true });
  expect(selectAll("img, b", tree)).toEqual([]);
  expect(textOf(tree)).toBe(hostile);
});

it("marks integers of the contract whose last digits are lost", () => {
  const schema = { type: "integer", maximum: 2 ** 63 };
  const [limit] = constraintsOf(shapeOf(schema));
  expect(limit?.values).toEqual(["about 9223372036854776000"]);
  expect(losesDigits({ list: [2 ** 53, 1.1] })).toBe(true);
  expect(losesDigits({ list: [2 ** 53 - 1, 1.1, (1e300).toString()] })).toBe(false);
});

it("keeps the numbers of a response as a server has sent them", () => {
  const text = '{"a":[9223372036854775807,1.10,{}],"b":"1.10, {"}';
  expect(indentJson(text).replace(/\s/g, "")).toBe(text.replace(/\s/g, ""));
  expect(indentJson(text).split("\n")).toHaveLength(8);
  expect(indentJson("{ no JSON")).toBe("{ no JSON");
  expect(printExact(parseExact(text))).toBe(indentJson(text));
  expect(isSameJson(text, text.replace("1.10,{", "1.1, {"))).toBe(true);
  expect(isSameJson(text, text.replace("807", "806"))).toBe(false);
});
