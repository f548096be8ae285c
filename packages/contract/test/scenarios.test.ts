import { expect, test } from "vitest";
import { type JsonValue, readContract, scenarioRequest, selectScenario } from "../src/index.ts";
import { at, edited, further, operation } from "./contract.ts";

const domain = { "header x-domain": "3f2b8c1e-7a4d-4e2b-9c6f-1d5e8a7b9c30" };
const note = { data: { type: "notes", attributes: { text: "Call back", pinned: true } } };

// An operation, the values of its parameters, a body, and the scenario that answers.
const table = `
  listNotes {"query page[number]":1,"query page[size]":2,"query pinned":true,"query label":["urgent","a, b"],"query sort":["text","number"]}
    first_notes
  listNotes {"query page[number]":50,"query page[size]":3,"query pinned":false,"query sort":["number"]}
    first_notes by default
  listNotes {"query page[number]":50,"query page[size]":2,"query pinned":false,"query sort":["number"]}
    no_notes
  createNote {} {"data":{"attributes":{"pinned":true,"text":" "},"type":"notes"}}
    note_blank
  createNote {} ${JSON.stringify(note)}
    note_created
  createNote {} {}
    note_created by default
  removeNote {"path noteNumber":7,"header if-match":"\\"r7\\""}
    note_removed
  getNote {"path noteNumber":7,"query with":["writer"],"header x-language":"en-GB"}
    note_shown
  getNote {"path noteNumber":404,"query with":["team"],"header x-language":"en"}
    note_unknown
  getVariablesCage {"path id":"cage-date"}
    date_cage
  getVariablesCage {"path id":"cage-date","query include":["author"]}
    full by default
  getVariablesCage {"path id":"other"}
    full by default
`;

const rows = [...table.matchAll(/^ {2}(\w+) (\{.*?\})(?: (\{.*\}))?\n {4}(.+)$/gm)];

test.each(rows.map(([, id = "", given = "", sent, expected]) => ({ id, given, sent, expected })))(
  "$id with $given and $sent is answered by $expected",
  ({ id, given, sent, expected }) => {
    const values = new Map<string, JsonValue>(Object.entries({ ...domain, ...JSON.parse(given) }));
    const body = sent === undefined ? undefined : JSON.parse(sent);
    const selection = selectScenario(operation(further, id), values, body);
    expect(`${selection?.scenario.name}${selection?.isMatch ? "" : " by default"}`).toBe(expected);
  },
);

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

test("names on a shared parameter that other operations answer are no scenarios of this one", () => {
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

test("a name on the body of an operation's own is its scenario, even if other operations answer that name", () => {
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

test("an operation without inputs has its default alone, as nothing could choose another one", () => {
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
  const contract = readContract(edited({ [`${at.item}/delete/responses`]: {} }));
  expect(selectScenario(operation(contract, "removeNote"), new Map(), undefined)).toBeUndefined();
});

test("the request of a scenario carries what it fixes", () => {
  const edit = operation(further, "editNote");
  const [scenario] = edit.scenarios;
  expect(scenario && scenarioRequest(edit, scenario)).toMatchObject({
    method: "PATCH",
    target: "/v1/notes/7",
    body: '{"text":"Called back","pinned":false}',
  });
});
