import { getBook, json, listBooks, type Row } from "./row.ts";

const schemas = "/components/schemas";
const page = `${listBooks}/responses/200/${json}`;
const total = `${listBooks}/responses/200/headers/X-Total`;

/** Contracts with keywords of schemas that have no effect, or one that the mock cannot follow. */
export const keywordRows: readonly Row[] = [
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
  ...["password", "binary", "float", "double", "url"].map((format) => ({
    rule: "house/keywords-effective",
    title: `the format ${format}, which no check enforces`,
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
    xml: { name: "heading" },
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: "https://library.invalid/title",
    $anchor: "title",
    $dynamicAnchor: "title",
  }).map(([keyword, value]) => ({
    rule: "house/keywords-effective",
    title: `${keyword}, on which nothing acts`,
    set: { [`${schemas}/Titled/properties/title/${keyword}`]: value },
    at: `${schemas}/Titled/properties/title/${keyword}`,
  })),
  {
    rule: "house/keywords-effective",
    title: "a reference that is dynamic",
    set: { [`${total}/schema`]: { $dynamicRef: "#/components/schemas/Titled" } },
    at: `${total}/schema/$dynamicRef`,
  },
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
    rule: "house/reference-keywords",
    title: "a misspelt keyword beside a reference",
    set: { [`${schemas}/Book/allOf/0/requierd`]: ["title"] },
    at: `${schemas}/Book/allOf/0/requierd`,
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
  ...Object.entries({
    "the encoding of a body that is no form": [`${page}/encoding`, { data: { contentType: "text/plain" } }],
    "a parameter that may come without a value": [`${listBooks}/parameters/0/allowEmptyValue`, true],
    "explode of a number": [`${listBooks}/parameters/0/explode`, true],
    "explode of a number in a header": [`${total}/explode`, false],
    "reserved characters outside of a query": [`${getBook}/parameters/0/allowReserved`, true],
    "a response header called Content-Type": [
      `${listBooks}/responses/200/headers/content-type`,
      { description: "Its type.", schema: { type: "string" } },
    ],
  } as const).map(([title, [at, value]]) => ({
    rule: "house/fields-effective",
    title,
    set: { [at]: value },
    at,
  })),
  ...["Accept", "content-type", "Authorization"].map((name) => ({
    rule: "house/fields-effective",
    title: `a header parameter called ${name}`,
    set: { "/components/parameters/Tenant/name": name },
    at: "/components/parameters/Tenant/name",
  })),
];

/** The pointer of the object that holds the `$ref` of a schema. */
function referenceIn(value: object): string {
  if ("$ref" in value) return "";
  const [inside] = Object.entries(value).filter(([, member]) => JSON.stringify(member).includes("$ref"));
  return inside === undefined ? "" : `/${inside[0]}${referenceIn(inside[1])}`;
}
