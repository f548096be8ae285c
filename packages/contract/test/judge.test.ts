import { describe, expect, test } from "vitest";
import { parseTarget } from "../src/http.ts";
import {
  type Contract,
  decodeText,
  type HttpRequest,
  type JudgedRequest,
  judgeResponse,
  readContract,
  requestFor,
  type Violation,
} from "../src/index.ts";
import type { JsonObject, JsonValue } from "../src/json.ts";
import { edited, further, operation, SCHEMES } from "./contract.ts";

const mediaType = "application/vnd.api+json";

/** What is changed in the request of the first scenario. */
interface Change {
  readonly target?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

function changed(id: string, { target, headers, body }: Change): HttpRequest {
  const [scenario] = operation(further, id).scenarios;
  if (scenario === undefined) throw new Error(`${id} has no scenario`);
  const request = requestFor(operation(further, id), scenario.values, scenario.body);
  return {
    ...request,
    ...(target !== undefined && parseTarget(target)),
    ...(body !== undefined && { body }),
    headers: { ...request.headers, "x-api-key": "k", "x-api-secret": "s", ...headers },
  };
}

/** The further contract with an operation at `/ping`. */
function withPing(method: string, parts: JsonObject): Contract {
  const ping = { operationId: "ping", security: [], responses: {}, ...parts };
  return readContract(edited({ "/paths/~1ping": { [method]: ping } }));
}

function textOf(violations: readonly Violation[]): string {
  return violations
    .map(({ part, pointer, keyword, message }) => `${part}${pointer} ${keyword}: ${message}`)
    .join(", ");
}

describe("a request is validated", () => {
  test.each<[id: string, change: Change, violations: string]>([
    ["listNotes", { target: "/v1/notes?label=a&label=b&other=1" }, ""],
    [
      "listNotes",
      { target: "/v1/notes?sort=text&sort=number" },
      "query sort explode: must be sent once, but comes 2 times: " +
        "write its items with commas between them, sort=a,b",
    ],
    [
      "listNotes",
      { target: "/v1/notes?pinned=true&pinned=true" },
      "query pinned explode: must be sent once, but comes 2 times",
    ],
    ["getNote", { target: "/v1/notes/none" }, "path noteNumber type: must be an integer"],
    ["createNote", { body: "" }, "body required: is required"],
    ["editNote", { body: "" }, ""],
    ["createNote", { body: "{" }, "body syntax: must be JSON, but cannot be parsed as it"],
    [
      "createNote",
      { headers: { "content-type": "application/json; charset=utf-8" } },
      `header content-type mediaType: must be ${mediaType}, but it is application/json`,
    ],
    [
      "createNote",
      { headers: { "content-type": " " } },
      `header content-type mediaType: must be ${mediaType}, but there is none`,
    ],
    ["createNote", { headers: { "content-type": "Application/VND.api+json ; charset=utf-8" } }, ""],
  ])("of %s with %j", (id, change, violations) => {
    expect(textOf(further.judge(changed(id, change)).violations)).toBe(violations);
  });

  test("and read into values and a body", () => {
    const { body, values } = further.judge(changed("createNote", { body: '{"data":1}' }));
    expect([...values.keys()]).toEqual(["header x-domain"]);
    expect(body).toEqual({ data: 1 });
  });

  test.each<[security: JsonValue[], headers: Record<string, string>, problems: string[]]>([
    [[], {}, []],
    [[{}, { a: [], b: [] }], { a: "1" }, []],
    [[{ a: [], b: [] }], { b: " " }, ["header a", "header b"]],
    [
      [
        { a: [], b: [] },
        { c: [], a: [] },
      ],
      { c: "1" },
      ["header a"],
    ],
    [[{ bearer: [] }, { a: [], b: [] }], { a: "1" }, ["header b"]],
    [[{ constructor: [] }], {}, ["header constructor"]],
    [[{ bearer: [] }], { authorization: "bearer  a.b-c==" }, []],
    [[{ bearer: [] }], { authorization: "Basic t" }, ["header authorization"]],
    [[{ bearer: [] }], { authorization: "x Bearer t" }, ["header authorization"]],
  ])("by the security %j with %j", (security, headers, problems) => {
    const names = ["a", "b", "c", "constructor"];
    const keys = names.map((name) => [
      `${SCHEMES}/${name}`,
      { type: "apiKey", in: "header", name },
    ]);
    const contract = readContract(
      edited({
        "/paths/~1ping": { get: { operationId: "ping", security, responses: {} } },
        [`${SCHEMES}/bearer`]: { type: "http", scheme: "bearer" },
        ...Object.fromEntries(keys),
      }),
    );
    const request = { method: "GET", path: "/ping", query: "", headers, body: "" };
    const { unauthenticated } = contract.judge(request);
    expect(unauthenticated.map(({ part }) => part)).toEqual(problems);
  });
});

describe("a response is validated", () => {
  const values = new Map<string, JsonValue>([
    ["query with", ["writer"]],
    ["path noteNumber", "7"],
  ]);
  const headers = { "content-type": mediaType, "x-total": "3" };
  const note = { number: 7, text: "a", pinned: true };
  const writer = { name: "Ada", homepage: "https://a.example" };
  const list = { data: [], links: { self: "/v1/notes", next: null } };

  test.each<[id: string, status: number, body: JsonValue | undefined, violations: string]>([
    ["listNotes", 200, list, ""],
    ["listNotes", 200, { ...list, data: {} }, "body/data type: must be a list"],
    ["listNotes", 418, {}, "status status: must be documented (200, 401), but is 418"],
    ["removeNote", 204, {}, "body content: must be empty"],
    ["removeNote", 204, undefined, ""],
    [
      "getNote",
      200,
      { ...note, writer, number: 8 },
      "body/number x-identifies: must equal path noteNumber of the request",
    ],
    ["getNote", 200, note, "body/writer x-includes: must be there, because with asks for writer"],
    [
      "getNote",
      200,
      { ...note, writer: { ...writer, team: { name: "a", size: 1 } } },
      "body/writer/team x-includes: must not be there, because the request does not ask for it",
    ],
  ])("of %s %i %j", (id, status, body, violations) => {
    const response = { status, headers, body: JSON.stringify(body) ?? "" };
    expect(textOf(judgeResponse(operation(further, id), response, values).violations)).toBe(
      violations,
    );
  });

  test("by its headers", () => {
    const keywordsOf = (sent: Record<string, string>): string[] => {
      const response = { status: 200, headers: sent, body: JSON.stringify(list) };
      const { violations } = judgeResponse(operation(further, "listNotes"), response, values);
      return violations.map(({ keyword, part }) => `${part} ${keyword}`);
    };
    expect(keywordsOf({ "content-type": mediaType })).toEqual(["header x-total required"]);
    expect(keywordsOf({ ...headers, "x-total": "-1" })).toEqual(["header x-total minimum"]);
  });

  test("by its range, and by JSON even if another media type is documented", () => {
    const media = { schema: { type: "integer" } };
    const content = { "application/json": media, "application/*": {}, "text/csv": {} };
    const responses = {
      "4XX": { description: "Failed.", content },
      "500": { description: "Shown.", content: { "image/*": {} } },
      default: { description: "Else.", content: { "application/json": {} } },
    };
    const ping = operation(withPing("get", { responses }), "ping");
    const keywordsOf = (status: number, type: string, body = '"a"'): string[] => {
      const response = { status, headers: { "content-type": type }, body };
      return judgeResponse(ping, response, undefined).violations.map(({ keyword }) => keyword);
    };
    expect(keywordsOf(404, "application/json")).toEqual(["type"]);
    expect(keywordsOf(404, "application/pdf")).toEqual([]);
    expect(keywordsOf(404, "Text/CSV; charset=utf-8")).toEqual([]);
    expect(keywordsOf(404, "text/html")).toEqual(["mediaType"]);
    expect(keywordsOf(500, "text/html")).toEqual([]);
    // Whatever is documented, these have no body.
    expect(keywordsOf(304, "", "")).toEqual([]);
    expect(keywordsOf(204, "application/json", "1")).toEqual(["content"]);
  });

  test("without its includes and ids if the request was not read", () => {
    const response = { status: 200, headers, body: JSON.stringify(note) };
    expect(judgeResponse(operation(further, "getNote"), response, undefined).violations).toEqual(
      [],
    );
  });
});

describe("a body of JSON that not every reader reads the same breaks the contract", () => {
  const bytesOf = (...parts: readonly (string | number)[]): Buffer =>
    Buffer.concat(
      parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.of(part))),
    );
  const content = { "application/json": { schema: true } };
  const contract = withPing("post", {
    requestBody: { content },
    responses: { "200": { content } },
  });
  test.each<[found: string, bytes: Buffer, charset?: string]>([
    ["", bytesOf('{"a":"é","b":"\ufffd","c":"\\ud800"}')],
    ["", bytesOf('{"a":{"a":1},"b":[{"a":1},{"a":1}],"c":"{\\"a\\":1,\\"a\\":1}"}'), "UTF-8"],
    ["body encoding ", bytesOf('{"a":"', 0xe9, '"}')],
    ["body encoding ", bytesOf('{"a":"', 0xed, 0xa0, 0x80, '"}')],
    ["body encoding ", bytesOf('\ufeff{"a":1}')],
    ["body duplicate /a", bytesOf('{"a":1,"b":2,"a":1}')],
    ["body duplicate /a", bytesOf('{"a":1,"\\u0061":1}')],
    ["body duplicate /x~1y/1/a", bytesOf('{"x/y":["a",{"a":",","a":1}]}')],
    ["header content-type charset ", bytesOf('{"a":1}'), "iso-8859-1"],
    ["body syntax ", bytesOf("{")],
  ])("%s", (found, bytes, charset) => {
    const type = `application/json${charset === undefined ? "" : `; charset=${charset}`}`;
    const message = { headers: { "content-type": type }, body: decodeText(bytes) };
    const request = { ...message, method: "POST", path: "/ping", query: "" };
    const response = { ...message, status: 200 };
    const judged = [
      contract.judge(request),
      judgeResponse(operation(contract, "ping"), response, undefined),
    ];
    for (const { violations } of judged)
      expect(violations.map((each) => `${each.part} ${each.keyword} ${each.pointer}`).join()).toBe(
        found,
      );
  });
});

test("a pattern that is not matched is noted", () => {
  const schema = { type: "string", pattern: "^(?=(a+)+$)" };
  const contract = withPing("post", {
    parameters: [{ in: "query", name: "q", schema }],
    requestBody: { content: { "application/json": { schema } } },
    responses: { "200": { content: { "application/json": { schema } } } },
  });
  const text = "a".repeat(3000);
  const message = { headers: { "content-type": "application/json" }, body: `"${text}!"` };
  const request = { ...message, method: "POST", path: "/ping", query: `q=${text}!` };
  const { notes, violations } = contract.judge(request);
  expect(violations).toEqual([]);
  expect(notes.map(({ part }) => part)).toEqual(["query q", "body"]);
  expect(notes[0]?.message).toContain("is not matched");
  const response = judgeResponse(
    operation(contract, "ping"),
    { ...message, status: 200 },
    undefined,
  );
  expect([response.violations, response.notes]).toMatchObject([[], [{ part: "body" }]]);
});

test("what is ignored, or rarely meant, is noted", () => {
  const notesOf = (target: string, body = ""): string[] =>
    further
      .judge({ method: "GET", ...parseTarget(target), headers: {}, body })
      .notes.map(({ message, part }) => `${part}: ${message}`);
  const ignored = "is ignored, because listNotes has no such parameter";
  const query =
    "soar=5&lable=a&sort%5B0%5D=text&page_number=2&Pinned=1&constructor=1&label=a,b&pinned=a,b";
  expect(notesOf(`/v1/notes?${query}`, "{}")).toEqual([
    `query soar: ${ignored}`,
    `query lable: ${ignored}: label was probably meant`,
    `query sort[0]: ${ignored}: sort was probably meant`,
    `query page_number: ${ignored}: page[number] was probably meant`,
    `query Pinned: ${ignored}: pinned was probably meant`,
    `query constructor: ${ignored}`,
    "body: is ignored, because listNotes takes none",
    'query label: has one item "a,b": two are label=a&label=b',
  ]);
  expect(notesOf("/v1/notes?sort=text")).toEqual([]);
  expect(notesOf("/v1/notes?label=undefined&label=%5Bobject%20Object%5D&label=9+02:00")).toEqual([
    "query label: is undefined: was a variable not set?",
    "query label: is [object Object]: was a variable not set?",
    "query label: ends with +02:00, whose + is a space in a query: write %2B",
  ]);
});

test("a request to no operation is only routed", () => {
  const request = { method: "PATCH", ...parseTarget("/v1/notes?x=1"), headers: {}, body: "{" };
  expect(further.judge(request)).toMatchObject({
    operation: undefined,
    methods: ["GET", "POST"],
    unauthenticated: [],
    violations: [],
    notes: [],
  });
});

/** A list in a parameter, as the contract reads it. */
function judgedList(items: JsonObject, text: string, place: string): JudgedRequest {
  const schema = { type: "array", items };
  const parameters = [{ name: "q", in: place, explode: false, schema }];
  const sent = { path: "/ping", query: `q=${text}`, headers: { q: text }, body: "" };
  return withPing("get", { parameters }).judge({ method: "GET", ...sent });
}

test.each([
  ["query", { type: "string" }, "a%2Cb", ["a,b"]],
  ["query", { enum: ["a", "b"] }, "a%2cb,a", ["a", "b", "a"]],
  ["query", { enum: ["a,b", "b"] }, "a%2Cb", ["a,b"]],
  ["query", { type: "integer" }, "1%2C2", [1, 2]],
  ["header", { const: "c" }, "c%2Cc", ["c%2Cc"]],
])("a list in a %s of %o has %s for %o", (place, items, text, expected) => {
  expect(judgedList(items, text, place).values.get(`${place} q`)).toEqual(expected);
});

test("a read-only member of a request is noted, and validated like any other", () => {
  const id = { type: "integer", readOnly: true };
  const schema = { type: "object", required: ["id", "name"], properties: { id } };
  const { judge } = withPing("post", { requestBody: { content: { [mediaType]: { schema } } } });
  const judged = (body: JsonValue): JudgedRequest => {
    const headers = { "content-type": mediaType };
    return judge({ method: "POST", path: "/ping", query: "", headers, body: JSON.stringify(body) });
  };
  expect(judged({ name: "a" })).toMatchObject({ violations: [], notes: [] });
  const empty = { method: "POST", path: "/ping", query: "", headers: {}, body: "" };
  expect(judge(empty).violations).toEqual([]);
  const { notes, violations } = judged({ id: "one", name: "a" });
  expect(textOf(violations)).toBe("body/id type: must be an integer");
  expect(notes).toEqual([
    { part: "body", message: "/id is read-only: a server ignores or refuses it" },
  ]);
});
