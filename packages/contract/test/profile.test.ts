import { expect, test } from "vitest";
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
  placesOf,
  problemsOf,
  SCHEMES,
} from "./contract.ts";

// What a document may not hold (`undefined`: what it may not lack), and where that is reported if
// it is elsewhere.
const refused: readonly (readonly [pointer: string, value: unknown, place?: string])[] = [
  ["/openapi", undefined, ""],
  ["/jsonSchemaDialect", "https://json-schema.org/draft-07/schema"],
  ["/info/title", null],
  ["/x-includes", {}],
  ["/components/parameters/Domain/name", "X Domain"],
  ["/x-gaps/0/places", ["/paths/~1v3"], "/x-gaps/0/places/0"],
  ["/paths/~1v2?a=1", {}],
  ["/paths/~1{id", {}],
  [`${LIST}/operationId`, 5],
  [`${LIST}/responses/6XX`, { description: "Any." }],
  [
    `${LIST}/responses/200/content`,
    { $ref: "#/components/content/Notes" },
    `${LIST}/responses/200/content/$ref`,
  ],
  [`${LIST}/responses/401/content`, {}],
  [`${CREATE}/requestBody/${BODY}/example`, {}],
  [`${SCHEMES}/apiKey/type`, "mutualTLS"],
  [`${SCHEMES}/apiKey/name`, "X Key"],
  [`${SCHEMES}/bearer/scheme`, "digest"],
  ["/security", [{ bearer: "read" }], "/security/0/bearer"],
  [`${LIST}/security`, [{ apikey: [] }], `${LIST}/security/0/apikey`],
  [`${LIST}/responses/401/$ref`, "#/components/schemas/Note"],
  [`${LIST}/responses/200/headers/X Total`, { schema: { type: "integer" } }],
  [
    `${CREATE}/requestBody/${BODY}/examples/note_blank/value`,
    undefined,
    `${CREATE}/requestBody/${BODY}/examples/note_blank`,
  ],
  [`${LABEL}/schema`, { type: "array", items: { type: "array" } }],
  [`${LABEL}/schema/items`, { $ref: "#/components/schemas/Note" }, `${LABEL}/schema`],
  [`${ITEM}/parameters/0/required`, false],
  [`${ITEM}/parameters/0/x-identifies`, "number"],
  [`${ITEM}/get/parameters/1/x-identifies`, "/number"],
  [`${ITEM}/get/parameters/1/x-includes/team`, "team"],
  [`${EXTRA}/type`, "strng"],
  [`${EXTRA}/minLength`, "x"],
  [`${EXTRA}/multipleOf`, 0],
  [`${EXTRA}/pattern`, "("],
  [`${EXTRA}/patternProperties`, { "(": {} }, `${EXTRA}/patternProperties/(`],
  [`${EXTRA}/uniqueItems`, "yes"],
  [`${EXTRA}/minlength`, 1],
  [`${EXTRA}/$ref`, "#/components/schemas/Note/properties/lost"],
  [`${EXTRA}/$ref`, "#/components/schemas/Lost"],
  [`${EXTRA}/$ref`, "other.yaml#/components/schemas/Note"],
  ["/components/schemas/Note/properties/__proto__", { type: "string" }],
];

test.each(refused.map(([pointer, value, place = pointer]) => [pointer, value, place] as const))(
  "the profile refuses %s: %j",
  (pointer, value, place) => {
    expect(placesOf(edited({ [pointer]: value }))).toContain(place);
  },
);

test.each<[pointer: string, value: unknown, message: string]>([
  [
    `${SCHEMES}/bearer/scheme`,
    { a: 1 },
    'scheme of security scheme "bearer" is {"a":1}, which is not supported: ' +
      "use bearer or basic, or an apiKey",
  ],
  ["/openapi", 3.1, "the document is OpenAPI 3.1: write it in full, in quotes"],
  [
    `${LABEL}/in`,
    "body",
    'in of parameter "label" is body, which is not supported: use path, query, header or cookie',
  ],
])("a problem says what is wrong and what to do: %s %j", (pointer, value, message) => {
  expect(problemsOf(edited({ [pointer]: value }))).toContain(`${message} (${pointer})`);
});

const contradictions: readonly (readonly [edit: Edit, place: string])[] = [
  [
    {
      "/paths/~1v1~1notes~1{other}": {
        parameters: [{ name: "other", in: "path", required: true, schema: { type: "string" } }],
        get: { responses: {} },
      },
    },
    "/paths/~1v1~1notes~1{other}/get",
  ],
  [{ "/openapi": undefined, "/swagger": "2.0" }, "/swagger"],
  [
    {
      [`${ITEM}/get/parameters/2`]: { name: "X-DOMAIN", in: "header", schema: { type: "string" } },
    },
    `${ITEM}/get/parameters/2`,
  ],
  [{ "/paths/~1{a}": { get: { responses: {} } } }, "/paths/~1{a}/get"],
  [{ [`${LIST}/parameters/1/in`]: "path", [`${LIST}/parameters/1/required`]: true }, LIST],
  [
    { "/components/schemas/Loop": { $ref: "#/components/schemas/Loop" } },
    "/components/schemas/Loop",
  ],
  [
    {
      "/components/schemas/One": {
        anyOf: [{ type: "null" }, { $ref: "#/components/schemas/Two" }],
      },
      "/components/schemas/Two": { allOf: [{ $ref: "#/components/schemas/One" }] },
    },
    "/components/schemas/One",
  ],
];

test.each(contradictions)("of %j the profile reports one problem", (edit, place) => {
  expect(placesOf(edited(edit))).toEqual([place]);
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
  { [EXTRA]: { externalDocs: {}, format: "colour" } },
  {
    [`${LIST}/responses/200/headers/X-Total/schema`]: { type: "array", items: { type: "string" } },
  },
  {
    [`${LIST}/responses/401/description`]: "No.",
    [`${LIST}/responses/4XX`]: { description: "Any." },
    [`${LIST}/responses/default`]: { description: "Any." },
  },
  { [EXTRA]: { properties: { constructor: { type: "string" } } } },
  { [EXTRA]: true, "/components/schemas/Note/additionalProperties": false },
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
