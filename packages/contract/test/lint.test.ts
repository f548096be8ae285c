import { expect, test } from "vitest";
import { readContract } from "../src/index.ts";
import { ruleFindings } from "../src/lint/lint.ts";
import {
  BODY,
  CAGE,
  CAGE_ID,
  CREATE,
  type Edit,
  edited,
  further,
  INCLUDE,
  ITEM,
  LIST,
  NOTE,
} from "./contract.ts";

const untied = "let a parameter or the body, and one response, have an example of one name";

/** What is reported, and the JSON Pointer of its place. */
type Reported = readonly [message: string, pointer: string];

/** An edit of the contract, and what is reported of it. */
const refused: readonly (readonly [edit: Edit, expected: readonly Reported[]])[] = [
  [
    {
      [`${LIST}/responses/200/${BODY}`]: undefined,
      [`${LIST}/responses/200/content`]: { "application/json": { schema: true } },
    },
    [
      [`no scenario of listNotes gets its 200: ${untied}`, `${LIST}/responses/200`],
      [
        `example "more_notes" of listNotes belongs to no scenario: ${untied}`,
        `${LIST}/parameters/1/examples/more_notes`,
      ],
    ],
  ],
  [
    { [`${LIST}/parameters/2/required`]: true, [`${LIST}/parameters/2/examples`]: undefined },
    [
      [
        'the required parameter "page[size]" of listNotes has no example, ' +
          'so scenario "first_notes" (200) has no value for it: add one',
        `${LIST}/parameters/2`,
      ],
    ],
  ],
  [
    {
      [`${ITEM}/delete/parameters/2`]: {
        name: "X-Reason",
        in: "header",
        required: true,
        description: "Why.",
        schema: { type: "string" },
      },
    },
    [
      [
        'the required parameter "X-Reason" of removeNote has no example, ' +
          'so scenario "note_removed" (204) has no value for it: add one',
        `${ITEM}/delete/parameters/2`,
      ],
    ],
  ],
  [
    { [`${CREATE}/requestBody/${BODY}/examples`]: undefined },
    [
      [
        "the required body of createNote has no example, " +
          'so scenario "note_created" (201) has no value for it: add one',
        `${CREATE}/requestBody`,
      ],
    ],
  ],
  [
    { [`${CREATE}/requestBody/${BODY}/examples/note_blank`]: undefined },
    [[`no scenario of createNote gets its 422: ${untied}`, `${CREATE}/responses/422`]],
  ],
  [
    {
      [`${LIST}/parameters/2/examples`]: { few: { value: 2 }, labelled_notes: { value: 5 } },
      [`${LIST}/parameters/3/examples`]: undefined,
      [`${LIST}/parameters/4/examples`]: undefined,
      [`${LIST}/parameters/5/examples`]: undefined,
    },
    [
      [
        'a request can match "first_notes" and "labelled_notes" of listNotes equally well: ' +
          "let one name more, or another value",
        `${LIST}/responses/200/${BODY}/examples/labelled_notes`,
      ],
    ],
  ],
  [
    {
      [`${CREATE}/requestBody/${BODY}/examples/note_blank/value/data/attributes/text`]: "Call back",
    },
    [
      [
        'the request of scenario "note_created" of createNote gets "note_blank": ' +
          "let it name what decides between them",
        `${CREATE}/responses/201/${BODY}/examples/note_created`,
      ],
    ],
  ],
  [
    {
      [`${LIST}/responses/401`]: {
        description: "No.",
        content: {
          "application/vnd.api+json": { schema: true, examples: { no_notes: { value: 1 } } },
        },
      },
    },
    [
      [
        `example "no_notes" of listNotes belongs to no scenario: ${untied}`,
        `${LIST}/responses/401/${BODY}/examples/no_notes`,
      ],
      [`no scenario of listNotes gets its 401: ${untied}`, `${LIST}/responses/401`],
    ],
  ],
  [
    { [`${LIST}/parameters/1/examples/last_notes`]: { value: 2 } },
    [
      [
        `example "last_notes" of listNotes belongs to no scenario: ${untied}`,
        `${LIST}/parameters/1/examples/last_notes`,
      ],
    ],
  ],
  [
    {
      [`${LIST}/responses/200/${BODY}/examples/all_notes`]: {
        value: { data: [], links: { self: "/", next: null } },
      },
    },
    [
      [
        `example "all_notes" of listNotes belongs to no scenario: ${untied}`,
        `${LIST}/responses/200/${BODY}/examples/all_notes`,
      ],
    ],
  ],
  [
    {
      [`${CREATE}/requestBody/${BODY}/examples/note_lost`]: {
        value: { data: { type: "notes", attributes: { text: "a", pinned: true } } },
      },
    },
    [
      [
        `example "note_lost" of createNote belongs to no scenario: ${untied}`,
        `${CREATE}/requestBody/${BODY}/examples/note_lost`,
      ],
    ],
  ],
  [
    { [`${LIST}/responses/404`]: { description: "No." } },
    [
      [
        "no scenario of listNotes gets its 404: let a parameter or the body have a second " +
          "example, whose name no response has",
        `${LIST}/responses/404`,
      ],
    ],
  ],
  [
    { [`${LIST}/parameters/2/examples/two/value`]: 51 },
    [['example "two" is not valid: it must be <= 50', `${LIST}/parameters/2/examples/two/value`]],
  ],
  [
    { [`${LIST}/responses/200/headers/X-Total/examples/some/value`]: "a" },
    [
      [
        'example "some" is not valid: it must be an integer',
        `${LIST}/responses/200/headers/X-Total/examples/some/value`,
      ],
    ],
  ],
  [
    { [`${LIST}/responses/200/${BODY}/examples/first_notes/value/data/0/number`]: "7" },
    [
      [
        'example "first_notes" is not valid: /data/0/number must be an integer',
        `${LIST}/responses/200/${BODY}/examples/first_notes/value/data/0/number`,
      ],
    ],
  ],
  [
    { [`${NOTE}/properties/colour`]: { type: "string", description: "Its colour." } },
    [
      [
        'no example shows property "colour": add it to one of the examples',
        `${NOTE}/properties/colour`,
      ],
    ],
  ],
  [
    {
      [`${NOTE}/properties/colours`]: {
        oneOf: [{ type: "string" }, { type: "array", items: { type: "string" } }],
        description: "Its colours.",
      },
      [`${ITEM}/put/responses/200/${BODY}/examples/note_replaced/value/colours`]: [],
    },
    [
      [
        "no example shows this alternative: add it to one of the examples",
        `${NOTE}/properties/colours/oneOf/0`,
      ],
      [
        "no example shows an item of this list: add it to one of the examples",
        `${NOTE}/properties/colours/oneOf/1/items`,
      ],
    ],
  ],
  [
    {
      "/paths/~1v1~1notes~11": {
        get: { operationId: "getFirst", description: "The first.", responses: {} },
      },
      [`${ITEM}/get/parameters/1/name`]: "with",
      [`${ITEM}/parameters/0/examples/note_shown/value`]: 1,
    },
    [
      [
        'scenario "note_shown" has the path /v1/notes/1, not one of getNote',
        `${ITEM}/get/responses/200/${BODY}/examples/note_shown`,
      ],
    ],
  ],
  [
    { [`${INCLUDE}/x-includes/autor`]: "/data/relationships/author" },
    [
      [
        'include "autor" is not in the enum of parameter "include": add it, ' +
          "or correct the name",
        `${INCLUDE}/x-includes/autor`,
      ],
    ],
  ],
  [
    { [`${INCLUDE}/schema/items/enum`]: ["author", "client", "values", "owner"] },
    [
      [
        'value "owner" of parameter "include" is not in x-includes: add it there',
        `${INCLUDE}/x-includes`,
      ],
    ],
  ],
  [
    { [`${INCLUDE}/x-includes/author`]: "/data/relationships/autor" },
    [
      [
        'include "author" adds /data/relationships/autor, ' +
          "which no 2xx body declares outside of a list: correct the pointer",
        `${INCLUDE}/x-includes/author`,
      ],
      [
        'example "full": /data/relationships/autor must be there, ' +
          "because include asks for author",
        `${CAGE}/responses/200/${BODY}/examples/full`,
      ],
    ],
  ],
  [
    { [`${ITEM}/delete/parameters/1/name`]: "X-Tag" },
    [
      [
        "removeNote has a 412, which says that If-Match failed: add that header parameter",
        `${ITEM}/delete/responses/412`,
      ],
    ],
  ],
  [
    { [`${ITEM}/delete/parameters/1/required`]: undefined },
    [
      [
        "removeNote has a 428, which says that If-Match is missing: require that header",
        `${ITEM}/delete/responses/428`,
      ],
    ],
  ],
  [
    { [`${ITEM}/get/responses/200/headers`]: undefined },
    [
      [
        "removeNote has a 412, and no 2xx of /v1/notes/{noteNumber} has an ETag for " +
          "If-Match: add that header",
        `${ITEM}/delete/responses/412`,
      ],
    ],
  ],
  [
    {
      [`${LIST}/parameters/0`]: {
        name: "x-domain",
        in: "header",
        required: true,
        description: "Which.",
        schema: { type: "string" },
        examples: { any: { value: "a" } },
      },
    },
    [
      [
        "header x-domain has another schema at /components/parameters/Domain: " +
          "state it in components/parameters",
        `${LIST}/parameters/0/schema`,
      ],
    ],
  ],
  [
    { [`${CAGE_ID}/x-identifies`]: "/data/ident" },
    [
      [
        'parameter "id" identifies /data/ident, which no 2xx body declares outside of a ' +
          "list: correct the pointer",
        `${CAGE_ID}/x-identifies`,
      ],
    ],
  ],
  [
    { [`${CAGE_ID}/x-identifies`]: "/data/attributes/category" },
    [
      [
        'parameter "id" identifies /data/attributes/category, ' +
          "which does not allow its examples: let both have one schema",
        `${CAGE_ID}/x-identifies`,
      ],
    ],
  ],
  [
    { "/paths/~1v1~1trees~1{treeIds}/get/parameters/0/x-identifies": "/trees" },
    [
      [
        'parameter "treeIds" is a list, and identifies one thing: take x-identifies away',
        "/paths/~1v1~1trees~1{treeIds}/get/parameters/0/x-identifies",
      ],
    ],
  ],
  [
    { [`${CAGE}/responses/200/${BODY}/examples/file_cage/value/data/id`]: "cage-text" },
    [
      [
        'example "file_cage": /data/id must equal path id of the request',
        `${CAGE}/responses/200/${BODY}/examples/file_cage`,
      ],
    ],
  ],
  [
    { "/components/schemas/VariableCageRelationships/required": ["author"] },
    [
      [
        'include "author" adds /data/relationships/author, which the 2xx body requires: ' +
          'take "author" out of required',
        `${INCLUDE}/x-includes/author`,
      ],
      [
        'example "file_cage" is not valid: /data/relationships must have the member "author"',
        `${CAGE}/responses/200/${BODY}/examples/file_cage/value/data/relationships`,
      ],
      [
        'example "date_cage" is not valid: /data/relationships must have the member "author"',
        `${CAGE}/responses/200/${BODY}/examples/date_cage/value/data/relationships`,
      ],
    ],
  ],
  [
    { [`${INCLUDE}/examples/full/value`]: ["author", "values"] },
    [
      [
        "no 2xx scenario of getVariablesCage asks for everything that can be included: " +
          "let one do so",
        `${INCLUDE}/x-includes`,
      ],
      [
        'example "full": /data/relationships/client must not be there, ' +
          "because the request does not ask for it",
        `${CAGE}/responses/200/${BODY}/examples/full`,
      ],
    ],
  ],
  [
    { [`${NOTE}/description`]: undefined, [`${NOTE}/properties/text/description`]: "" },
    [
      ['schema "Note" has no description: say what it means to a reader', NOTE],
      [
        'property "text" has no description: say what it means to a reader',
        `${NOTE}/properties/text`,
      ],
    ],
  ],
  [
    { [`${NOTE}/required`]: undefined },
    [
      [
        "nothing says which of these properties are required: add required, " +
          "or required: [] for none",
        `${NOTE}/properties`,
      ],
    ],
  ],
  [
    { [`${NOTE}/properties/number/examples`]: ["seven"] },
    [["examples 0 is not valid: it must be an integer", `${NOTE}/properties/number/examples/0`]],
  ],
  [
    { [`${NOTE}/properties/text/allOf`]: [{ minItems: 1 }] },
    [
      [
        "minItems has no effect here, because it is for the type array: " +
          "correct it, or the type",
        `${NOTE}/properties/text/allOf/0/minItems`,
      ],
    ],
  ],
  [
    { [`${NOTE}/properties/number/default`]: "seven" },
    [["default is not valid: it must be an integer", `${NOTE}/properties/number/default`]],
  ],
  [
    { "/x-gaps/1/id": "other_operations" },
    [['two gaps have the id "other_operations": rename one', "/x-gaps/1"]],
  ],
  [
    { "/x-gaps/0/scope": undefined },
    [['gap "other_operations" must have either places or scope: service', "/x-gaps/0"]],
  ],
  [
    { "/x-gaps/0/places": [LIST] },
    [['gap "other_operations" must have either places or scope: service', "/x-gaps/0"]],
  ],
  [
    { "/x-gaps/0/otherwise": ["absent"] },
    [['gap "other_operations" says otherwise without places: add them', "/x-gaps/0"]],
  ],
];

function findings(edit: Edit, description = ""): Reported[] {
  return ruleFindings(readContract(edited(edit)), description).map(
    ({ message, pointer }) => [message, pointer] as const,
  );
}

test("the contract that is edited below passes", () => {
  expect(ruleFindings(further, "")).toEqual([]);
});

test.each(refused)("the rules of this project refuse %j", (edit, expected) => {
  expect(findings(edit)).toEqual(expect.arrayContaining([...expected]));
});

test("an unknown format is an annotation of any type", () => {
  const schema = { description: "Any.", type: "integer", format: "uint16" };
  expect(findings({ "/components/schemas/Extra": schema }).join()).not.toContain("uint16");
});

test.each([
  ["string", { minLength: 1, maxLength: 1, pattern: "a", format: "uuid" }],
  [
    "number",
    {
      minimum: 1,
      maximum: 1,
      exclusiveMinimum: 1,
      exclusiveMaximum: 1,
      multipleOf: 1,
      format: "int64",
    },
  ],
  ["array", { items: true, minItems: 1, maxItems: 1, uniqueItems: true }],
  ["object", { properties: {}, required: [], additionalProperties: true }],
])("the keywords for values of type %s have no effect on others", (own, keywords) => {
  const types = ["string", "integer", "number", "boolean", "null", "object", "array"];
  const schemas = types.map((type) => [
    `/components/schemas/Extra_${type}`,
    { description: "Any.", type, ...keywords },
  ]);
  const pointers = findings(Object.fromEntries(schemas))
    .filter(([message]) => message.includes(`because it is for the type ${own}:`))
    .map(([, pointer]) => pointer);
  const idle = types.map((type) =>
    pointers
      .filter((pointer) => pointer.includes(`Extra_${type}/`))
      .map((pointer) => pointer.split("/").at(-1)),
  );
  const all = Object.keys(keywords).sort();
  expect(idle.map((names) => names.sort())).toEqual(
    types.map((type) => (type.replace("integer", "number") === own ? [] : all)),
  );
});

test("each open question of the description needs a gap of its section", () => {
  const description =
    "# T\n\n## 2. Limits\n\nRates: not shown.\n\n### 9.1 Colours\n\nTheir names: not shown.\n\n## 10. All\n\nSaid.\n";
  expect(findings({}, description)).toEqual([
    ["section 9.1 of the description has an open question, and no gap: add one", "/x-gaps"],
  ]);
});

test("the example of a range needs no request", () => {
  const content = { "application/vnd.api+json": { schema: true, examples: { any: { value: 1 } } } };
  const edit = { [`${LIST}/responses/5XX`]: { description: "Broken.", content } };
  expect(findings(edit)).toEqual([]);
});

test("what parts of a whole leave to each other is no problem", () => {
  const base = {
    description: "Base.",
    type: "object",
    required: ["a"],
    properties: { a: { type: "string", description: "A." } },
  };
  const whole = {
    description: "Whole.",
    required: ["a"],
    allOf: [{ $ref: "#/components/schemas/Base" }, { properties: { a: { minLength: 1 } } }],
  };
  expect(
    findings({ "/components/schemas/Base": base, "/components/schemas/Whole": whole }),
  ).toEqual([]);
});

test("security that every operation repeats belongs at the root", () => {
  const security = [{ bearer: [] }];
  const document = edited(
    Object.fromEntries(further.operations.map(({ pointer }) => [`${pointer}/security`, security])),
  );
  const expected = ruleFindings(readContract(document), "").map(({ message }) => message);
  expect(expected).toContain(
    "every operation states the same security: state it once, at the root",
  );
});
