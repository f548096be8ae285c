import { readContract, type Shape } from "@workflow-api/contract";
import { furtherContract } from "@workflow-api/workspace/fixtures";
import { describe, expect, it } from "vitest";
import { allFields, bodyField, type Field } from "../src/model/fields.ts";
import { operationView } from "../src/model/operation.ts";
import { adviceFor, type Constraint, constraintsOf, typeWords } from "../src/model/words.ts";

const contract = readContract(furtherContract());

/** What a contract says by a schema, with other schemas that it may refer to. */
const shapeOf = (schema: object | boolean, components: object = {}): Shape =>
  readContract({
    openapi: "3.1.0",
    info: { title: "Shown", version: "1" },
    paths: {},
    components: { schemas: { Shown: schema, ...components } },
  } as never).shape("/components/schemas/Shown");
const field = (schema: object, components: object = {}): Field =>
  bodyField(shapeOf(schema, components), "it");

describe("a schema in words", () => {
  const words = ({ text, values = [] }: Constraint): string => [text, ...values].join(" ");
  it.each([
    [{ type: "string", minLength: 1 }, "string", ["At least 1 character"]],
    [{ type: "string", maxLength: 9 }, "string", ["At most 9 characters"]],
    [
      { type: ["integer", "null"], minimum: 0, exclusiveMaximum: 9 },
      "integer or null",
      ["At least 0", "Less than 9"],
    ],
    [
      { type: "number", multipleOf: 0.5, maximum: 3, exclusiveMinimum: 1 },
      "number",
      ["A multiple of 0.5", "At most 3", "More than 1"],
    ],
    [
      { type: "array", items: { type: "string" }, minItems: 1, maxItems: 2, uniqueItems: true },
      "array of strings",
      ["At least 1 item", "At most 2 items", "Unique items"],
    ],
    [{ type: "integer", const: 0 }, "integer", ["Always 0"]],
    [{ enum: ["a", null] }, "string or null", ["One of a null"]],
    [
      { type: "string", format: "date-time", default: "x" },
      "string",
      ["A date and time, such as 2024-01-31T09:30:00Z", "Default: x"],
    ],
    [{ type: "object", additionalProperties: false }, "object", ["No other fields"]],
    [
      { type: "object", propertyNames: { maxLength: 2 } },
      "object",
      ["Field names: at most 2 characters"],
    ],
    [{ type: "string", not: { enum: ["a", "b"] } }, "string", ["Not one of a b"]],
    [true, "any value", []],
  ])("describes %j", (schema, type, constraints) => {
    expect(typeWords(shapeOf(schema))).toBe(type);
    expect(constraintsOf(shapeOf(schema)).map(words)).toEqual(constraints);
  });

  it("names the pattern of a UUID, and keeps every pattern", () => {
    const pattern = "^[0-9a-fA-F]{8}-.{4}-4[0-9a-fA-F]{3}-[89ab]";
    const shown = (schema: object) => constraintsOf(shapeOf(schema));
    expect(shown({ format: "uuid", pattern })).toEqual([{ text: "UUID of version 4", pattern }]);
    expect(shown({ pattern: "^a+$" })).toEqual([{ text: "Pattern", pattern: "^a+$" }]);
  });

  it.each([
    ["422", 422, "Correct the request. The same one would fail again."],
    ["429", 429, "Wait, then send the request again."],
    ["503", 503, "took effect"],
    ["default", 500, "Its status says what to do."],
  ])("advises what to do about the error %s", (code, status, advice) => {
    expect(adviceFor({ code, status })).toContain(advice);
  });

  it("shows the fields of `allOf`, of items and of further members once", () => {
    const Base = { type: "object", required: ["id"], properties: { id: { type: "string" } } };
    const base = { $ref: "#/components/schemas/Base" };
    const properties = {
      own: { type: "array", items: base },
      counts: {
        patternProperties: { "^is_": { type: "boolean" } },
        additionalProperties: { type: "integer" },
      },
    };
    const shown = allFields(field({ allOf: [base, { properties }] }, { Base }));
    const texts = shown.map(({ name, required, type }) => `${name}${required ? "!" : ""}: ${type}`);
    expect(texts).toEqual([
      "body!: object",
      "id!: string",
      "own: array of objects",
      "id!: string",
      "counts: any value",
      "any field like ^is_: boolean",
      "any other field: integer",
    ]);
  });

  it("gives each field a fragment of its own", () => {
    const shown = field({ properties: { "a b": { type: "string" }, "a-b": { type: "string" } } });
    expect(shown.fields.map(({ id }) => id)).toEqual(["it-a-b", "it-a-b-2"]);
  });

  it("names alternatives, and stops at a recursive schema", () => {
    const node = { $ref: "#/components/schemas/Node" };
    const Node = { type: "object", properties: { next: node } };
    const [choice] = field({ oneOf: [node, { type: "null" }] }, { Node }).choices;
    expect(choice).toMatchObject({
      label: "One of",
      branches: [
        { name: "Node", fields: [{ name: "next", repeats: "Node", fields: [] }] },
        { name: "null" },
      ],
    });
  });
});

describe("the view of an operation", () => {
  it.each(contract.operations)("$operationId has each part, each with a fragment", (operation) => {
    const { body, includes, parameters, responses } = operationView(contract, operation);
    expect(parameters).toMatchObject(operation.parameters.map(({ key }) => ({ key })));
    expect(responses).toMatchObject(operation.responses.map(({ status }) => ({ status })));
    const bodies = [body?.field, ...responses.map((each) => each.field)];
    const fields = bodies.flatMap((each) => (each ? allFields(each) : []));
    const ids = [...parameters, ...fields].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { include, field: added } of includes) expect(added?.include).toBe(include);
    const noted = parameters.filter(({ note }) => note).map(({ key }) => key);
    expect(fields.flatMap(({ identifiedBy }) => identifiedBy?.key ?? [])).toEqual(noted);
  });
});
