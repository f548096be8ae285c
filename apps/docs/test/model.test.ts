import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadContract, readContract, type Shape } from "@workflow-api/contract";
import { furtherContract } from "@workflow-api/workspace/fixtures";
import { fromHtml } from "hast-util-from-html";
import { selectAll } from "hast-util-select";
import { toString as textOf } from "hast-util-to-string";
import { describe, expect, it } from "vitest";
import { escapeHtml } from "../src/escape.ts";
import { indentJson, isSameJson, parseExact, printExact } from "../src/json-text.ts";
import { markdownHtml } from "../src/markdown.ts";
import { allFields, bodyField, type Field, schemaField } from "../src/model/fields.ts";
import { operationView } from "../src/model/operation.ts";
import { panelData } from "../src/model/panel-data.ts";
import { constraintsOf, typeWords } from "../src/model/words.ts";
import { highlight } from "../src/samples/highlight.ts";
import { fragmentIn, slugOf } from "../src/slug.ts";
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
  bodyField(contract, contractWith(schema, components).shape(pointer), "it");

describe("a schema in words", () => {
  it.each([
    [{ minLength: 1, default: "" }, "any value", ["At least 1 character", 'Default: ""']],
    [{ type: ["integer", "null"], exclusiveMaximum: 9 }, "integer or null", ["Less than 9"]],
    [{ type: "array", items: { type: "string" } }, "array of strings", []],
    [{ type: "number", minimum: 1 }, "number", ["At least 1"]],
    [{ enum: ["a", null] }, "string or null", ["One of a null"]],
  ])("describes %j", (schema, type, constraints) => {
    expect(typeWords(shapeOf(schema))).toBe(type);
    const words = constraintsOf(contract, shapeOf(schema)).map(({ text, values = [] }) =>
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
    expect(rows.map(({ path, type }) => `${path}: ${type}`)).toEqual([
      ": object",
      "id: string",
      "list: array of objects",
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

  it("cuts a recursive tree, and leads to the place of its schemas", () => {
    const all = Array.from({ length: 30 }, (_, index) => `Node${index}`);
    const anyOf = all.map((name) => ({ $ref: `#/components/schemas/${name}` }));
    const nodes = all.map((name) => [name, { type: "object", properties: { [name]: { anyOf } } }]);
    const tree = contractWith({ anyOf }, Object.fromEntries(nodes));
    const rows = allFields(bodyField(tree, tree.shape(pointer), "it"));
    expect(rows.length).toBeLessThan(1000);
    expect(new Set(rows.flatMap(({ schema }) => schema ?? [])).size).toBe(30);
    const inPlace = allFields(schemaField(tree, tree.shape("/components/schemas/Node1"), "it"));
    expect(inPlace.length).toBe(32);
    const again = { $ref: `#${pointer}/properties/child` };
    const nested = field({ properties: { child: { properties: { again } } } });
    expect(allFields(nested)).toHaveLength(4);
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
    const { body, includes, parameters, responses } = operationView(contract, operation);
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

it("shows the numbers of the contract as the file spells them", async () => {
  const file = join(await mkdtemp(join(tmpdir(), "numbers-")), "openapi.yaml");
  await writeFile(
    file,
    `openapi: 3.1.0
info: { title: Things, version: "1" }
paths:
  /things/{id}:
    get:
      operationId: getThing
      parameters:
        - name: id
          in: path
          required: true
          schema: { type: integer, maximum: 9223372036854775807 }
          examples: { some: { value: 9223372036854775807 } }
      responses:
        "200":
          description: Done.
          content:
            application/json:
              schema: { properties: { price: { enum: [1.10], examples: [1.10] } } }
              examples: { some: { value: { price: 1.10, list: [1e3, "3.10"] } } }
`,
  );
  const written = loadContract(file, { isStrict: false });
  const operation = needed(written.operations[0]);
  const [scenario] = panelData(written, operation).scenarios;
  expect(scenario?.response?.replace(/\s/g, "")).toBe('{"price":1.10,"list":[1e3,"3.10"]}');
  expect(Object.values(scenario?.values ?? {})).toEqual(["9223372036854775807"]);
  const { parameters, responses } = operationView(written, operation);
  const [row] = parameters.flatMap(({ rows }) => rows);
  expect(row?.constraints[0]?.values).toEqual(["9223372036854775807"]);
  expect(row?.examples[0]?.text).toBe("9223372036854775807");
  expect(responses[0]?.field?.fields[0]?.constraints[0]?.values).toEqual(["1.10"]);
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
