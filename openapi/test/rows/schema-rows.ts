import { getBook, json, listBooks, type Row, replaceBook } from "./row.ts";

const schemas = "/components/schemas";
const page = `${listBooks}/responses/200/${json}`;
const total = `${listBooks}/responses/200/headers/X-Total`;

/** Contracts whose schemas break one rule. */
export const schemaRows: readonly Row[] = [
  {
    rule: "house/required-listed",
    title: "properties without a list of the required ones",
    drop: [`${schemas}/Titled/required`],
    at: `${schemas}/Titled/properties`,
  },
  {
    rule: "house/required-declared",
    title: "a required name that is no property's",
    set: { [`${schemas}/Titled/not`]: { required: ["titel"] } },
    at: `${schemas}/Titled/not/required/0`,
  },
  {
    rule: "house/required-declared",
    title: "a required name that is no property's, beside a reference",
    set: { [`${total}/schema`]: { $ref: `#${schemas}/Titled`, required: ["title", "titel"] } },
    at: `${total}/schema/required/1`,
  },
  {
    rule: "house/keywords-effective",
    title: "a keyword of another type",
    set: { [`${schemas}/Titled/properties/title/minimum`]: 3 },
    at: `${schemas}/Titled/properties/title/minimum`,
  },
  {
    rule: "house/keywords-effective",
    title: "a keyword that needs another one",
    set: {
      [`${page}/schema/properties/data/minContains`]: 1,
    },
    at: `${page}/schema/properties/data/minContains`,
  },
  {
    rule: "house/dialect-stated",
    title: "a contract without a dialect",
    drop: ["/jsonSchemaDialect"],
    at: "/openapi",
  },
  {
    rule: "house/dialect-stated",
    title: "a dialect that the mock does not know",
    set: { "/jsonSchemaDialect": "https://spec.openapis.org/oas/3.1/dialect/base" },
    at: "/jsonSchemaDialect",
  },
  {
    rule: "house/keywords-effective",
    title: "a format that no validator checks",
    set: { [`${schemas}/Titled/properties/title/format`]: "uuid4" },
    at: `${schemas}/Titled/properties/title/format`,
  },
  {
    rule: "house/keywords-effective",
    title: "a format of another type",
    set: { [`${listBooks}/parameters/0/schema/format`]: "uuid" },
    at: `${listBooks}/parameters/0/schema/format`,
  },
  ...["password", "binary", "float", "double"].map((format) => ({
    rule: "house/keywords-effective",
    title: `the format ${format}, which takes anything`,
    set: {
      [`${total}/schema`]: {
        type: ["float", "double"].includes(format) ? "number" : "string",
        format,
      },
    },
    at: `${total}/schema/format`,
  })),
  ...Object.entries({
    contentEncoding: "base64",
    contentMediaType: "application/json",
    contentSchema: { type: "string" },
  }).map(([keyword, value]) => ({
    rule: "house/keywords-effective",
    title: `${keyword}, on which nothing acts`,
    set: { [`${schemas}/Titled/properties/title/${keyword}`]: value },
    at: `${schemas}/Titled/properties/title/${keyword}`,
  })),
  {
    rule: "house/keywords-effective",
    title: "a format that takes anything, beside a reference",
    set: {
      [`${total}/schema`]: { $ref: "#/components/schemas/Total", format: "password" },
      "/components/schemas/Total": { type: "string", description: "The number." },
    },
    at: `${total}/schema/format`,
  },
  {
    rule: "house/keywords-effective",
    title: "a condition from which nothing follows",
    set: { [`${schemas}/Titled/if`]: { minProperties: 1 } },
    at: `${schemas}/Titled/if`,
  },
  {
    rule: "house/patterns-valid",
    title: "a mistaken regular expression",
    set: { [`${total}/schema`]: { type: "string", pattern: "[" } },
    at: `${total}/schema/pattern`,
  },
  {
    rule: "house/patterns-valid",
    title: "a mistaken regular expression for names of properties",
    set: { [`${total}/schema`]: { type: "object", patternProperties: { "(": true } } },
    at: `${total}/schema/patternProperties/(`,
  },
  {
    rule: "house/dates-unformatted",
    title: "a date format while the form of dates is a gap",
    set: { [`${total}/schema`]: { type: "string", format: "date-time" } },
    at: `${total}/schema/format`,
  },
  {
    rule: "struct",
    title: "a misspelt keyword",
    rename: { [`${replaceBook}/requestBody/${json}/schema/properties/title/minLength`]: "minLenght" },
    at: `${replaceBook}/requestBody/${json}/schema/properties/title/minLenght`,
  },
  {
    rule: "struct",
    title: "an unknown type",
    set: { [`${total}/schema/type`]: "strnig" },
    at: `${total}/schema/type`,
  },
  {
    rule: "no-invalid-schema-examples",
    title: "an example of a schema that it refuses",
    set: { [`${schemas}/Titled/properties/title/examples`]: [3] },
    at: `${schemas}/Titled/properties/title/examples/0`,
  },
  {
    rule: "house/typed",
    title: "a property that takes anything",
    drop: [`${schemas}/Titled/properties/title/type`],
    at: `${schemas}/Titled/properties/title`,
  },
  {
    rule: "house/typed",
    title: "an object that does not say so",
    drop: [`${schemas}/Titled/type`],
    at: `${schemas}/Titled`,
  },
  {
    rule: "house/typed",
    title: "a parameter of an empty schema",
    set: { [`${getBook}/parameters/0/schema`]: {} },
    at: `${getBook}/parameters/0/schema`,
  },
  {
    rule: "house/typed",
    title: "a list that does not say of what",
    drop: [`${listBooks}/parameters/1/schema/items`],
    at: `${listBooks}/parameters/1/schema`,
  },
  {
    rule: "house/reference-keywords",
    title: "a misspelt keyword beside a reference",
    set: { [`${schemas}/Book/allOf/0/requierd`]: ["title"] },
    at: `${schemas}/Book/allOf/0/requierd`,
  },
  {
    rule: "spec-ref-siblings",
    title: "what has no effect beside a reference",
    set: { "/paths/~1books~1{bookNumber}/parameters/0/required": false },
    at: "/paths/~1books~1{bookNumber}/parameters/0/required",
  },
  {
    rule: "house/patterns-valid",
    title: "a mistaken regular expression beside a reference",
    set: {
      [`${total}/schema`]: { $ref: "#/components/schemas/Total", pattern: "[" },
      "/components/schemas/Total": { type: "string", description: "The number." },
    },
    at: `${total}/schema/pattern`,
  },
  {
    rule: "house/defaults-valid",
    title: "a default of another type",
    set: { [`${listBooks}/parameters/0/schema/default`]: "one" },
    at: `${listBooks}/parameters/0/schema/default`,
  },
  {
    rule: "house/defaults-valid",
    title: "a default that the enum lacks",
    set: { [`${listBooks}/parameters/1/schema/items/default`]: "essay" },
    at: `${listBooks}/parameters/1/schema/items/default`,
  },
  {
    rule: "house/typed",
    title: "a body without a schema",
    drop: [`${listBooks}/responses/404/${json}/schema`],
    at: `${listBooks}/responses/404/${json}`,
  },
  {
    rule: "house/typed",
    title: "an empty list of types",
    set: { [`${schemas}/Titled/properties/title/type`]: [] },
    at: `${schemas}/Titled/properties/title`,
  },
  ...Object.entries({
    "through allOf": { description: "A shelf.", allOf: [{ $ref: `#${schemas}/Shelf` }] },
    "through anyOf": {
      description: "A shelf.",
      anyOf: [{ type: "string" }, { $ref: `#${schemas}/Shelf` }],
    },
    "through a negation": { description: "A shelf.", type: "string", not: { $ref: `#${schemas}/Shelf` } },
    "through what depends on a member": {
      description: "A shelf.",
      type: "object",
      dependentSchemas: { row: { $ref: `#${schemas}/Shelf` } },
    },
  }).map(([title, schema]) => ({
    rule: "house/loops-ending",
    title: `a schema that leads to itself ${title}`,
    set: { [`${total}/schema`]: { $ref: `#${schemas}/Shelf` }, [`${schemas}/Shelf`]: schema },
    at: `${schemas}/Shelf${referenceIn(schema)}/$ref`,
  })),
  {
    rule: "house/loops-bare",
    title: "a description beside a reference to a schema whose alternatives loop",
    set: {
      [`${total}/schema`]: { $ref: `#${schemas}/Groups`, description: "The groups." },
      [`${schemas}/Groups`]: {
        description: "Nested groups.",
        oneOf: [{ type: "string" }, { type: "array", items: { $ref: `#${schemas}/Groups` } }],
      },
    },
    at: `${total}/schema`,
  },
];

/** The pointer of the object that holds the `$ref` of a schema. */
function referenceIn(value: object): string {
  if ("$ref" in value) return "";
  const [inside] = Object.entries(value).filter(([, member]) => JSON.stringify(member).includes("$ref"));
  return inside === undefined ? "" : `/${inside[0]}${referenceIn(inside[1])}`;
}
