import { getBook, json, listBooks, type Row, replaceBook } from "./row.ts";

const schemas = "/components/schemas";
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
    rule: "spec-ref-siblings",
    title: "what has no effect beside a reference",
    set: { "/paths/~1books~1{bookNumber}/parameters/0/required": false },
    at: "/paths/~1books~1{bookNumber}/parameters/0/required",
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
];
