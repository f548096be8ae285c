import { type JsonObject, readContract, type Sender } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { schemaView } from "../src/view/operation-view.ts";
import type { FieldView, SchemaView } from "../src/view/schema-view.ts";
import { foldWords, shownFields } from "../src/view/shown-fields.ts";

/** The view of a schema that stands in a contract of its own, beside these components. */
function viewOf(schema: JsonObject, schemas: JsonObject = {}, sender?: Sender): SchemaView {
  const contract = readContract({
    openapi: "3.1.1",
    info: { title: "Shapes", version: "1" },
    paths: {},
    components: { schemas: { ...schemas, Subject: schema } },
  });
  const model = contract.schemas.get("Subject");
  if (model === undefined) {
    throw new Error("The contract has lost its schema.");
  }
  return schemaView(contract, model, "top", sender);
}

/** A view in a line: `name type (facts) {fields} [branches]`. */
function words(view: SchemaView): string {
  const facts = view.facts.map(({ label, codes, unit }) => [label, ...codes, unit].filter(Boolean).join(" "));
  return [
    view.type,
    facts.length === 0 ? "" : `(${facts.join("; ")})`,
    view.fields.length === 0 ? "" : `{ ${view.fields.map(fieldWords).join(", ")} }`,
    ...view.branches.map(
      ({ label, options }) => `[${label}: ${options.map((each) => words(each.view)).join(" | ")}]`,
    ),
    view.repeats === undefined ? "" : `as ${view.repeats}`,
  ]
    .filter(Boolean)
    .join(" ");
}

function fieldWords({ label, required, view }: FieldView): string {
  return `${label}${required ? "!" : ""} ${words(view)}`;
}

const text = { type: "string" };
const whole = { type: "integer" };

test.each([
  ["a plain type", text, "string"],
  ["a nullable type", { type: ["string", "null"] }, "string or null"],
  ["zero as a constant", { type: "integer", const: 0 }, "integer (Always 0)"],
  ["an enum without a type", { enum: ["a", 1] }, 'string or number (One of "a" 1)'],
  [
    "limits",
    { type: "integer", minimum: 0, exclusiveMaximum: 9, multipleOf: 3 },
    "integer (At least 0; Less than 9; A multiple of 3)",
  ],
  [
    "lengths",
    { type: "string", minLength: 1, maxLength: 2 },
    "string (At least 1 character; At most 2 characters)",
  ],
  [
    "a list",
    { type: "array", items: whole, uniqueItems: true, minItems: 2 },
    "array of integer (No item twice; At least 2 items) { each item integer }",
  ],
  [
    "a tuple",
    { type: "array", prefixItems: [text, whole], minItems: 2, items: false, maxItems: 2 },
    "array (At least 2 items; At most 2 items) { item 1 string, item 2 integer, any further item nothing }",
  ],
  [
    "required members",
    { type: "object", required: ["a"], properties: { a: text, b: whole } },
    "object { a! string, b integer }",
  ],
  ["a map", { type: "object", additionalProperties: whole }, "object { any other name integer }"],
  [
    "a closed object",
    { type: "object", properties: { a: text }, additionalProperties: false },
    "object { a string, any other name nothing }",
  ],
  [
    "names by pattern",
    { type: "object", patternProperties: { "^x": text } },
    "object { names that match ^x string }",
  ],
  [
    "allOf as one",
    {
      type: "object",
      allOf: [
        { type: "object", properties: { a: text } },
        { type: "object", required: ["b"], properties: { b: whole } },
      ],
    },
    "object { a string, b! integer }",
  ],
  ["alternatives", { oneOf: [text, whole] }, "string or integer [Exactly one of: string | integer]"],
  [
    "an alternative of null",
    { anyOf: [{ type: "object", properties: { a: text } }, { type: "null" }] },
    "object or null { a string }",
  ],
  ["a negation", { type: "string", not: { const: "no" } }, 'string [Not: string (Always "no")]'],
  [
    "a condition",
    {
      type: "object",
      properties: { a: text },
      if: { properties: { a: { const: "x" } } },
      else: { required: ["a"] },
    },
    'object { a string } [If it is: object { a string (Always "x") }] [otherwise it is also: any value { a! any value }]',
  ],
  ["an extension", { type: "string", "x-unit": "metres" }, "string (x-unit metres)"],
  ["anything", {}, "any value"],
])("%s is shown in words", (_, schema, expected) => {
  expect(words(viewOf(schema))).toBe(expected);
});

test.each([
  [
    "two members and no others",
    { properties: { a: text, b: text }, additionalProperties: false },
    "2 fields",
  ],
  ["a member and any others", { properties: { a: text }, additionalProperties: text }, "2 fields"],
  ["one member and no others", { properties: { a: text }, additionalProperties: false }, "1 field"],
  ["no member at all", { additionalProperties: false }, "No fields"],
  ["alternatives", { oneOf: [{ required: ["a"] }, { required: ["b"] }] }, "Alternatives"],
])("%s unfold with what may be there counted", (_, schema, expected) => {
  expect(foldWords(viewOf({ type: "object", ...schema }))).toBe(expected);
});

test("a schema that holds itself ends where it repeats", () => {
  const tree = {
    type: "object",
    properties: { children: { type: "array", items: { $ref: "#/components/schemas/Subject" } } },
  };
  expect(words(viewOf(tree))).toBe("object { children array of Subject { each item object as top } }");
});

test("a list of lists says what its own items are, rather than those of the inner one", () => {
  const view = viewOf({ type: "array", items: { type: "array", items: whole } });
  expect(shownFields(view).map(fieldWords)).toEqual(["each item array of integer { each item integer }"]);
});

test("a title that names an alternative is not said again below it", () => {
  const [branch] = viewOf({ oneOf: [{ title: "Point", type: "object" }, text] }).branches;
  expect(branch?.options.map(({ label, view }) => [label, view.description])).toEqual([
    ["Point", ""],
    ["string", ""],
  ]);
});

test("what stands beside a reference wins over its target", () => {
  const view = viewOf(
    { type: "object", properties: { a: { $ref: "#/components/schemas/Named", description: "Here." } } },
    { Named: { type: "string", description: "There." } },
  );
  expect(view.fields[0]?.view).toMatchObject({ name: "Named", description: "Here.", type: "string" });
});

test("two parts of an allOf that name one member both hold for it", () => {
  const view = viewOf({
    allOf: [
      { type: "object", properties: { a: { type: "string", minLength: 1 } } },
      { type: "object", properties: { a: { type: "string", maxLength: 5 } } },
    ],
  });
  expect(words(view)).toBe("object { a string (At least 1 character; At most 5 characters) }");
});

test.each<[Sender | undefined, string[]]>([
  ["client", ["password", "each"]],
  ["server", ["id", "each"]],
  [undefined, ["id", "password", "each"]],
])("Members of the other direction are not required; the sender is %s.", (sender, required) => {
  const schemas = { Id: { ...text, readOnly: true } };
  const properties = {
    id: { allOf: [{ $ref: "#/components/schemas/Id" }] },
    password: { ...text, writeOnly: true },
    each: text,
  };
  const { fields } = viewOf(
    { type: "object", required: Object.keys(properties), properties },
    schemas,
    sender,
  );
  expect(fields.filter((each) => each.required).map(({ label }) => label)).toEqual(required);
});
