import { expect, test } from "vitest";
import { type JsonValue, readContract, scenarioRequest, selectScenario } from "../src/index.ts";
import { at, edited, further, operation } from "./contract.ts";

function select(id: string, values: Readonly<Record<string, JsonValue>>, body?: JsonValue): string {
  const selection = selectScenario(operation(further, id), new Map(Object.entries(values)), body);
  return `${selection?.scenario.name} ${selection?.scenario.status}${selection?.isMatch ? "" : " by default"}`;
}

const domain = { "header x-domain": "3f2b8c1e-7a4d-4e2b-9c6f-1d5e8a7b9c30" };
const list = {
  ...domain,
  "query page[number]": 1,
  "query page[size]": 2,
  "query pinned": true,
  "query label": ["urgent", "a, b"],
  "query sort": ["text", "number"],
};
const note = { data: { type: "notes", attributes: { text: "Call back", pinned: true } } };

test.each<
  readonly [
    what: string,
    id: string,
    values: Readonly<Record<string, JsonValue>>,
    body: JsonValue | undefined,
    selected: string,
  ]
>([
  ["all of its values", "listNotes", list, undefined, "first_notes 200"],
  [
    "a value that no scenario has",
    "listNotes",
    { ...list, "query page[size]": 3 },
    undefined,
    "first_notes 200 by default",
  ],
  [
    "an empty list that is not sent",
    "listNotes",
    {
      ...domain,
      "query page[number]": 50,
      "query page[size]": 2,
      "query pinned": false,
      "query sort": ["number"],
    },
    undefined,
    "no_notes 200",
  ],
  [
    "a body among scenarios of the same parameters",
    "createNote",
    domain,
    { data: { type: "notes", attributes: { text: " ", pinned: true } } },
    "note_blank 422",
  ],
  ["the other body", "createNote", domain, note, "note_created 201"],
  ["a body that no scenario has", "createNote", domain, {}, "note_created 201 by default"],
  [
    "a response without a body",
    "removeNote",
    { ...domain, "path noteNumber": 7, "header if-match": '"r7"' },
    undefined,
    "note_removed 204",
  ],
  ["nothing, where there is nothing to choose by", "getHealth", {}, undefined, "healthy 200"],
  [
    "fewer includes",
    "getNote",
    { ...domain, "path noteNumber": 7, "query with": ["writer"], "header x-language": "en-GB" },
    undefined,
    "note_shown 200",
  ],
  [
    "any includes, of an error",
    "getNote",
    { ...domain, "path noteNumber": 404, "query with": ["team"], "header x-language": "en" },
    undefined,
    "note_unknown 404",
  ],
  ["no include", "getVariablesCage", { ...domain, "path id": "cage-date" }, undefined, "date_cage 200"],
  [
    "more includes than the scenario of its id",
    "getVariablesCage",
    { ...domain, "path id": "cage-date", "query include": ["author"] },
    undefined,
    "full 200 by default",
  ],
  ["an unknown id", "getVariablesCage", { ...domain, "path id": "other" }, undefined, "full 200 by default"],
])("a request is answered by %s", (_, id, values, body, selected) => {
  expect(select(id, values, body)).toBe(selected);
});

test("each scenario is selected by its own request", () => {
  for (const each of further.operations)
    for (const scenario of each.scenarios)
      expect(selectScenario(each, scenario.values, scenario.body)).toEqual({ scenario, isMatch: true });
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
