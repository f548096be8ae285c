import { readContract, type Shape } from "@workflow-api/contract";
import { furtherContract } from "@workflow-api/workspace/fixtures";
import { describe, expect, it } from "vitest";
import { allFields, bodyField, type Field } from "../src/model/fields.ts";
import { operationView } from "../src/model/operation.ts";
import { adviceFor, type Constraint, constraintsOf, typeWords } from "../src/model/words.ts";

const contract = readContract(furtherContract());
const operations = contract.operations.map(
  (operation) => [operation.operationId, operation] as const,
);

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
    [true, "any value", []],
  ])("describes %j", (schema, type, constraints) => {
    expect(typeWords(shapeOf(schema))).toBe(type);
    expect(constraintsOf(shapeOf(schema)).map(words)).toEqual(constraints);
  });

  it("names the pattern of a UUID, and keeps every pattern", () => {
    const version4 =
      "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-4[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$";
    const shown = (schema: object) => constraintsOf(shapeOf(schema));
    expect(shown({ format: "uuid", pattern: version4 })).toEqual([
      { text: "UUID of version 4", pattern: version4 },
    ]);
    expect(shown({ pattern: "^a+$" })).toEqual([{ text: "Pattern", pattern: "^a+$" }]);
  });

  it("advises what to do about an error", () => {
    const advice = (status: number) => adviceFor({ code: `${status}`, status });
    expect(advice(422)).toBe("Correct the request. The same one would fail again.");
    expect(advice(429)).toBe("Wait, then send the request again.");
    expect(advice(503)).toContain("took effect");
    expect(adviceFor({ code: "default", status: 500 })).toBe("Its status says what to do.");
  });

  it("shows the fields of `allOf`, of items and of `additionalProperties` once", () => {
    const shown = field(
      {
        allOf: [
          { $ref: "#/components/schemas/Base" },
          {
            properties: {
              own: { type: "array", items: { $ref: "#/components/schemas/Base" } },
              counts: { additionalProperties: { type: "integer" } },
            },
          },
        ],
      },
      {
        Base: {
          type: "object",
          required: ["id"],
          properties: { id: { type: "string", description: "The id." } },
        },
      },
    );
    expect(
      allFields(shown).map(({ name, type, required }) => `${name}: ${type}${required ? "!" : ""}`),
    ).toEqual([
      "body: object!",
      "id: string!",
      "own: array of objects",
      "id: string!",
      "counts: any value",
      "any other field: integer",
    ]);
    expect(new Set(allFields(shown).map(({ id }) => id)).size).toBe(6);
  });

  it("gives each field a fragment of its own", () => {
    const shown = field({ properties: { "a b": { type: "string" }, "a-b": { type: "string" } } });
    expect(shown.fields.map(({ id }) => id)).toEqual(["it-a-b", "it-a-b-2"]);
  });

  it("names alternatives, and stops at a recursive schema", () => {
    const shown = field(
      { oneOf: [{ $ref: "#/components/schemas/Node" }, { type: "null" }] },
      { Node: { type: "object", properties: { next: { $ref: "#/components/schemas/Node" } } } },
    );
    const [choice] = shown.choices;
    expect(choice?.label).toBe("One of");
    expect(choice?.branches.map(({ name }) => name)).toEqual(["Node", "null"]);
    expect(choice?.branches[0]?.fields[0]).toMatchObject({
      name: "next",
      repeats: "Node",
      fields: [],
    });
  });
});

describe("the view of an operation", () => {
  it.each(operations)(
    "%s has every parameter, response and field, each with a fragment of its own",
    (_id, operation) => {
      const view = operationView(contract, operation);
      expect(view.parameters).toMatchObject(operation.parameters.map(({ key }) => ({ key })));
      expect(view.responses.map(({ status }) => status)).toEqual(
        operation.responses.map(({ status }) => status),
      );
      const fields = [view.body?.field, ...view.responses.map((each) => each.field)];
      const ids = [
        ...view.parameters.map(({ id }) => id),
        ...fields.flatMap((each) => (each ? allFields(each).map(({ id }) => id) : [])),
      ];
      expect(new Set(ids).size).toBe(ids.length);
      for (const { include, field: added } of view.includes)
        expect(added?.include, include.adds).toBe(include);
      const repeated = fields.flatMap((each) => (each ? allFields(each) : []));
      const noted = view.parameters.filter(({ note }) => note).map(({ key }) => key);
      expect(repeated.flatMap(({ identifiedBy }) => identifiedBy?.key ?? [])).toEqual(noted);
    },
  );
});
