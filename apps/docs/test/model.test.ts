import { readContract, type Shape } from "@workflow-api/contract";
import { furtherContract } from "@workflow-api/workspace/fixtures";
import { describe, expect, it } from "vitest";
import { differences, indentJson } from "../src/json-text.ts";
import { allFields, bodyField, type Field, schemaField } from "../src/model/fields.ts";
import { operationView } from "../src/model/operation.ts";
import { type Constraint, constraintsOf, typeWords } from "../src/model/words.ts";
import { fragmentIn, slugOf } from "../src/slug.ts";

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

describe("a schema in words", () => {
  const words = ({ text, values = [] }: Constraint): string => [text, ...values].join(" ");
  it.each([
    [
      { type: "string", minLength: 1, default: "" },
      "string",
      ["At least 1 character", 'Default: ""'],
    ],
    [
      { type: ["integer", "null"], minimum: 0, exclusiveMaximum: 9 },
      "integer or null",
      ["At least 0", "Less than 9"],
    ],
    [
      { type: "array", items: { type: "string" }, maxItems: 2, uniqueItems: true },
      "array of strings",
      ["At most 2 items", "Unique items"],
    ],
    [{ enum: ["a", null] }, "string or null", ["One of a null"]],
    [
      { type: "object", propertyNames: { maxLength: 2 } },
      "object",
      ["Field names: at most 2 characters"],
    ],
    [{ type: "string", not: { const: "a" } }, "string", ["Not always a"]],
    [true, "any value", []],
  ])("describes %j", (schema, type, constraints) => {
    expect(typeWords(shapeOf(schema))).toBe(type);
    expect(constraintsOf(shapeOf(schema)).map(words)).toEqual(constraints);
  });

  it("shows the fields of `allOf`, of items and of further members once", () => {
    const Base = {
      type: "object",
      required: ["id"],
      properties: { id: { type: "string", readOnly: true } },
    };
    const base = { $ref: "#/components/schemas/Base" };
    const properties = {
      own: { type: "array", items: base },
      counts: { additionalProperties: { type: "integer" } },
    };
    const shown = allFields(field({ allOf: [base, { properties }] }, { Base }));
    expect(shown.map(({ path, type }) => `${path}: ${type}`)).toEqual([
      ": object",
      "id: string",
      "own: array of objects",
      "own.id: string",
      "counts: any value",
      "counts.any other field: integer",
    ]);
    expect(shown[1]).toMatchObject({ required: true, access: "read only" });
  });

  it("tells alternatives of one type apart by their fields", () => {
    const branch = (name: string) => ({ type: "object", properties: { [name]: {} } });
    const [choice] = field({ oneOf: [branch("a"), branch("b"), { type: "null" }] }).choices;
    const names = choice?.branches.map(({ name }) => name);
    expect(names).toEqual(["object with a", "object with b", "null"]);
  });

  it("cuts a recursive tree, and leads to the place of its schemas", () => {
    const all = Array.from({ length: 30 }, (_, index) => `Node${index}`);
    const references = all.map((name) => ({ $ref: `#/components/schemas/${name}` }));
    const nodes = all.map((name) => [
      name,
      { type: "object", properties: { [name]: { anyOf: references } } },
    ]);
    const shown = contractWith({ anyOf: references }, Object.fromEntries(nodes));
    const rows = allFields(bodyField(shown.shape(pointer), "it"));
    expect(rows.length).toBeLessThan(1000);
    expect(new Set(rows.flatMap(({ schema }) => schema ?? [])).size).toBe(30);
    const own = allFields(schemaField(shown.shape("/components/schemas/Node1"), "it"));
    expect(own.length).toBe(32);
  });
});

describe("a link to a field", () => {
  it("is made of names alone, different for different names, and never too long", () => {
    const names = ["a b", "a-b", "a_b", "a/b", "a.b", "a+b", "", "é".repeat(200), "<b>"];
    expect(new Set(names.map(slugOf)).size).toBe(names.length);
    expect(slugOf("getThing")).toBe("getThing");
    const long = (last: string): string =>
      ["response-200", ...Array.from({ length: 20 }, () => "relationships"), last].reduce(
        fragmentIn,
      );
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
    const identified = fields.flatMap(({ identifiedBy }) => identifiedBy?.name ?? []);
    expect(identified).toEqual(rows.filter(({ note }) => note !== "").map(({ name }) => name));
  });
});

it("keeps the numbers of a response as a server has sent them", () => {
  const text = '{"a":[9223372036854775807,1.10,{}],"b":"1.10, {"}';
  expect(indentJson(text).replace(/\s/g, "")).toBe(text.replace(/\s/g, ""));
  expect(indentJson(text).split("\n")).toHaveLength(8);
  expect(indentJson("{ no JSON")).toBe("{ no JSON");
  expect(differences(text, text.replace("1.10,{", "1.1,{"))).toEqual([]);
  expect(differences(text, text.replace("807", "806"))).toEqual(["/a/0"]);
});
