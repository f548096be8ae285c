import { getBook, json, listBooks, type Row, replaceBook } from "./row.ts";

const schemas = "/components/schemas";
const book = `${schemas}/Book/allOf/1`;
const subjects = `${book}/properties/subject/oneOf`;
const page = `${listBooks}/responses/200/${json}`;
const total = `${listBooks}/responses/200/headers/X-Total`;

/** Contracts whose examples, descriptions or names break one rule. */
export const documentationRows: readonly Row[] = [
  {
    rule: "house/examples-complete",
    title: "a property that no example shows",
    set: { [`${schemas}/BookDocument/properties/meta`]: { type: "object", description: "More." } },
    at: `${schemas}/BookDocument/properties/meta`,
  },
  {
    rule: "house/examples-complete",
    title: "a property of an allOf in a list that no example shows",
    set: { [`${book}/properties/shelf`]: { type: "string", description: "Where it stands." } },
    at: `${book}/properties/shelf`,
  },
  {
    rule: "house/examples-complete",
    title: "a property beside a $ref that no example shows",
    set: {
      [`${schemas}/Book/allOf/0`]: {
        $ref: `#${schemas}/Titled`,
        required: [],
        properties: { shelf: { type: "string", description: "Where it stands." } },
      },
    },
    at: `${schemas}/Book/allOf/0/properties/shelf`,
  },
  {
    rule: "house/examples-complete",
    title: "a property of a request body that no example shows",
    set: {
      [`${replaceBook}/requestBody/${json}/schema/properties/shelf`]: {
        type: "string",
        description: "Where.",
      },
    },
    at: `${replaceBook}/requestBody/${json}/schema/properties/shelf`,
  },
  {
    rule: "house/examples-complete",
    title: "a property that no response of those that share it shows",
    drop: [`${replaceBook}/responses/409/${json}/examples/book_lent/value/detail`],
    at: `${schemas}/Problem/properties/detail`,
  },
  {
    rule: "house/examples-complete",
    title: "a property that the responses show and no request body",
    set: { [`${replaceBook}/requestBody/${json}/schema`]: { $ref: `#${schemas}/Problem` } },
    at: `${schemas}/Problem/properties/detail`,
  },
  {
    rule: "house/examples-complete",
    title: "an alternative that no example shows",
    set: { [`${page}/examples/first_page/value/data/1/subject`]: { kind: "person", person_name: "Emma" } },
    at: `${subjects}/1`,
  },
  {
    rule: "house/examples-complete",
    title: "a list of which no example shows an element",
    set: { [`${page}/examples/first_page/value/data`]: [] },
    at: `${page}/schema/properties/data/items`,
  },
  {
    rule: "house/described",
    title: "an operation without a description",
    drop: [`${getBook}/description`],
    at: getBook,
  },
  {
    rule: "house/described",
    title: "an empty description",
    set: { [`${getBook}/description`]: " " },
    at: `${getBook}/description`,
  },
  {
    rule: "house/described",
    title: "a parameter without a description",
    drop: [`${listBooks}/parameters/0/description`],
    at: `${listBooks}/parameters/0`,
  },
  {
    rule: "house/described",
    title: "a response of an empty description",
    set: { [`${replaceBook}/responses/204/description`]: "" },
    at: `${replaceBook}/responses/204/description`,
  },
  {
    rule: "house/described",
    title: "a response header without a description",
    drop: [`${total}/description`],
    at: total,
  },
  {
    rule: "house/described",
    title: "a component schema without a description",
    drop: [`${schemas}/BookDocument/description`],
    at: `${schemas}/BookDocument`,
  },
  {
    rule: "house/described",
    title: "a property without a description",
    drop: [`${subjects}/0/properties/person_name/description`],
    at: `${subjects}/0/properties/person_name`,
  },
  {
    rule: "rule/snake-case-properties",
    title: "a property that is not snake_case",
    rename: { [`${replaceBook}/requestBody/${json}/schema/properties/stock`]: "stockCount" },
    at: `${replaceBook}/requestBody/${json}/schema/properties/stockCount`,
  },
  {
    rule: "rule/snake-case-examples",
    title: "a scenario that is not snake_case",
    set: { "/components/parameters/Tenant/examples/unknownBook": { value: "tenant-1" } },
    at: "/components/parameters/Tenant/examples/unknownBook",
  },
  {
    rule: "rule/camel-case-operations",
    title: "an operationId that is not camelCase",
    set: { [`${getBook}/operationId`]: "get_book" },
    at: `${getBook}/operationId`,
  },
  {
    rule: "house/examples-declared",
    title: "a member of an example that its schema does not declare",
    set: { [`${replaceBook}/responses/409/${json}/examples/book_lent/value/colour`]: "red" },
    at: `${replaceBook}/responses/409/${json}/examples/book_lent/value/colour`,
  },
  {
    rule: "house/examples-declared",
    title: "a member of an alternative in a list that another alternative declares",
    set: {
      [`${listBooks}/responses/200/${json}/examples/first_page/value/data/0/subject/place_name`]: "Bath",
    },
    at: `${listBooks}/responses/200/${json}/examples/first_page/value/data/0/subject/place_name`,
  },
  {
    rule: "no-invalid-media-type-examples",
    title: "an example that its schema refuses",
    set: { [`${replaceBook}/responses/409/${json}/examples/book_lent/value/title`]: 3 },
    at: `${replaceBook}/responses/409/${json}/examples/book_lent/value/title`,
  },
  {
    rule: "no-invalid-parameter-examples",
    title: "an example that the schema of its parameter refuses",
    set: { [`${listBooks}/parameters/0/examples/no_such_page/value`]: 0 },
    at: `${listBooks}/parameters/0/examples/no_such_page/value`,
  },
  {
    rule: "house/examples-valued",
    title: "an empty list of examples",
    set: { [`${schemas}/Titled/properties/title/examples`]: [] },
    at: `${schemas}/Titled/properties/title/examples`,
  },
  {
    rule: "house/texts-filled",
    title: "an empty text",
    set: { "/info/version": "" },
    at: "/info/version",
  },
  {
    rule: "operation-tag-defined",
    title: "a tag that is not declared",
    set: { [`${getBook}/tags/0`]: "Book" },
    at: `${getBook}/tags/0`,
  },
  {
    rule: "operation-tag-defined",
    title: "an operation without tags",
    drop: [`${getBook}/tags`],
    at: getBook,
  },
  {
    rule: "rule/tagged-operations",
    title: "an empty list of tags",
    set: { [`${getBook}/tags`]: [] },
    at: `${getBook}/tags`,
  },
];
