import { expect, test } from "vitest";
import type { JsonObject } from "../src/json.ts";
import {
  BODY,
  CREATE,
  type Edit,
  EXTRA,
  edited,
  ITEM,
  LABEL,
  LIST,
  messageOf,
  NOTE,
  problemsOf,
  SCHEMES,
} from "./contract.ts";

const unsupported = "which is not supported";

// What a document may not hold (`undefined`: what it may not lack), the message, and its place if
// that is elsewhere.
const refused: readonly (readonly [
  pointer: string,
  value: unknown,
  message: string,
  place?: string,
])[] = [
  ["/openapi", "3.2.0", `the document is OpenAPI "3.2.0", ${unsupported}: write it in 3.1.1`],
  [
    "/openapi",
    3.1,
    `the document is OpenAPI 3.1, ${unsupported}: write the whole of it, in quotes: "3.1.1"`,
  ],
  ["/openapi", undefined, "the document has no openapi: add it", ""],
  [
    "/jsonSchemaDialect",
    "https://json-schema.org/draft-07/schema",
    "jsonSchemaDialect of the document is https://json-schema.org/draft-07/schema, " +
      `${unsupported}: use https://spec.openapis.org/oas/3.1/dialect/base or ` +
      "https://json-schema.org/draft/2020-12/schema",
  ],
  [
    "/info/title",
    "",
    "title of info of the document is not a string, " +
      "in quotes if it looks like a number: write one",
  ],
  [
    "/info/title",
    null,
    "title of info of the document is empty: write a string, in quotes if it looks like a number",
  ],
  ["/info", "text", "info of the document is not an object: write one"],
  ["/servers", {}, "servers of the document is not a list: write one"],
  ["/x-includes", {}, `the document has x-includes, ${unsupported}: write it on a query parameter`],
  [
    "/x-gaps/0/places",
    ["/paths/~1v3"],
    'place 1 of places of gap 1 of x-gaps of the document is "/paths/~1v3", ' +
      "which is no JSON Pointer to a part of the document: correct it",
    "/x-gaps/0/places/0",
  ],
  ["/paths/v2", {}, 'path "v2" does not begin with a slash: add one'],
  [
    "/paths/~1v2?a=1",
    {},
    'path "/v2?a=1" has a query, a fragment or a space, which no path has: remove it',
  ],
  [
    "/paths/~1v2~1..~1v3",
    {},
    'path "/v2/../v3" has a segment . or .., which clients remove: write the whole path',
  ],
  ["/paths/~1{id", {}, 'path "/{id" has a brace too many: write {name}'],
  ["/paths/~1{id}~1{id}", {}, 'path "/{id}/{id}" names a parameter twice: rename one'],
  ["/paths/~1v2/GET", {}, `path "/v2" has GET, ${unsupported}: write get`],
  [
    "/paths/~1v2/head",
    { responses: {} },
    `path "/v2" has head, ${unsupported}: use GET, POST, PUT, PATCH or DELETE`,
  ],
  [
    `${LIST}/operationId`,
    5,
    'operationId of get of path "/v1/notes" is not a string, ' +
      "in quotes if it looks like a number: write one",
  ],
  [
    `${LIST}/responses/2XX`,
    { description: "Any." },
    `response "2XX" is not a status, ${unsupported}: state each, such as 404, or 4XX, ` +
      "5XX and default",
  ],
  [
    `${LIST}/responses/101`,
    { description: "Switching." },
    `response "101" is not a status, ${unsupported}: state each, such as 404, or 4XX, ` +
      "5XX and default",
  ],
  [
    `${LIST}/responses/200/content`,
    { $ref: "#/components/content/Notes" },
    `content of response "200" has $ref, ${unsupported}: write the object itself here, in this file`,
    `${LIST}/responses/200/content/$ref`,
  ],
  [
    `${LIST}/responses/401/content`,
    {},
    `response "401" has content beside $ref, ${unsupported}: remove it`,
  ],
  [
    `${CREATE}/requestBody/${BODY}/example`,
    {},
    'media type "application/vnd.api+json" has example beside examples: keep one',
  ],
  [
    `${SCHEMES}/apiKey/type`,
    "mutualTLS",
    `security scheme "apiKey" has type mutualTLS, ${unsupported}: use apiKey in a header, ` +
      "or http with the scheme bearer or basic",
  ],
  [
    `${SCHEMES}/bearer`,
    { type: "oauth2" },
    'security scheme "bearer" has no flows: add them',
    `${SCHEMES}/bearer`,
  ],
  [
    `${SCHEMES}/bearer/scheme`,
    "digest",
    `scheme of security scheme "bearer" is digest, ${unsupported}: use bearer or basic, ` +
      "or an apiKey in a header",
  ],
  [
    "/security",
    [{ bearer: "read" }],
    'scopes "bearer" is not a list: write one',
    "/security/0/bearer",
  ],
  [
    `${EXTRA}/patternProperties`,
    { "(": {} },
    'pattern "(" is not a regular expression (ECMA-262, with the flag u): Unterminated group',
    `${EXTRA}/patternProperties/(`,
  ],
  [`${EXTRA}/not`, 1, 'not of property "extra" is not an object: write one'],
  [
    `${CREATE}/requestBody/content`,
    { "text/csv": { schema: true }, "a/b": {} },
    `media type "text/csv" is not JSON, ${unsupported}: ` +
      "use application/json or one that ends with +json",
    `${CREATE}/requestBody/content/text~1csv`,
  ],
  [
    `${LIST}/responses/401/$ref`,
    "#/components/responses/Lost",
    'response "401" refers to #/components/responses/Lost, which is not there: ' +
      "correct the name, or add the component",
  ],
  [
    `${LIST}/responses/401/$ref`,
    "other.yaml#/A",
    `response "401" refers to "other.yaml#/A", ${unsupported}: ` +
      "bundle the files into one first, as with redocly bundle",
  ],
  [
    `${LIST}/responses/200/headers/X-Total/content`,
    {},
    `header "X-Total" has content, ${unsupported}: use schema: it is sent as a string`,
  ],
  [
    `${LIST}/responses/200/headers/X-Total/schema`,
    { type: "array", items: { type: "string" } },
    `header "X-Total" is a list in a response, ${unsupported}: ` +
      "state by type which primitive it is, or its items are",
  ],
  [
    `${CREATE}/requestBody/${BODY}/examples/note_blank/value`,
    undefined,
    'example "note_blank" has no value: add it',
    `${CREATE}/requestBody/${BODY}/examples/note_blank`,
  ],
  [
    `${LIST}/requestBody`,
    { content: {} },
    'operation "listNotes" has a body, which has no meaning for GET (RFC 9110, 9.3): ' +
      "use POST, or query parameters",
  ],
  [
    `${LABEL}/in`,
    "cookie",
    `in of parameter "label" is cookie, ${unsupported}: use path, query or header`,
  ],
  [
    `${LABEL}/style`,
    "deepObject",
    `parameter "label" has style deepObject, ${unsupported}: ` +
      "use one query parameter for each member",
  ],
  [
    `${LABEL}/style`,
    "pipeDelimited",
    `parameter "label" has style pipeDelimited, ${unsupported}: use form`,
  ],
  [
    `${LABEL}/schema`,
    {},
    `parameter "label" may be an object, ${unsupported}: ` +
      "state by type which primitive it is, or its items are",
  ],
  [
    `${LABEL}/schema`,
    { type: ["string", "array"], items: {} },
    `parameter "label" may be a list or something else, ${unsupported}: ` +
      "state by type which primitive it is, or its items are",
  ],
  [
    `${LABEL}/schema`,
    { type: ["string", "integer", "null"] },
    `parameter "label" may be a string or something else, ${unsupported}: ` +
      "state by type which primitive it is, or its items are",
  ],
  [
    `${LABEL}/schema`,
    { enum: ["1", 1] },
    `parameter "label" may be a string or something else, ${unsupported}: ` +
      "state by type which primitive it is, or its items are",
  ],
  [
    `${LABEL}/schema/items`,
    { $ref: "#/components/schemas/Note" },
    `parameter "label" may be a list of objects or lists, ${unsupported}: ` +
      "state by type which primitive it is, or its items are",
    `${LABEL}/schema`,
  ],
  [
    `${ITEM}/parameters/0/required`,
    false,
    'parameter "noteNumber" is in the path and not required: write required: true',
  ],
  [
    `${ITEM}/parameters/0/x-includes`,
    { a: "/a" },
    'parameter "noteNumber" has x-includes and is not in the query: write it on a query parameter',
  ],
  [
    `${ITEM}/get/parameters/1/x-identifies`,
    "/number",
    'parameter "with" has x-identifies and is not in the path: write it on a path parameter',
  ],
  [
    `${ITEM}/parameters/0/x-identifies`,
    "number",
    'x-identifies of parameter "noteNumber" is not a JSON Pointer into the body, ' +
      "such as /data/author: write one",
  ],
  [
    `${ITEM}/get/parameters/1/x-includes/team`,
    "team",
    'include "team" is not a JSON Pointer into the body, such as /data/author: write one',
  ],
  [
    "/components/parameters/Domain/name",
    "X Domain",
    'parameter "X Domain" is not a name that a header can have: use letters, digits and hyphens',
  ],
  [
    `${SCHEMES}/apiKey/name`,
    "X Key",
    'name of security scheme "apiKey" is not a name that a header can have: ' +
      "use letters, digits and hyphens",
  ],
  [
    `${LIST}/responses/200/headers/X Total`,
    { schema: { type: "integer" } },
    'header "X Total" is not a name that a header can have: use letters, digits and hyphens',
  ],
  [
    `${SCHEMES}/apiKey/in`,
    "query",
    `in of security scheme "apiKey" is query, ${unsupported}: use header`,
  ],
  [
    `${LIST}/security`,
    [{ apikey: [] }],
    "security names apikey, which components/securitySchemes does not have: add it",
    `${LIST}/security/0/apikey`,
  ],
  [
    `${EXTRA}/type`,
    "strng",
    `type of property "extra" is strng, ${unsupported}: use string, integer, number, ` +
      "boolean, null, object or array",
  ],
  [
    `${EXTRA}/minLength`,
    "x",
    'minLength of property "extra" is not a whole number from 0: write one',
  ],
  [`${EXTRA}/minimum`, "1", 'minimum of property "extra" is not a number: write one'],
  [`${EXTRA}/multipleOf`, 0, 'multipleOf of property "extra" is not a number above 0: write one'],
  [
    `${EXTRA}/pattern`,
    "(",
    'pattern of property "extra" is not a regular expression (ECMA-262, with the flag u): ' +
      "Unterminated group",
  ],
  [
    `${EXTRA}/uniqueItems`,
    "yes",
    'uniqueItems of property "extra" is not true or false: write one',
  ],
  [`${EXTRA}/enum`, [], 'enum of property "extra" is an empty list: fill it, or remove it'],
  [
    `${EXTRA}/if`,
    {},
    `property "extra" has if, ${unsupported}: use oneOf with a branch for each case`,
  ],
  [`${EXTRA}/minlength`, 1, `property "extra" has minlength, ${unsupported}: write minLength`],
  [
    `${EXTRA}/$ref`,
    "note.yaml",
    `property "extra" refers to "note.yaml", ${unsupported}: ` +
      "bundle the files into one first, as with redocly bundle",
  ],
  [
    `${EXTRA}/$ref`,
    "#/components/schemas/Note/properties/lost",
    `property "extra" refers to "#/components/schemas/Note/properties/lost", ${unsupported}: ` +
      "refer to #/components/schemas/NAME of the same file",
  ],
  [
    `${EXTRA}/$ref`,
    "#/components/schemas/%E0%A4%A",
    'property "extra" refers to #/components/schemas/%E0%A4%A, which is not there: ' +
      "correct the name, or add the component",
  ],
  [
    "/components/schemas/Note/properties/__proto__",
    { type: "string" },
    'property "__proto__" has a name that is reserved: choose another one',
  ],
  ["/components/schemas/Note", null, 'schema "Note" is not an object: write one'],
  [`${EXTRA}/type`, [], 'type of property "extra" is an empty list: fill it, or remove it'],
  [`${EXTRA}/pattern`, 1, 'pattern of property "extra" is not a string: write one'],
];

test.each(
  refused.map(
    ([pointer, value, message, place = pointer]) => [pointer, value, message, place] as const,
  ),
)("the profile refuses %s: %j", (pointer, value, message, place) => {
  expect(problemsOf(edited({ [pointer]: value }))).toContain(`${message} (${place})`);
});

test.each<JsonObject>([{}, { openapi: "3.1.1" }, { paths: [] }, { components: 1, info: 1 }])(
  "the profile refuses a document that is almost empty: %j",
  (document) => {
    expect(problemsOf(document).length).toBeGreaterThan(0);
  },
);

const contradictions: readonly (readonly [edit: Edit, message: string, place: string])[] = [
  [
    { [`${CREATE}/operationId`]: "listNotes" },
    "operationId listNotes is that of GET /v1/notes too: give each operation its own",
    `${CREATE}/operationId`,
  ],
  [
    {
      "/paths/~1v1~1notes~1{other}": {
        get: {
          operationId: "x",
          parameters: [{ name: "other", in: "path", required: true, schema: { type: "string" } }],
          responses: {},
        },
      },
    },
    "path /v1/notes/{other} is the same as /v1/notes/{noteNumber}: " +
      "no request could tell them apart",
    "/paths/~1v1~1notes~1{other}",
  ],
  [
    {
      "/paths/~1{a}~1{b}": {
        get: { operationId: "x", responses: {} },
        parameters: [{ name: "a", in: "path", required: true, schema: { type: "string" } }],
      },
    },
    "path /{a}/{b} has {b}, and no parameter of this name: add one",
    "/paths/~1{a}~1{b}/get",
  ],
  [
    { [`${LIST}/parameters/1/in`]: "path", [`${LIST}/parameters/1/required`]: true },
    'parameter "page[number]" is in the path, and /v1/notes has no {page[number]}: add it, ' +
      "or remove the parameter",
    LIST,
  ],
  [
    { [`${LIST}/parameters/2/name`]: "page[number]" },
    'operation "listNotes" has two parameters query page[number]: remove one',
    LIST,
  ],
  [
    { "/components/schemas/Loop": { $ref: "#/components/schemas/Loop" } },
    'schema "Loop" leads back to itself: let it go through a property of an object',
    "/components/schemas/Loop",
  ],
  [
    {
      "/components/schemas/One": {
        anyOf: [{ type: "null" }, { $ref: "#/components/schemas/Two" }],
      },
      "/components/schemas/Two": { allOf: [{ $ref: "#/components/schemas/One" }] },
    },
    'schema "One" leads back to itself: let it go through a property of an object',
    "/components/schemas/One",
  ],
  [
    {
      [EXTRA]: { not: { $ref: "#/components/schemas/Loop" } },
      "/components/schemas/Loop": { not: { $ref: "#/components/schemas/Loop" } },
    },
    'schema "Loop" leads back to itself: let it go through a property of an object',
    "/components/schemas/Loop",
  ],
];

test.each(contradictions)("of %j the profile reports only: %s", (edit, message, place) => {
  expect(problemsOf(edited(edit))).toEqual([`${message} (${place})`]);
});

test.each<Edit>([
  {
    "/x-logo": { url: "x" },
    "/$id": "x",
    "/info/logo": {},
    "/servers/0/name": "Local",
    [EXTRA]: { "x-order": 1 },
  },
  {
    "/webhooks": { a: 1 },
    [`${LIST}/callbacks`]: 1,
    [`${LIST}/responses/200/links`]: { a: {} },
    "/components/links": 1,
    "/components/pathItems": 1,
  },
  {
    [EXTRA]: {
      readOnly: true,
      writeOnly: true,
      externalDocs: {},
      xml: {},
      format: "colour",
      contentMediaType: "a/b",
    },
  },
  {
    [`${LIST}/responses/401/description`]: "No.",
    [`${LIST}/responses/4XX`]: { description: "Any." },
    [`${LIST}/responses/default`]: { description: "Any." },
  },
  {
    [EXTRA]: {
      minProperties: 1,
      maxProperties: 2,
      propertyNames: { pattern: "^a" },
      patternProperties: { "^a": { not: { const: 1 } } },
    },
  },
  { [EXTRA]: { properties: { constructor: { type: "string" } } } },
  { [EXTRA]: true, "/components/schemas/Note/additionalProperties": false },
  { [EXTRA]: { $ref: "#/components/schemas/Note", description: "x", type: "object" } },
  {
    "/components/schemas/A~1B {c}": { type: "string" },
    [EXTRA]: { $ref: "#/components/schemas/A~1B%20%7Bc%7D" },
  },
  {
    "/components/examples/Seven": { value: 7 },
    [`${ITEM}/parameters/0/examples/note_shown`]: { $ref: "#/components/examples/Seven" },
  },
])("the profile allows %j", (edit) => {
  expect(problemsOf(edited(edit))).toEqual([]);
});

test("all that is outside of the profile is reported at once, as a terminal may show it", () => {
  const edit = {
    "/paths/~1v1~1notes/$id": "x",
    [`${NOTE}/properties/text/prefixItems`]: [],
    [`${LABEL}/style`]: "deep\u001b[2J",
  };
  expect(problemsOf(edited(edit))).toHaveLength(3);
  expect(messageOf(edited(edit))).toContain("style deep\\u001b[2J");
});

test("many problems are counted by kind, then a few of each are listed", () => {
  const broken = Array.from({ length: 8 }, (_, index) => [
    `${NOTE}/properties/p${index}/prefixItems`,
    [],
  ]);
  const odd = Array.from({ length: 3 }, (_, index) => [
    `${NOTE}/properties/o${index}/type`,
    "strng",
  ]);
  const message = messageOf(
    edited({ ...Object.fromEntries([...odd, ...broken]), "/paths/~1v1~1notes/$id": "x" }),
  );
  const [summary = "", places = ""] = message.split("\n\n");
  expect(summary.split("\n")).toEqual([
    "prefixItems: 8 places, the first at (document):1",
    "type: 3 places, the first at (document):1",
    "$id: 1 place, the first at (document):1",
  ]);
  expect(places.split("\n")).toHaveLength(5 + 3 + 1 + 1);
  expect(places).toMatch(/\nand 3 more of the same kinds$/);
});
