import { getBook, json, listBooks, type Row, replaceBook } from "./row.ts";

/** Contracts whose scenarios break one rule. */
export const scenarioRows: readonly Row[] = [
  {
    rule: "house/media-type",
    title: "a response of another media type",
    rename: { [`/components/responses/UnknownBook/${json}`]: "application/json" },
    at: "/components/responses/UnknownBook/content/application~1json",
  },
  {
    rule: "house/media-type",
    title: "a request body of another media type",
    rename: { [`${replaceBook}/requestBody/${json}`]: "application/json" },
    at: `${replaceBook}/requestBody/content/application~1json`,
  },
  {
    rule: "house/scenarios-complete",
    title: "a scenario without a value for a parameter",
    drop: [`${getBook}/parameters/1/examples/without_author`],
    at: `${getBook}/parameters/1/examples`,
  },
  {
    rule: "house/scenarios-complete",
    title: "a scenario without a value for a shared parameter",
    drop: ["/components/parameters/Tenant/examples/unknown_book"],
    at: "/components/parameters/Tenant/examples",
  },
  {
    rule: "house/scenarios-complete",
    title: "a parameter with a single unnamed example",
    set: {
      [`${listBooks}/parameters/2`]: {
        name: "order",
        in: "query",
        description: "How to order.",
        schema: { type: "string" },
        example: "title",
      },
    },
    at: `${listBooks}/parameters/2`,
  },
  {
    rule: "house/scenarios-complete",
    title: "a scenario without the request body that its operation requires",
    drop: [`${replaceBook}/requestBody/${json}/examples/book_lent`],
    at: `${replaceBook}/requestBody/content`,
  },
  {
    rule: "house/scenarios-answered",
    title: "an example name on a parameter that no response has",
    set: { [`${getBook}/parameters/0/examples/with_autor`]: { value: 3 } },
    at: `${getBook}/parameters/0/examples/with_autor`,
  },
  {
    rule: "house/scenarios-answered",
    title: "a name that some parameters lack, where there is a response without a body",
    set: { [`${replaceBook}/parameters/0/examples/book_mended`]: { value: 3 } },
    at: `${replaceBook}/parameters/0/examples/book_mended`,
  },
  {
    rule: "house/scenarios-answered",
    title: "an example name on a request body that no response has",
    set: { [`${replaceBook}/requestBody/${json}/examples/book_lend`]: { value: { title: "Emma" } } },
    at: `${replaceBook}/requestBody/${json}/examples/book_lend`,
  },
  {
    rule: "house/scenarios-distinct",
    title: "two scenarios of the same values",
    set: {
      [`${listBooks}/parameters/0/examples/no_such_page/value`]: 1,
      [`${listBooks}/parameters/1/examples/no_such_page/value`]: ["novel", "poem"],
    },
    at: `${listBooks}/responses/404/${json}/examples/no_such_page`,
  },
  {
    rule: "house/scenarios-distinct",
    title: "two scenarios of the same values, one of which has no body",
    set: { [`${replaceBook}/parameters/0/examples/book_lent/value`]: 1 },
    at: `${replaceBook}/responses/409/${json}/examples/book_lent`,
  },
  {
    rule: "house/scenarios-distinct",
    title: "one name on two responses",
    rename: {
      [`${listBooks}/responses/404/${json}/examples/no_such_page`]: "first_page",
    },
    drop: [
      `${listBooks}/parameters/0/examples/no_such_page`,
      `${listBooks}/parameters/1/examples/no_such_page`,
    ],
    at: `${listBooks}/responses/404/${json}/examples/first_page`,
  },
  {
    rule: "house/statuses-reached",
    title: "a status without a scenario",
    set: {
      [`${listBooks}/responses/403`]: {
        description: "No.",
        content: { "application/vnd.api+json": { schema: { $ref: "#/components/schemas/Problem" } } },
      },
    },
    at: `${listBooks}/responses/403`,
  },
  {
    rule: "house/statuses-reached",
    title: "a status without a body that no example name leads to",
    set: { [`${listBooks}/responses/403`]: { description: "No." } },
    at: `${listBooks}/responses/403`,
  },
  {
    rule: "house/statuses-reached",
    title: "a second status without a body",
    set: { [`${replaceBook}/responses/403`]: { description: "No." } },
    at: `${replaceBook}/responses/403`,
  },
  {
    rule: "house/lists-sent",
    title: "a list that no scenario sends two values of",
    set: { [`${listBooks}/parameters/1/examples/first_page/value`]: ["poem"] },
    at: `${listBooks}/parameters/1/examples`,
  },
  {
    rule: "house/lists-styled",
    title: "a list in the query without explode",
    drop: [`${listBooks}/parameters/1/explode`],
    at: `${listBooks}/parameters/1`,
  },
  {
    rule: "house/lists-styled",
    title: "a list in the query without style",
    drop: [`${listBooks}/parameters/1/style`],
    at: `${listBooks}/parameters/1`,
  },
  {
    rule: "house/lists-styled",
    title: "a list in the style of objects",
    set: { [`${listBooks}/parameters/1/style`]: "deepObject" },
    at: `${listBooks}/parameters/1/style`,
  },
  {
    rule: "house/path-required",
    title: "a path parameter that is not stated to be required",
    drop: [`${getBook}/parameters/0/required`],
    at: `${getBook}/parameters/0`,
  },
  {
    rule: "house/path-required",
    title: "an optional path parameter",
    set: { [`${getBook}/parameters/0/required`]: false },
    at: `${getBook}/parameters/0/required`,
  },
  {
    rule: "house/examples-valued",
    title: "an example without a value",
    set: { [`${listBooks}/parameters/0/examples/no_such_page`]: { summary: "None." } },
    at: `${listBooks}/parameters/0/examples/no_such_page`,
  },
  {
    rule: "house/examples-valued",
    title: "an empty value of a path parameter",
    set: {
      [`${getBook}/parameters/0/schema`]: { type: ["string", "integer"] },
      [`${getBook}/parameters/0/examples/unknown_book/value`]: "",
    },
    at: `${getBook}/parameters/0/examples/unknown_book/value`,
  },
];
