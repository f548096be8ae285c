import {
  type JsonObject,
  type JsonValue,
  readContract,
  replaceAt,
  valueAt,
} from "@workflow-api/contract";
import { furtherContract } from "@workflow-api/workspace/fixtures";
import { expect, test } from "vitest";
import { type Change, compareContracts } from "../src/index.ts";

const old = readContract(furtherContract());

/** What is at a pointer after the change; `undefined`: nothing. */
type Edits = Readonly<Record<string, JsonValue | undefined>>;

/** The old contract with some of it edited. */
function edited(edits: Edits): JsonObject {
  return Object.entries(edits).reduce<JsonObject>(
    (document, [pointer, value]) => replaceAt(document, pointer, value),
    old.sourceDocument,
  );
}

const at = (pointer: string): JsonValue | undefined => valueAt(old.sourceDocument, pointer);

const cagePath = "/paths/~1data_dictionary~1variables_cages~1{id}";
const cage = `${cagePath}/get`;
const notes = "/paths/~1v1~1notes";
const note = "/paths/~1v1~1notes~1{noteNumber}";
const trees = "/paths/~1v1~1trees~1{treeIds}/get/responses";
const searches = "/paths/~1v1~1searches/post/responses/200/content";
const json = "application~1vnd.api+json";
const schemas = "/components/schemas";
const attributes = `${schemas}/NewNote/properties/data/properties/attributes`;
const text = { type: "string", description: "Added." };
const added = { name: "added", in: "query", description: "Added.", schema: text, examples: {} };

/** A part of the line of a change, whom of clients and servers it breaks, and the edits. */
type Row = readonly [line: string, breaks: string, edits: Edits];

/** Changes that one comparison keeps apart are in one list; one that hides others is alone. */
const lists: Readonly<Record<string, readonly Row[]>> = {
  "operations, and what must be sent": [
    [
      "Operation `GET /data_dictionary/variables_cages/{id}` was removed",
      "clients",
      { "/paths/~1v2~1cages~1{id}": at(cagePath), [cagePath]: undefined },
    ],
    ["Operation `GET /v2/cages/{id}` was added", "servers", {}],
    [
      'createNote: `security` lost `{"bearer":[]}`',
      "clients",
      { [`${notes}/post/security/1`]: undefined },
    ],
    [
      "listNotes: Query parameter `added` was added",
      "clients, servers",
      { [`${notes}/get/parameters/6`]: { ...added, required: true } },
    ],
    [
      "X-Total: `required` is `false`",
      "clients",
      { [`${notes}/get/responses/200/headers/X-Total/required`]: false },
    ],
    [
      "editNote, requestBody: `required` is `true`",
      "clients",
      { [`${note}/patch/requestBody/required`]: true },
    ],
  ],
  "the header of a key, and a gap": [
    [
      'apiKey: `name` is `"X-Other"`',
      "clients, servers",
      { "/components/securitySchemes/apiKey/name": "X-Other" },
    ],
    ["x-gaps: `other_operations` was removed", "nobody", { "/x-gaps/0": undefined }],
    ["The contract: `servers` repeats other items", "nobody", { "/servers/1": at("/servers/0") }],
  ],
  "values that are narrower in requests, and wider in responses": [
    [
      "Query parameter `pinned` was removed",
      "clients",
      { [`${notes}/get/parameters/3`]: undefined },
    ],
    [
      "path parameter number: `minimum` is `5`",
      "clients",
      {
        "/paths/~1v1~1notes~1{number}": replaceAt(at(note) ?? null, "/parameters/0", {
          ...{ name: "number", in: "path", required: true },
          schema: { type: "integer", minimum: 5 },
        }),
        [note]: undefined,
      },
    ],
    [
      'getVariablesCage: `security` got `{"bearer":[]}`',
      "servers",
      { [`${cage}/security/1`]: { bearer: [] } },
    ],
    [
      "page[size]: `exclusiveMaximum` replaces `maximum`: `50`",
      "clients",
      {
        [`${notes}/get/parameters/2/schema`]: { type: "integer", minimum: 1, exclusiveMaximum: 50 },
      },
    ],
    [
      'NoteEdit: `required` got `"pinned"`',
      "clients",
      { [`${schemas}/NoteEdit/required/1`]: "pinned" },
    ],
    ["schema Condition: `oneOf` lost", "clients", { [`${schemas}/Condition/oneOf/1`]: undefined }],
    [
      'ProfileAttributes: `required` lost `"updated_at"`',
      "clients",
      { [`${schemas}/ProfileAttributes/required/7`]: undefined },
    ],
    [
      "ClientAttributes: Property `archive_at` was removed",
      "nobody",
      { [`${schemas}/ClientAttributes/properties/archive_at`]: undefined },
    ],
    [
      "Forest sizes additionalProperties: `minimum` was removed",
      "clients",
      { [`${schemas}/Forest/properties/sizes/additionalProperties/minimum`]: undefined },
    ],
  ],
  "values that are read or written in another way": [
    [
      "path parameter id: `pattern` was added",
      "clients",
      { ["/components/parameters/VariableCageId/schema/pattern"]: "\\S" },
    ],
    [
      "label: `explode` is `false`",
      "clients, servers",
      { [`${notes}/get/parameters/4/explode`]: false },
    ],
    [
      "page[number]: `default` was added: `3`",
      "clients, servers",
      { [`${notes}/get/parameters/1/schema/default`]: 3 },
    ],
    [
      "Property `pinned` was removed",
      "clients",
      { [`${attributes}/properties/pinned`]: undefined, [`${attributes}/required`]: ["text"] },
    ],
    [
      "attributes text: `maxLength` is `600`",
      "servers",
      { [`${attributes}/properties/text/maxLength`]: 600 },
    ],
    [
      'weight: `type` is `"string"`',
      "clients, servers",
      { [`${schemas}/CageValueAttributes/properties/weight/type`]: "string" },
    ],
    [
      'category: `enum` got `"image"`',
      "clients",
      { [`${schemas}/VariableCageAttributes/properties/category/enum/3`]: "image" },
    ],
    [
      "Property `added` was added",
      "nobody",
      { [`${schemas}/AuthorAttributes/properties/added`]: text },
    ],
  ],
  "responses, and what is written in another way": [
    [
      "listTrees: Response `200` was removed",
      "servers",
      { [`${trees}/206`]: at(`${trees}/200`), [`${trees}/200`]: undefined },
    ],
    ["listTrees: Response `206` was added", "clients", {}],
    [
      "response 200: Media type `application/vnd.api+json` was removed",
      "clients, servers",
      { [searches]: { "application/json": at(`${searches}/${json}`) ?? {} } },
    ],
    [
      '`author` is `"/data/relationships/client"`',
      "clients, servers",
      { ["/components/parameters/Include/x-includes/author"]: "/data/relationships/client" },
    ],
    [
      "settingsReplace: Response `409` was added",
      "clients, servers?",
      { "/paths/~1v1~1settings~1{owner}/put/responses/409": { description: "In use." } },
    ],
    [
      "listNotes: Response `401` was removed",
      "servers",
      { [`${notes}/get/responses/401`]: undefined },
    ],
    [
      "Team: is written in another way, and means the same",
      "nobody",
      { [`${schemas}/Team`]: { description: "A team.", allOf: [at(`${schemas}/Team`) ?? {}] } },
    ],
    [
      "settingsReplace, response 5XX: Media type `application/json` was added",
      "servers",
      {
        ["/paths/~1v1~1settings~1{owner}/put/responses/5XX/content"]: {
          "application/json": { schema: text },
        },
      },
    ],
    ["readNote: `operationId` is", "nobody", { [`${note}/get/operationId`]: "readNote" }],
    [
      '`servers` lost `"{baseUrl}"`',
      "clients?",
      { "/servers/0": { url: "https://api.example.com" } },
    ],
    [
      'examples full: `id` is `"other"`',
      "nobody",
      { [`${cage}/responses/200/content/${json}/examples/full/value/data/id`]: "other" },
    ],
  ],
};

test.each(Object.entries(lists))(
  "Each change of %s is reported with whom it breaks and a counterexample.",
  async (_what, rows) => {
    const edits = Object.assign({}, ...rows.map(([, , each]) => each));
    const { changes } = await compareContracts(old, readContract(edited(edits)));
    const found = rows.map(([line]) => [line, audienceOf(changes, line)]);
    expect(found).toEqual(rows.map(([line, breaks]) => [line, breaks]));
  },
);

/** Whom the change with a line breaks; all lines unless exactly one has it. */
function audienceOf(changes: readonly Change[], line: string): string {
  const lines = changes.map(({ subject, summary }) => `${subject}: ${summary}`);
  const [found, ...more] = changes.filter((_, index) => lines[index]?.includes(line));
  if (found === undefined || more.length > 0) return lines.join("\n");
  const shown = found.breaks.filter((whom) => whom !== "build");
  return [...shown, ...found.mayBreak.map((whom) => `${whom}?`)].join(", ") || "nobody";
}

test("A counterexample shows a break; without a proof, a change may break.", async () => {
  const document = edited({
    ["/components/parameters/VariableCageId/schema/pattern"]: "(?<!zzz)$",
    [`${note}/delete`]: undefined,
  });
  const { changes } = await compareContracts(old, readContract(document));
  expect(changes).toMatchObject([
    { breaks: ["clients", "build"], mayBreak: [], counterexamples: [{ for: "clients" }] },
    { breaks: [], mayBreak: ["clients"], counterexamples: [], rule: "schema-constraint-changed" },
  ]);
});

test("An array that is read as another one breaks clients and servers.", async () => {
  const array = { ...added, schema: { type: "array", items: text } };
  const [before = old, after = old] = [false, true].map((explode) =>
    readContract(edited({ [`${notes}/get/parameters/6`]: { ...array, explode } })),
  );
  const { changes } = await compareContracts(before, after);
  expect(audienceOf(changes, "added: `explode` is")).toBe("clients, servers");
  expect(changes[0]?.counterexamples[0]?.reason).toMatch(/query added is read as \["\S+,\S+"\]/);
});

test("What no longer compiles is reported with the change that it follows from.", async () => {
  const document = edited({
    [`${schemas}/ProfileAttributes/required`]: ["first_name"],
    [`${schemas}/ClientAttributes/properties/archive_at`]: undefined,
    [`${schemas}/NoteEdit/required/1`]: "pinned",
    "/paths/~1v2~1health": at("/paths/~1v1~1health"),
    "/paths/~1v1~1health": undefined,
    [`${note}/get/operationId`]: "readNote",
    [`${notes}/get/parameters/5/schema/items/enum`]: ["text"],
  });
  const { changes } = await compareContracts(old, readContract(document));
  const found = changes
    .filter(({ build }) => build.length > 0)
    .map(({ build, subject }) => [subject, build.map(({ reason }) => reason)]);
  expect(Object.fromEntries(found)).toEqual({
    "schema ProfileAttributes": [
      expect.stringContaining("last_name is optional in the new types, not in the old."),
    ],
    "schema ClientAttributes": ["archive_at is gone."],
    "schema NoteEdit": ["pinned is optional in the old types, not in the new."],
    getHealth: ["GET /v1/health is gone."],
    readNote: ["getNote is gone."],
    "listNotes, query parameter sort, items": ['The old type is "number", the new one "text".'],
  });
});
