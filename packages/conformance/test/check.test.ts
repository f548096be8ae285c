import { readContract } from "@workflow-api/contract";
import { furtherContract } from "@workflow-api/workspace/fixtures";
import { describe, expect, test } from "vitest";
import {
  type Case,
  causeKey,
  checkResponse,
  deriveCases,
  type Finding,
  flawOfResponse,
  type ReadResponse,
} from "../src/index.ts";

const cases = deriveCases(readContract(furtherContract()));

function caseOf(title: string): Case {
  const found = cases.find((each) => each.title === title);
  if (found === undefined) throw new Error(`There is no case ${title}.`);
  return found;
}

/** The documented response of a scenario. */
function documentedFor({ expected: { scenario } }: Case): ReadResponse {
  const { body, mediaType = "" } = scenario?.response ?? {};
  const headers = { "content-type": mediaType };
  return { status: scenario?.status ?? 0, headers, body: JSON.stringify(body) };
}

const full = caseOf("getVariablesCage 200 full");
const right = documentedFor(full);
const namesOf = (testCase: Case, response: ReadResponse): string[] =>
  checkResponse(testCase, response).map(({ name }) => name);

test("nothing is found in what the contract documents", () => {
  expect(namesOf(full, right)).toEqual([]);
});

const typed = (type: string): Partial<ReadResponse> => ({ headers: { "content-type": type } });

test.each<[fault: string, finding: Finding["name"], title: string, Partial<ReadResponse>]>([
  ["accepts no credentials", "ignored_auth", "getVariablesCage 401 with no credentials", {}],
  [
    "accepts any secret",
    "ignored_auth",
    "getVariablesCage 401 with a wrong secret in X-API-KEY",
    {},
  ],
  ["needs no header", "missing_required_header", "getVariablesCage without X-Domain", {}],
  [
    "accepts a body of another type",
    "negative_data_rejection",
    "createNote with a body of text/plain",
    {},
  ],
  [
    "refuses what is valid",
    "positive_data_acceptance",
    "listNotes with all parameters",
    { status: 422 },
  ],
  ["responds with another status", "status_code_conformance", full.title, { status: 410 }],
  ["fails", "not_a_server_error", full.title, { status: 500 }],
  [
    "fails at a zero byte",
    "not_a_server_error",
    "getVariablesCage no 5XX with a zero byte for id",
    { status: 502 },
  ],
  ["has further paths", "status_code_conformance", "getVariablesCage with a further segment", {}],
  ["has further methods", "unsupported_method", "getVariablesCage by PUT", {}],
  ["redirects", "status_code_conformance", "getVariablesCage without X-Domain", { status: 302 }],
  [
    "responds with JSON of another type",
    "content_type_conformance",
    full.title,
    typed("application/json"),
  ],
  [
    "responds in another charset",
    "unreadable_response",
    full.title,
    typed("application/vnd.api+json; charset=latin1"),
  ],
  [
    "responds with a member twice",
    "unreadable_response",
    full.title,
    { body: right.body.replace("{", '{"data":1,') },
  ],
  [
    "omits a member",
    "response_schema_conformance",
    full.title,
    { body: right.body.replace('"type":"custom",', "") },
  ],
  [
    "omits what was asked for",
    "include_conformance",
    full.title,
    { body: right.body.replace(/"relationships":.*$/, '"relationships":{}}}') },
  ],
  [
    "includes more than was asked for",
    "include_conformance",
    "getVariablesCage 200 full including nothing",
    {},
  ],
  [
    "responds with another resource",
    "identity_conformance",
    full.title,
    { body: right.body.replace('"id":"cage-text"', '"id":"cage-date"') },
  ],
  [
    "responds without a header",
    "response_headers_conformance",
    "createNote 201 note_created",
    { status: 201 },
  ],
])("a server that %s is found by %s", (_, name, title, change) => {
  expect(namesOf(caseOf(title), { ...right, ...change })).toContain(name);
});

test("a body of another type has one finding where two schemas name the type", () => {
  const schema = { allOf: [{ type: "object" }, { type: "object" }] };
  const content = { "application/json": { schema } };
  const get = { responses: { 200: { description: "Well.", content } } };
  const info = { title: "A", version: "1" };
  const [first] = deriveCases(readContract({ openapi: "3.1.1", info, paths: { "/a": { get } } }));
  if (first === undefined) throw new Error("There is no case.");
  const response = { status: 200, headers: { "content-type": "application/json" }, body: "[]" };
  expect(checkResponse(first, response)).toHaveLength(1);
});

test("a redirect is shown by its host alone", () => {
  const location = "https://user:word@login.example/path?token=1";
  const [found] = checkResponse(full, { status: 302, headers: { location }, body: "" });
  expect(found?.message).toBe(
    "Expected 200, got 302 with the Location https://login.example/…: " +
      "the request is that of the scenario.",
  );
});

test("what a server sends for an unusual request is judged by its status alone", () => {
  const unusual = caseOf("getVariablesCage no 5XX with a zero byte for id");
  expect(namesOf(unusual, { ...right, body: "{}" })).toEqual([]);
});

test.each([502, 503, 504])("%d is a fault of the gateway, whatever was sent", (status) => {
  const malformed = caseOf("createNote with a body of text/plain");
  const [found] = checkResponse(malformed, { ...right, status });
  expect(found).toMatchObject({ part: "status", keyword: String(status) });
});

test("one fault is one finding", () => {
  const refused = { ...right, status: 401 };
  expect(namesOf(full, refused)).toEqual(["status_code_conformance"]);
  for (const body of ['{"data":[]}', right.body.replace('"type":"custom"', '"type":1')])
    expect(namesOf(full, { ...right, body })).toEqual(["response_schema_conformance"]);
  const faults = [{ part: "body", pointer: "", keyword: "encoding", message: "must be UTF-8" }];
  expect(namesOf(full, { ...right, body: "", faults })).toEqual(["unreadable_response"]);
});

/** What two findings of one fault have in common, in different operations. */
function partOfCause({ cause }: Finding): string {
  return causeKey({ ...cause, operationId: "", place: "" });
}

test("one fault has one cause, in whichever operation it shows", () => {
  const causesOf = (some: readonly Case[], response: ReadResponse): Set<string> =>
    new Set(some.flatMap((each) => checkResponse(each, response).slice(-1).map(partOfCause)));
  const scenarios = cases.filter(({ expected }) => expected.scenario?.status === 200);
  expect(causesOf(scenarios, { ...right, body: "{" }).size).toBe(1);
  const invalid = cases.filter(({ broken, pointer }) => {
    return broken?.keyword === "minimum" && pointer.includes("/Condition/");
  });
  expect(new Set(invalid.map(({ at }) => at)).size).toBeGreaterThan(1);
  expect(causesOf(invalid, right).size).toBe(1);
  const found = checkResponse(full, { ...right, body: '{"data":{}}' });
  const lacking = found.filter(({ keyword }) => keyword === "required");
  expect(lacking.length).toBeGreaterThan(1);
  expect(new Set(lacking.map(partOfCause)).size).toBe(1);
});

test("a redirect or a failure answers no open question", () => {
  const invalid = caseOf('getVariablesCage include /0 "unknown", against enum');
  for (const status of [302, 500])
    expect(checkResponse(invalid, { ...right, status })[0]?.observed).toEqual([]);
  expect(checkResponse(invalid, right)[0]?.observed).not.toEqual([]);
});

test("a member under another name is no answer that it may be absent", () => {
  const answers = (body: object): unknown[] =>
    checkResponse(full, { ...right, body: JSON.stringify(body) })
      .filter(({ keyword }) => keyword === "required")
      .flatMap(({ observed }) => observed.map(({ answer }) => answer));
  expect(answers({})).toEqual(["absent"]);
  expect(answers({ other: 1 })).toEqual(["absent"]);
  for (const name of ["Data", "data_", "theData", "dat"])
    expect(answers({ [name]: 1 }), name).toEqual([]);
});

describe("a finding", () => {
  test("says what is expected, what came and why", () => {
    const response = { status: 500, headers: {}, body: "" };
    expect(checkResponse(full, response)).toMatchObject([
      {
        name: "not_a_server_error",
        operationId: "getVariablesCage",
        message: "Expected 200, got 500: the request is that of the scenario.",
      },
    ]);
  });

  test("holds the violation of the contract, and nothing of the body", () => {
    const response = {
      status: 200,
      headers: { "content-type": "application/vnd.api+json" },
      body: '{"data":"secret text"}',
    };
    const [first] = checkResponse(full, response);
    expect(first).toMatchObject({
      name: "response_schema_conformance",
      message: "The body of the 200 at /data must be an object.",
      part: "200 body /data",
      keyword: "type",
    });
    expect(JSON.stringify(first)).not.toContain("secret text");
  });

  test("is none of what an invalid example of the contract has, sent as it is", () => {
    const schema = { type: "object", required: ["id"], properties: { count: { type: "integer" } } };
    const example = { count: "7" };
    const content = { "application/json": { schema, examples: { seven: { value: example } } } };
    const info = { title: "A", version: "1" };
    const get = { responses: { 200: { description: "Well.", content } } };
    const flawed = readContract({ openapi: "3.1.1", info, paths: { "/a": { get } } });
    const [first] = deriveCases(flawed);
    if (first === undefined) throw new Error("There is no case.");
    const responseOf = (body: unknown) => ({
      status: 200,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(checkResponse(first, responseOf(example))).toEqual([]);
    const pointer = "/paths/~1a/get/responses/200/content/application~1json/examples/seven/value";
    expect(flawOfResponse(first, responseOf(example))).toEqual({
      message:
        'The contract\'s example seven of getA is invalid: response must have the member "id".',
      pointer,
    });
    const other = checkResponse(first, responseOf({ count: "8" }));
    expect(other.map(({ keyword, part }) => [part, keyword])).toEqual([
      ["200 body /count", "type"],
    ]);
    expect(flawOfResponse(first, responseOf({ id: 1, count: 7 }))).toBe(undefined);
  });
});
