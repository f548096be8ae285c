import { expect, test } from "vitest";
import {
  bestScenarios,
  type JsonValue,
  readContract,
  type Scenario,
  scenarioRequest,
  selectScenario,
} from "../src/index.ts";
import { edited, further, operation } from "./contract.ts";

const domain = { "header x-domain": "3f2b8c1e-7a4d-4e2b-9c6f-1d5e8a7b9c30" };
const note = { data: { type: "notes", attributes: { text: "Call back", pinned: true } } };

// An operation, the values of its parameters, a body, and the scenario that is selected.
const requests: readonly (readonly [
  id: string,
  values: Readonly<Record<string, JsonValue>>,
  body: JsonValue | undefined,
  expected: string,
])[] = [
  ["listNotes", {}, undefined, "first_notes by default"],
  [
    "listNotes",
    { "query page[number]": 2, "query page[size]": 7, "query pinned": true },
    undefined,
    "more_notes",
  ],
  [
    "listNotes",
    {
      "query page[number]": 1,
      "query pinned": true,
      "query label": ["urgent", "a, b"],
      "query sort": ["text", "number"],
    },
    undefined,
    "labelled_notes",
  ],
  [
    "listNotes",
    { "query page[number]": 3, "query page[size]": 3 },
    undefined,
    "first_notes by default",
  ],
  [
    "listNotes",
    {
      "header x-domain": "00000000-0000-4000-8000-000000000401",
      "query pinned": true,
      "query label": ["urgent", "a, b"],
      "query sort": ["text", "number"],
    },
    undefined,
    "unauthorized",
  ],
  [
    "getNote",
    { "header x-domain": "00000000-0000-4000-8000-000000000401", "path noteNumber": 404 },
    undefined,
    "unauthorized",
  ],
  [
    "getNote",
    { "path noteNumber": 404, "query with": ["writer", "team"], "header x-language": "de" },
    undefined,
    "note_unknown",
  ],
  [
    "createNote",
    {},
    { data: { attributes: { pinned: true, text: " " }, type: "notes" } },
    "note_blank",
  ],
  ["createNote", {}, note, "note_created"],
  ["createNote", {}, {}, "note_created by default"],
  ["removeNote", { "path noteNumber": 7, "header if-match": '"r7"' }, undefined, "note_removed"],
  [
    "getNote",
    { "path noteNumber": 7, "query with": ["writer"], "header x-language": "en-GB" },
    undefined,
    "note_shown",
  ],
  [
    "getNote",
    { "path noteNumber": 404, "query with": ["team"], "header x-language": "en" },
    undefined,
    "note_unknown",
  ],
  ["getVariablesCage", { "path id": "cage-date" }, undefined, "date_cage"],
  [
    "getVariablesCage",
    { "path id": "cage-date", "query include": ["author"] },
    undefined,
    "full by default",
  ],
  ["getVariablesCage", { "path id": "other" }, undefined, "full by default"],
];

test.each(requests)("%s with %j and %j selects %s", (id, given, body, expected) => {
  const values = new Map(Object.entries({ ...domain, ...given }));
  const selection = selectScenario(operation(further, id), values, body);
  expect(`${selection?.scenario.name}${selection?.isMatch ? "" : " by default"}`).toBe(expected);
});

test("each scenario is selected by its own request", () => {
  for (const each of further.operations)
    for (const scenario of each.scenarios)
      expect(selectScenario(each, scenario.values, scenario.body)).toEqual({
        scenario,
        isMatch: true,
      });
});

test("a scenario has the values, the body and the response of its name", () => {
  const [created] = operation(further, "createNote").scenarios;
  expect(created).toMatchObject({
    name: "note_created",
    body: note,
    status: 201,
    summary: "The note has its number.",
  });
  expect(Object.fromEntries(created?.values ?? [])).toEqual(domain);
  expect(created?.response).toEqual({
    mediaType: "application/vnd.api+json",
    body: { number: 7, text: "Call back", pinned: true },
  });
  const removed = operation(further, "removeNote").scenarios[0];
  expect(removed).toMatchObject({ response: undefined, summary: "The note is removed." });
});

test("a request has what its scenario names, and else the first examples", () => {
  const [, unauthorized] = operation(further, "removeNote").scenarios;
  expect(unauthorized?.named).toEqual(new Set(["header x-domain"]));
  expect(Object.fromEntries(unauthorized?.values ?? [])).toEqual({
    "path noteNumber": 7,
    "header x-domain": "00000000-0000-4000-8000-000000000401",
    "header if-match": '"r7"',
  });
});

test("a scenario that names nothing is the first of the lowest 2xx", () => {
  const examples = { here: { value: 1 }, there: { value: 2 } };
  const content = { "application/json": { schema: true, examples } };
  const parameters = [
    { name: "page", in: "query", schema: { type: "integer" }, examples: { two: { value: 2 } } },
  ];
  const get = {
    operationId: "ping",
    parameters,
    responses: { "200": { description: "Yes.", content } },
  };
  const ping = operation(readContract(edited({ "/paths/~1ping": { get } })), "ping");
  expect(ping.scenarios).toMatchObject([{ name: "here", named: new Set() }]);
  const selection = selectScenario(ping, new Map([["query page", 3]]), undefined);
  expect(selection).toEqual({ scenario: ping.scenarios[0], isMatch: true });
  const paged = {
    ...get,
    parameters: parameters.map((one) => ({ ...one, examples: { there: { value: 2 } } })),
  };
  const pages = operation(readContract(edited({ "/paths/~1ping": { get: paged } })), "ping");
  expect(pages.scenarios.map(({ name }) => name)).toEqual(["here", "there"]);
  expect(pages.defaultScenario?.name).toBe("here");
});

test("a scenario that names more is selected before one that names less, even if it fails", () => {
  const named = (name: string, status: number, ...keys: string[]): Scenario => ({
    name,
    status,
    named: new Set(keys),
    values: new Map(keys.map((key) => [key, 1])),
    body: undefined,
    response: undefined,
    summary: "",
    description: "",
    pointer: "",
  });
  const chosen = (...scenarios: Scenario[]): string[] =>
    bestScenarios(
      { parameters: [], includes: [], scenarios, defaultScenario: undefined },
      new Map([
        ["a", 1],
        ["b", 1],
        ["c", 1],
      ]),
      undefined,
    ).map(({ name }) => name);
  expect(chosen(named("fails", 404, "a"), named("works", 200, "a", "b"))).toEqual(["works"]);
  expect(chosen(named("works", 200, "a", "b"), named("fails", 404, "c"))).toEqual(["fails"]);
  expect(chosen(named("strange", 404, "a"), named("unknown", 401, "c"))).toEqual(["unknown"]);
  expect(chosen(named("one", 200, "a"), named("other", 200, "b"))).toEqual(["one", "other"]);
});

test("without a body, a name on no response is a scenario, except a first one", () => {
  const inPath = (examples: unknown): unknown => [
    { name: "id", in: "path", required: true, schema: { type: "integer" }, examples },
  ];
  const namesOf = (examples: unknown, responses: unknown): string[] => {
    const put = { operationId: "ping", parameters: inPath(examples), responses };
    const contract = readContract(edited({ "/paths/~1ping~1{id}": { put } }));
    return operation(contract, "ping").scenarios.map(({ name, status }) => `${name} ${status}`);
  };
  const bare = { description: "Done." };
  expect(namesOf({ any: { value: 1 } }, { "204": bare })).toEqual(["any 204"]);
  expect(namesOf({ any: { value: 1 } }, { "404": bare })).toEqual([]);
  expect(namesOf({ any: { value: 1 }, gone: { value: 2 } }, { "204": bare })).toEqual(["gone 204"]);
  expect(
    namesOf({ done: { value: 1 }, "404_gone": { value: 2 } }, { "204": bare, "404": bare }),
  ).toEqual(["done 204", "404_gone 404"]);
});

test("names on a shared parameter may be scenarios of other operations alone", () => {
  const names = operation(further, "removeNote").scenarios.map(({ name }) => name);
  expect(names).toEqual(["note_removed", "unauthorized", "note_removed_meanwhile"]);
  const parameters = [{ $ref: "#/components/parameters/Domain" }];
  const ping = { operationId: "ping", parameters, responses: { "204": { description: "Here." } } };
  const domainExamples = {
    [`/components/parameters/Domain/examples/here`]: { value: domain["header x-domain"] },
  };
  const contract = readContract(edited({ "/paths/~1ping": { get: ping }, ...domainExamples }));
  expect(operation(contract, "ping").scenarios.map(({ name }) => name)).toContain("here");
  expect(operation(contract, "ping").scenarios.map(({ name }) => name)).not.toContain(
    "unauthorized",
  );
});

test("a name on an operation's own body is its scenario, even if other operations have it", () => {
  const schema = { type: "string" };
  const body = {
    content: { "application/json": { schema, examples: { unauthorized: { value: "a" } } } },
  };
  const post = {
    operationId: "ping",
    requestBody: body,
    responses: { "204": { description: "Done." } },
  };
  const contract = readContract(edited({ "/paths/~1ping": { post } }));
  expect(operation(contract, "ping").scenarios).toMatchObject([
    { name: "unauthorized", status: 204 },
  ]);
});

test("an operation without inputs has its default scenario alone", () => {
  const examples = { works: { value: 1 }, sleeps: { value: 2 } };
  const content = { "application/json": { schema: true, examples } };
  const responses = {
    "200": { description: "Yes.", content },
    "500": { description: "No.", content },
  };
  const contract = readContract(
    edited({ "/paths/~1ping": { get: { operationId: "ping", responses } } }),
  );
  const { scenario, isMatch } =
    selectScenario(operation(contract, "ping"), new Map(), undefined) ?? {};
  expect([scenario?.name, scenario?.status, isMatch]).toEqual(["works", 200, true]);
  expect(operation(contract, "ping").scenarios).toHaveLength(1);
});

test("an operation without a scenario selects none", () => {
  const contract = readContract(edited({ "ITEM/delete/responses": {} }));
  expect(selectScenario(operation(contract, "removeNote"), new Map(), undefined)).toBeUndefined();
});

test("the request of a scenario has the values that it names", () => {
  const edit = operation(further, "editNote");
  const [scenario] = edit.scenarios;
  expect(scenario && scenarioRequest(edit, scenario)).toMatchObject({
    method: "PATCH",
    target: "/v1/notes/7",
    body: '{"text":"Called back","pinned":false}',
  });
});
