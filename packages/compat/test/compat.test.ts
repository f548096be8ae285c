import {
  isObject,
  type JsonObject,
  type JsonValue,
  readContract,
  replaceAt,
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
    old.written,
  );
}

function at(pointer: string): JsonObject {
  const found = pointer
    .split("/")
    .slice(1)
    .map((token) => token.replaceAll("~1", "/"))
    .reduce<unknown>(
      (value, token) =>
        Array.isArray(value) ? value[Number(token)] : isObject(value) ? value[token] : undefined,
      old.written,
    );
  if (!isObject(found)) throw new Error(`Nothing is at ${pointer}.`);
  return found;
}

const cagePath = "/paths/~1data_dictionary~1variables_cages~1{id}";
const cage = `${cagePath}/get`;
const resetPath =
  "/paths/~1v1~1flow_instances~1{flowInstanceId}~1relationships~1container_instances~1{containerInstanceId}~1relationships~1process_instances~1{processInstanceId}~1relationships~1task_instances~1{taskInstanceId}~1reset";
const reset = `${resetPath}/post`;
const notes = "/paths/~1v1~1notes";
const note = "/paths/~1v1~1notes~1{noteNumber}";
const trees = "/paths/~1v1~1trees~1{treeIds}/get";
const schema = (name: string, ...way: readonly string[]): string =>
  ["/components/schemas", name, ...way].join("/");
const json = "application~1vnd.api+json";
const added = {
  name: "added",
  in: "query",
  description: "Added.",
  schema: { type: "string" },
  examples: {},
};

/**
 * What is done, whom of clients and servers it breaks, the words that head its entry, and the
 * edits.
 */
type Row = readonly [done: string, breaks: string, heading: RegExp, edits: Edits];

const attributes = schema("NewNote", "properties/data/properties/attributes");

/**
 * Changes that one comparison keeps apart are in one list; one that hides others is alone.
 */
const lists: readonly (readonly Row[])[] = [
  [
    [
      "a path is renamed",
      "clients",
      /Operation `GET .data_dictionary.* was removed/,
      { "/paths/~1v2~1cages~1{id}": at(cagePath), [cagePath]: undefined },
    ],
    [
      "a new path is another operation to servers",
      "servers",
      /Operation `GET .v2.cages.{id}` was added/,
      {},
    ],
    [
      "a way of authenticating is removed",
      "clients",
      /resetSmart.*`security` lost `{"bearer"/,
      { [`${reset}/security`]: [{ apiKey: [], apiSecret: [] }] },
    ],
    [
      "a required query parameter is added",
      "clients, servers",
      /listNotes: Query parameter `added` was added/,
      { [`${notes}/get/parameters/6`]: { ...added, required: true } },
    ],
    [
      "a header of a response may be missing",
      "clients",
      /X-Total: `required` is `false`/,
      { [`${notes}/get/responses/200/headers/X-Total/required`]: false },
    ],
  ],
  [
    [
      "the header of a key is renamed",
      "clients, servers",
      /apiKey: `name` is `"X-Other"`/,
      { "/components/securitySchemes/apiKey/name": "X-Other" },
    ],
    [
      "a gap is closed",
      "nobody",
      /x-gaps: `other_capabilities` was removed/,
      { "/x-gaps/0": undefined },
    ],
  ],
  [
    [
      "a way of authenticating is added",
      "servers",
      /getVariablesCage: `security` got `{"bearer":\[\]}`/,
      { [`${cage}/security/1`]: { bearer: [] } },
    ],
    [
      "an optional parameter becomes required",
      "clients",
      /page\[number\]: `required` was added/,
      { [`${notes}/get/parameters/1/required`]: true },
    ],
    [
      "a query parameter is removed",
      "clients",
      /Query parameter `pinned` was removed/,
      { [`${notes}/get/parameters/3`]: undefined },
    ],
    [
      "a body becomes required",
      "clients",
      /editNote, request ?[bB]ody.*required/,
      { [`${note}/patch/requestBody/required`]: true },
    ],
  ],
  [
    [
      "a path parameter takes another type",
      "clients",
      /path parameter id: `type` is `"integer"`/,
      {
        [`${cage}/parameters/1`]: {
          ...at(`${cage}/parameters/1`),
          schema: { type: "integer" },
          examples: {},
        },
      },
    ],
    [
      "a value of a parameter is removed",
      "clients",
      /parameter sort.*`enum` lost `"number"`/,
      { [`${notes}/get/parameters/5/schema/items/enum`]: ["text"] },
    ],
    [
      "a maximum of a parameter is excluded",
      "clients",
      /page\[size\]: `exclusiveMaximum` replaces `maximum`: `50`/,
      {
        [`${notes}/get/parameters/2/schema`]: { type: "integer", minimum: 1, exclusiveMaximum: 50 },
      },
    ],
    [
      "a member of a body becomes required",
      "clients",
      /NoteEdit: `required` got `"pinned"`/,
      { [schema("NoteEdit", "required")]: ["text", "pinned"] },
    ],
    [
      "a branch of a body is removed",
      "clients",
      /schema Condition: `oneOf` lost/,
      { [schema("Condition", "oneOf/1")]: undefined },
    ],
    [
      "a branch of a response is added",
      "clients",
      /Leaf width: `oneOf` got `{"type":"string"}`/,
      { [schema("Leaf", "properties/width/oneOf/2")]: { type: "string" } },
    ],
    [
      "a required member of a response may be missing",
      "clients",
      /ProfileAttributes: `required` lost `"updated_at"`/,
      {
        [schema("ProfileAttributes", "required")]: at(schema("ProfileAttributes"))
          ["required"]?.toString()
          .split(",")
          .slice(0, -1),
      },
    ],
    [
      "a member of a response may be null",
      "clients",
      /avatar: `type` is `\["string","null"\]`/,
      { [schema("ProfileAttributes", "properties/avatar/type")]: ["string", "null"] },
    ],
    [
      "an optional member of a response is removed",
      "nobody",
      /ClientAttributes: Property `archive_at` was removed/,
      { [schema("ClientAttributes", "properties/archive_at")]: undefined },
    ],
    [
      "the values of a map are no longer bounded",
      "clients",
      /Forest sizes .*: `minimum` was removed/,
      { [schema("Forest", "properties/sizes/additionalProperties/minimum")]: undefined },
    ],
  ],
  [
    [
      "a path parameter must not be blank",
      "clients",
      /path parameter id: `pattern` was added/,
      { [`${cage}/parameters/1/schema/pattern`]: "\\S" },
    ],
    [
      "a list is sent in another way",
      "clients, servers",
      /label: `explode` is `false`/,
      { [`${notes}/get/parameters/4/explode`]: false },
    ],
    [
      "the default of a parameter is changed",
      "clients, servers",
      /page\[number\]: `default` was added: `3`/,
      { [`${notes}/get/parameters/1/schema/default`]: 3 },
    ],
    [
      "a member of a body is no longer read",
      "clients",
      /Property `pinned` was removed/,
      { [`${attributes}/properties/pinned`]: undefined, [`${attributes}/required`]: ["text"] },
    ],
    [
      "a text of a body may be longer",
      "servers",
      /NewNote.* text: `maxLength` is `600`/,
      { [`${attributes}/properties/text/maxLength`]: 600 },
    ],
    [
      "a member of a response takes another type",
      "clients, servers",
      /weight: `type` is `"string"`/,
      { [schema("CageValueAttributes", "properties/weight/type")]: "string" },
    ],
    [
      "a value of a member of a response is added",
      "clients",
      /category: `enum` got `"image"`/,
      {
        [schema("VariableCageAttributes", "properties/category/enum")]: [
          "text",
          "date",
          "file",
          "image",
        ],
      },
    ],
    [
      "a member of a response becomes required",
      "servers",
      /ClientAttributes: `required` got `"archive_at"`/,
      {
        [schema("ClientAttributes", "required")]: [
          "name",
          "is_simulation",
          "has_members",
          "created_at",
          "updated_at",
          "archive_at",
        ],
      },
    ],
    [
      "a member of a response is added",
      "nobody",
      /Property `added` was added/,
      {
        [schema("AuthorAttributes", "properties/added")]: { type: "string", description: "Added." },
      },
    ],
  ],
  [
    [
      "a success has another status",
      "servers",
      /listTrees: Response `200` was removed/,
      {
        [`${trees}/responses/206`]: at(`${trees}/responses/200`),
        [`${trees}/responses/200`]: undefined,
      },
    ],
    ["the new status", "clients", /listTrees: Response `206` was added/, {}],
    [
      "a response has another media type",
      "clients, servers",
      /searchTrees.* `application\/vnd.api\+json` was removed/,
      {
        ["/paths/~1v1~1searches/post/responses/200/content"]: {
          "application/json": at(`/paths/~1v1~1searches/post/responses/200/content/${json}`),
        },
      },
    ],
    [
      "an include adds something else",
      "clients, servers",
      /`author` is `"\/data\/relationships\/client"`/,
      { [`${cage}/parameters/2/x-includes/author`]: "/data/relationships/client" },
    ],
    [
      "an error response no longer follows from a range",
      "clients, servers?",
      /settingsReplace: Response `409` was added/,
      { ["/paths/~1v1~1settings~1{owner}/put/responses/409"]: { description: "In use." } },
    ],
    [
      "an error response is removed",
      "servers",
      /listNotes: Response `401` was removed/,
      { [`${notes}/get/responses/401`]: undefined },
    ],
    [
      "a constraint that holds in another spelling is no change",
      "nobody",
      /written in another way/,
      { [schema("Team")]: { description: "A team.", allOf: [at(schema("Team"))] } },
    ],
    [
      "a body comes where there was none",
      "servers",
      /removeNote, response 204: Media type `.*` was added/,
      {
        [`${note}/delete/responses/204/content`]: {
          "application/json": { schema: { type: "object", description: "It." } },
        },
      },
    ],
    [
      "an operation is called otherwise",
      "nobody",
      /readNote: `operationId` is/,
      { [`${note}/get/operationId`]: "readNote" },
    ],
    [
      "a service moves",
      "clients?",
      /`servers` lost `"{baseUrl}"`/,
      { "/servers/0": { url: "https://api.example.com" } },
    ],
    [
      "an example has another value",
      "nobody",
      /examples full: `id` is `"other"`/,
      { [`${cage}/responses/200/content/${json}/examples/full/value/data/id`]: "other" },
    ],
  ],
];

test.each(lists.map((rows) => [rows[0]?.[0], rows] as const))(
  "Each change of a list is reported with whom it breaks and a counterexample, from that %s.",
  async (_first, rows) => {
    const edits = Object.assign({}, ...rows.map(([, , , each]) => each));
    const { changes } = await compareContracts(old, readContract(edited(edits)));
    const found = rows.map(([done, , heading]) => [done, audienceOf(changes, heading)]);
    expect(found).toEqual(rows.map(([done, breaks]) => [done, breaks]));
  },
);

/** Whom the change with a heading breaks; all headings unless exactly one has it. */
function audienceOf(changes: readonly Change[], heading: RegExp): string {
  const headings = changes.map(({ subject, summary }) => `${subject}: ${summary}`);
  const [found, ...more] = changes.filter((_, index) => heading.test(headings[index] ?? ""));
  if (found === undefined || more.length > 0) return headings.join("\n");
  const shown = found.breaks.filter((whom) => whom !== "build");
  return [...shown, ...found.mayBreak.map((whom) => `${whom}?`)].join(", ") || "nobody";
}

test("A counterexample shows a break; without a proof, a change may break.", async () => {
  const document = edited({
    [`${cage}/parameters/1/schema/pattern`]: "(?<!zzz)$",
    [`${note}/delete`]: undefined,
  });
  const { changes } = await compareContracts(old, readContract(document));
  expect(
    changes.map(({ breaks, counterexamples, mayBreak, rule }) => [
      breaks,
      mayBreak,
      rule,
      counterexamples.map((each) => each.for),
    ]),
  ).toEqual([
    [["clients", "build"], [], undefined, ["clients"]],
    [[], ["clients"], "schema-constraint-changed", []],
  ]);
});

test("An array that is read as another one breaks clients and servers.", async () => {
  const [before, after] = [false, true].map((explode) =>
    readContract(
      edited({
        [`${notes}/get/parameters/4`]: {
          ...added,
          explode,
          schema: { type: "array", items: added.schema },
        },
      }),
    ),
  );
  const { changes } = await compareContracts(before ?? old, after ?? old);
  expect(audienceOf(changes, /added: `explode` is/)).toBe("clients, servers");
  expect(changes[0]?.counterexamples[0]?.reason).toMatch(/query added is read as \["\S+,\S+"\]/);
});

test("Two equal contracts have no changes.", async () => {
  const comparison = await compareContracts(old, readContract(furtherContract()));
  expect([comparison.changes, comparison.isMeaningful]).toEqual([[], false]);
});

test("What no longer compiles is reported with the change that it follows from.", async () => {
  const [profile, client] = [schema("ProfileAttributes"), schema("ClientAttributes")];
  const document = edited({
    [`${profile}/required`]: ["first_name"],
    [`${client}/properties/archive_at`]: undefined,
  });
  const { changes } = await compareContracts(old, readContract(document));
  expect(changes.map(({ build, subject }) => [subject, build.map(({ reason }) => reason)])).toEqual(
    [
      [
        "schema ProfileAttributes",
        [expect.stringContaining("last_name is optional in the new types, not in the old.")],
      ],
      ["schema ClientAttributes", ["archive_at is gone."]],
    ],
  );
});
