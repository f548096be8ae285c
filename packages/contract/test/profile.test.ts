import { describe, expect, test } from "vitest";
import type { JsonObject } from "../src/index.ts";
import { at, edited, messageOf, problemsOf } from "./contract.ts";

const note = "/components/schemas/Note";
const label = `${at.list}/parameters/4`;
const words: Readonly<Record<string, string>> = {
  BODY: at.body,
  CREATE: at.create,
  EXTRA: `${note}/properties/extra`,
  ITEM: at.item,
  LABEL: label,
  LIST: at.list,
  NO: "which this kit does not support",
  SCHEMES: "/components/securitySchemes",
};

// What a document may not hold: its pointer, where it is reported if that is elsewhere, its value (`-`:
// it is removed), and the message.
const table = `
  /openapi "3.0.3"
    the document is OpenAPI "3.0.3"; NO: convert it to 3.1.1: exclusiveMinimum becomes a number; nullable and example may stay
  /openapi "3.2.0"
    the document is OpenAPI "3.2.0"; NO: write it in 3.1.1
  /openapi 3.1
    the document is OpenAPI 3.1; NO: write the whole of it, in quotes: "3.1.1"
  /openapi @ -
    the document has no openapi: add it
  /jsonSchemaDialect "https://json-schema.org/draft-07/schema"
    jsonSchemaDialect of the document is https://json-schema.org/draft-07/schema; NO: use https://spec.openapis.org/oas/3.1/dialect/base or https://json-schema.org/draft/2020-12/schema
  /$ref "other.yaml"
    the document has $ref; NO: write the object itself here, in this file
  /info/title ""
    title of info of the document is not a string, in quotes if it looks like a number: write one
  /info/title null
    title of info of the document is empty: write a string, in quotes if it looks like a number
  /info "text"
    info of the document is not an object: write one
  /servers {}
    servers of the document is not a list: write one
  /x-includes {}
    the document has x-includes; NO: write it on a query parameter
  /x-gaps/0/section 2
    section of gap 1 of x-gaps of the document is not a string, in quotes if it looks like a number: write one
  /x-gaps/0/until_known @/x-gaps/0 -
    gap 1 of x-gaps of the document has no until_known: add it
  /x-gaps/0/guess "x"
    gap 1 of x-gaps of the document has guess; NO: remove it
  /x-gaps/0/operations "listNotes"
    operations of gap 1 of x-gaps of the document is not a list: write one
  /paths/v2 {}
    path "v2" does not begin with a slash: add one
  /paths/~1v2/GET {}
    path "/v2" has GET; NO: write get
  /paths/~1v2/head {"responses":{}}
    path "/v2" has head; NO: use GET, POST, PUT, PATCH or DELETE
  /paths/~1v2/$ref "#/paths/~1v1~1notes"
    path "/v2" has $ref; NO: write the object itself here, in this file
  LIST/operationId 5
    operationId of get of path "/v1/notes" is not a string, in quotes if it looks like a number: write one
  LIST/responses/2XX {"description":"Any."}
    response "2XX" is not a status; NO: state each, such as 404, or 4XX, 5XX and default
  LIST/responses/401/content {}
    response "401" has content beside $ref; NO: remove it
  CREATE/requestBody/BODY/example {}
    media type "application/vnd.api+json" has example beside examples: keep one
  SCHEMES/apiKey/type "mutualTLS"
    type of security scheme "apiKey" is mutualTLS; NO: use apiKey in a header, or http with the scheme bearer or basic
  SCHEMES/bearer @SCHEMES/bearer {"type":"oauth2"}
    security scheme "bearer" has no flows: add them
  SCHEMES/bearer/scheme "digest"
    scheme of security scheme "bearer" is digest; NO: use bearer or basic, or an apiKey in a header
  /security @/security/0/bearer [{"bearer":"read"}]
    scopes "bearer" is not a list: write one
  EXTRA/minProperties -1
    minProperties of property "extra" is not a whole number from 0: write one
  EXTRA/patternProperties @EXTRA/patternProperties/( {"(":{}}
    pattern "(" is not a regular expression (ECMA-262, with the flag u): Unterminated group
  EXTRA/not 1
    not of property "extra" is not an object: write one
  EXTRA/propertyNames/type "strng"
    type of propertyNames of property "extra" is strng; NO: use string, integer, number, boolean, null, object or array
  LIST/responses/200/content/text~1csv {"schema":true}
    media type "text/csv" is not JSON; NO: use application/json or one that ends with +json
  LIST/responses/401/$ref "#/components/responses/Lost"
    response "401" refers to #/components/responses/Lost, which is not there: correct the name, or add the component
  LIST/responses/401/$ref "other.yaml#/A"
    response "401" refers to "other.yaml#/A"; NO: bundle the files into one first, as with redocly bundle
  LIST/responses/200/headers/X-Total/content {}
    header "X-Total" has content; NO: use schema: it is sent as a string
  LIST/responses/200/headers/X-Total/schema @LIST/responses/200/headers/X-Total -
    header "X-Total" has no schema: add it
  LIST/responses/200/headers/X-Total/schema {"type":"array","items":{"type":"string"}}
    header "X-Total" is a list in a response; NO: state by type which primitive it is, or its items are
  CREATE/requestBody/BODY/encoding {}
    media type "application/vnd.api+json" has encoding; NO: remove it: bodies are JSON
  CREATE/requestBody/BODY/examples/note_blank/value @CREATE/requestBody/BODY/examples/note_blank -
    example "note_blank" has no value: add it
  LIST/requestBody {"content":{}}
    operation "listNotes" has a body, which has no meaning for GET (RFC 9110, 9.3): use POST, or query parameters
  LABEL/in "cookie"
    in of parameter "label" is cookie; NO: use path, query or header
  LABEL/style "deepObject"
    parameter "label" has style deepObject; NO: use one query parameter for each member
  LABEL/style "pipeDelimited"
    parameter "label" has style pipeDelimited; NO: use form
  LABEL/allowReserved true
    parameter "label" has allowReserved; NO: remove it
  LABEL/content {}
    parameter "label" has content; NO: use schema: it is sent as a string
  LABEL/schema {"type":"object"}
    parameter "label" may be an object; NO: state by type which primitive it is, or its items are
  LABEL/schema {}
    parameter "label" may be an object; NO: state by type which primitive it is, or its items are
  LABEL/schema {"type":["string","array"],"items":{}}
    parameter "label" may be a list or something else; NO: state by type which primitive it is, or its items are
  LABEL/schema {"type":["string","integer","null"]}
    parameter "label" may be a string or something else; NO: state by type which primitive it is, or its items are
  LABEL/schema {"enum":["1",1]}
    parameter "label" may be a string or something else; NO: state by type which primitive it is, or its items are
  LABEL/schema/items @LABEL/schema {"$ref":"#/components/schemas/Note"}
    parameter "label" may be a list of objects or lists; NO: state by type which primitive it is, or its items are
  ITEM/parameters/0/required false
    parameter "noteNumber" is in the path and not required: write required: true
  ITEM/parameters/0/x-includes {"a":"/a"}
    parameter "noteNumber" has x-includes and is not in the query: write it on a query parameter
  ITEM/get/parameters/1/x-identifies "/number"
    parameter "with" has x-identifies and is not in the path: write it on a path parameter
  ITEM/parameters/0/x-identifies "number"
    x-identifies of parameter "noteNumber" is not a JSON Pointer into the body, such as /data/author: write one
  ITEM/get/parameters/1/x-includes/team "team"
    include "team" is not a JSON Pointer into the body, such as /data/author: write one
  /components/parameters/Domain/name "X Domain"
    parameter "X Domain" has a name that no header can have: use letters, digits and hyphens
  SCHEMES/apiKey/in "query"
    in of security scheme "apiKey" is query; NO: use header
  LIST/security @LIST/security/0/apikey [{"apikey":[]}]
    security names apikey, which components/securitySchemes does not have: add it
  EXTRA/type "strng"
    type of property "extra" is strng; NO: use string, integer, number, boolean, null, object or array
  EXTRA/type []
    type of property "extra" is []; NO: use string, integer, number, boolean, null, object or array
  EXTRA/minLength "x"
    minLength of property "extra" is not a whole number from 0: write one
  EXTRA/maxItems -1
    maxItems of property "extra" is not a whole number from 0: write one
  EXTRA/minimum "1"
    minimum of property "extra" is not a number: write one
  EXTRA/multipleOf 0
    multipleOf of property "extra" is not a number above 0: write one
  EXTRA/pattern "("
    pattern of property "extra" is not a regular expression (ECMA-262, with the flag u): Unterminated group
  EXTRA/pattern 1
    pattern of property "extra" is not a string: write one
  EXTRA/uniqueItems "yes"
    uniqueItems of property "extra" is not true or false: write one
  EXTRA/enum []
    enum of property "extra" is an empty list: fill it, or remove it
  EXTRA/enum "a"
    enum of property "extra" is not a list: write one
  EXTRA/oneOf []
    oneOf of property "extra" is an empty list: fill it, or remove it
  EXTRA/items "string"
    items of property "extra" is not an object: write one
  EXTRA/if {}
    property "extra" has if; NO: use oneOf with a branch for each case
  EXTRA/dependentRequired {}
    property "extra" has dependentRequired; NO: use oneOf with a branch for each case
  EXTRA/unevaluatedProperties false
    property "extra" has unevaluatedProperties; NO: use properties and additionalProperties
  EXTRA/contains {}
    property "extra" has contains; NO: use items
  EXTRA/prefixItems []
    property "extra" has prefixItems; NO: use an object with a property for each item
  EXTRA/$dynamicRef "#a"
    property "extra" has $dynamicRef; NO: refer to schemas by #/components/schemas/NAME
  EXTRA/minlength 1
    property "extra" has minlength; NO: write minLength
  EXTRA/$ref "note.yaml"
    property "extra" refers to "note.yaml"; NO: bundle the files into one first, as with redocly bundle
  EXTRA/$ref "#/components/schemas/Note/properties/lost"
    property "extra" refers to "#/components/schemas/Note/properties/lost"; NO: refer to #/components/schemas/NAME of the same file
  EXTRA/$ref "#/components/schemas/%E0%A4%A"
    property "extra" refers to #/components/schemas/%E0%A4%A, which is not there: correct the name, or add the component
  /components/schemas/Note/properties/__proto__ {"type":"string"}
    property "__proto__" has a name that is reserved: choose another one
  /components/schemas/Note null
    schema "Note" is not an object: write one
`.replaceAll(/[A-Z]{2,}/g, (word) => words[word] ?? word);
const refused = [...table.matchAll(/^ {2}(\S+)(?: @(\S*))? (.+)\n {4}(.+)$/gm)].map(
  ([, pointer = "", place = pointer, value = "", message = ""]) => ({
    pointer,
    place,
    value: value === "-" ? undefined : JSON.parse(value),
    message: message.replace("; which", ", which"),
  }),
);

describe("the profile refuses", () => {
  test.each(refused)("$pointer $value", ({ pointer, value, message, place }) => {
    expect(problemsOf(edited({ [pointer]: value }))).toContain(`${message} (${place})`);
  });

  test("everything in the table", () => expect(refused.length).toBeGreaterThan(80));

  const nothing: readonly JsonObject[] = [
    {},
    { openapi: "3.1.1" },
    { paths: [] },
    { components: 1, info: 1 },
  ];
  test.each(nothing)("a document that is almost empty: %j", (document) => {
    expect(problemsOf(document).length).toBeGreaterThan(0);
  });
});

// Edits, and the only problem that each makes.
const edits = `
  {"CREATE/operationId":"listNotes"}
    operationId listNotes is that of GET /v1/notes too: give each operation its own (CREATE/operationId)
  {"/paths/~1v1~1notes~1{other}":{"get":{"operationId":"x","parameters":[{"name":"other","in":"path","required":true,"schema":{"type":"string"}}],"responses":{}}}}
    path /v1/notes/{other} is the same as /v1/notes/{noteNumber}: no request could tell them apart (/paths/~1v1~1notes~1{other})
  {"/paths/~1{a}~1{b}":{"get":{"operationId":"x","responses":{}},"parameters":[{"name":"a","in":"path","required":true,"schema":{"type":"string"}}]}}
    path /{a}/{b} has {b}, and no parameter of this name: add one (/paths/~1{a}~1{b}/get)
  {"LIST/parameters/1/in":"path","LIST/parameters/1/required":true}
    parameter "page[number]" is in the path, and /v1/notes has no {page[number]}: add it, or remove the parameter (LIST/parameters/1)
  {"LIST/parameters/2/name":"page[number]"}
    operation "listNotes" has two parameters query page[number]: remove one (LIST/parameters/2)
  {"/components/schemas/Loop":{"$ref":"#/components/schemas/Loop"}}
    schema "Loop" leads back to itself: let it go through a property of an object (/components/schemas/Loop)
  {"/components/schemas/One":{"anyOf":[{"type":"null"},{"$ref":"#/components/schemas/Two"}]},"/components/schemas/Two":{"allOf":[{"$ref":"#/components/schemas/One"}]}}
    schema "One" leads back to itself: let it go through a property of an object (/components/schemas/One)
  {"/x-logo":{"url":"x"},"EXTRA":{"x-order":1}}
    -
  {"/webhooks":{"a":1},"LIST/callbacks":1,"LIST/responses/200/links":{"a":{}},"/components/links":1,"/components/pathItems":1}
    -
  {"EXTRA":{"readOnly":true,"writeOnly":true,"externalDocs":{},"xml":{},"discriminator":{},"format":"colour","contentMediaType":"a/b"}}
    -
  {"LIST/responses/401/description":"No.","LIST/responses/4XX":{"description":"Any."},"LIST/responses/default":{"description":"Any."}}
    -
  {"EXTRA":{"minProperties":1,"maxProperties":2,"propertyNames":{"pattern":"^a"},"patternProperties":{"^a":{"not":{"const":1}}}}}
    -
  {"EXTRA":{"not":{"$ref":"#/components/schemas/Loop"}},"/components/schemas/Loop":{"not":{"$ref":"#/components/schemas/Loop"}}}
    schema "Loop" leads back to itself: let it go through a property of an object (/components/schemas/Loop)
  {"EXTRA":{"properties":{"constructor":{"type":"string"}}}}
    -
  {"EXTRA":true,"/components/schemas/Note/additionalProperties":false}
    -
  {"EXTRA":{"$ref":"#/components/schemas/Note","description":"x","type":"object"}}
    -
  {"/components/schemas/A~1B {c}":{"type":"string"},"EXTRA":{"$ref":"#/components/schemas/A~1B%20%7Bc%7D"}}
    -
  {"/components/examples/Seven":{"value":7},"ITEM/parameters/0/examples/note_shown":{"$ref":"#/components/examples/Seven"}}
    -
`.replaceAll(/[A-Z]{2,}/g, (word) => words[word] ?? word);

test.each(
  [...edits.matchAll(/^ {2}(\{.*\})\n {4}(.+)$/gm)].map(([, edit = "", expected]) => ({
    edit,
    expected,
  })),
)("of $edit the profile reports $expected", ({ edit, expected }) => {
  expect(problemsOf(edited(JSON.parse(edit)))).toEqual(expected === "-" ? [] : [expected]);
});

test("all that is outside of the profile is reported at once, as a terminal may show it", () => {
  const edit = {
    "/$id": "x",
    [`${note}/properties/text/prefixItems`]: [],
    [`${label}/style`]: "deep\u001b[2J",
  };
  expect(problemsOf(edited(edit))).toHaveLength(3);
  expect(messageOf(edited(edit))).toContain("style deep\\u001b[2J");
});

test("many problems are counted by kind, then a few of each are listed", () => {
  const broken = Array.from({ length: 8 }, (_, index) => [
    `${note}/properties/p${index}/prefixItems`,
    [],
  ]);
  const odd = Array.from({ length: 3 }, (_, index) => [
    `${note}/properties/o${index}/type`,
    "strng",
  ]);
  const message = messageOf(edited({ ...Object.fromEntries([...odd, ...broken]), "/$id": "x" }));
  const [summary = "", places = ""] = message.split("\n\n");
  expect(summary.split("\n")).toEqual([
    "prefixItems: 8 places, the first at (document):1",
    "type: 3 places, the first at (document):1",
    "$id: 1 place, the first at (document):1",
  ]);
  expect(places.split("\n")).toHaveLength(5 + 3 + 1 + 1);
  expect(places).toMatch(/\nand 3 more of the same kinds$/);
});
