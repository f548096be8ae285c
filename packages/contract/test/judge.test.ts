import { describe, expect, test } from "vitest";
import { parseTarget } from "../src/http.ts";
import {
  type HttpRequest,
  type JudgedRequest,
  judgeResponse,
  readContract,
  type SecurityRequirement,
  type SecurityScheme,
  scenarioRequest,
  type Violation,
} from "../src/index.ts";
import type { JsonObject, JsonValue } from "../src/json.ts";
import { judgeSecurity } from "../src/judge.ts";
import { edited, further, operation } from "./contract.ts";

const mediaType = "application/vnd.api+json";

type Change = Omit<Partial<HttpRequest>, "headers"> & {
  readonly headers?: Readonly<Record<string, string | null>>;
};

// An operation, what is changed in its request, and what is reported.
const requests: readonly (readonly [id: string, change: Change, expected: string])[] = [
  ["listNotes", {}, ""],
  [
    "listNotes",
    { ...parseTarget("/v1/notes?page%5Bsize%5D=2&other=1"), headers: { "x-other": "1" } },
    "",
  ],
  ["listNotes", { headers: { "x-domain": null } }, "header x-domain required: is required"],
  [
    "listNotes",
    { ...parseTarget("/v1/notes?page%5Bsize%5D=two") },
    "query page[size] type: must be an integer",
  ],
  [
    "listNotes",
    { ...parseTarget("/v1/notes?sort=text,size") },
    'query sort/1 enum: must be one of "number", "text"',
  ],
  [
    "listNotes",
    { ...parseTarget("/v1/notes?sort=text&sort=number") },
    "query sort explode: must be sent once, but comes 2 times: write its items with commas between them, sort=a,b",
  ],
  [
    "listNotes",
    { ...parseTarget("/v1/notes?pinned=true&pinned=true") },
    "query pinned explode: must be sent once, but comes 2 times",
  ],
  ["listNotes", { ...parseTarget("/v1/notes?label=a&label=b&Pinned=maybe") }, ""],
  ["getNote", { ...parseTarget("/v1/notes/none") }, "path noteNumber type: must be an integer"],
  ["createNote", { body: "" }, "body required: is required"],
  ["editNote", { body: "", headers: { authorization: "bearer a.b-c==" } }, ""],
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
  ["createNote", { headers: { "content-type": "Application/VND.api+json; charset=utf-8" } }, ""],
  [
    "createNote",
    { body: '{"data":{"type":"x","attributes":{"text":"a","pinned":true}}}' },
    'body/data/type const: must be "notes"',
  ],
  [
    "listNotes",
    { headers: { "x-api-key": "", "x-api-secret": " " } },
    "header x-api-key security: is required, header x-api-secret security: is required",
  ],
  ...["Basic t", "Bearer", "Bearer a b", "x Bearer t"].map(
    (authorization) =>
      [
        "editNote",
        { headers: { authorization } },
        "header authorization security: must be Bearer and a token, with a space between them",
      ] as const,
  ),
  ["editNote", { headers: { authorization: "bearer  t" } }, ""],
];

// An operation, the body of its response, and what is reported.
const responses: readonly (readonly [
  id: string,
  status: number,
  body: JsonValue | undefined,
  expected: string,
])[] = [
  ["listNotes", 200, { data: [], links: { self: "/v1/notes", next: null } }, ""],
  ["listNotes", 418, {}, "status status: must be documented (200, 401), but is 418"],
  [
    "listNotes",
    200,
    { data: {}, links: { self: "/v1/notes", next: null } },
    "body/data type: must be a list",
  ],
  ["listNotes", 401, { status: 401, code: 1, title: "Unauthorized" }, "body/code const: must be 0"],
  ["removeNote", 204, {}, "body content: must be empty"],
  ["removeNote", 204, undefined, ""],
  [
    "getNote",
    200,
    { number: 8, text: "a", pinned: true, writer: { name: "Ada", homepage: "https://a.example" } },
    "body/number x-identifies: must equal path noteNumber of the request",
  ],
  [
    "getNote",
    200,
    { number: 7, text: "a", pinned: true },
    "body/writer x-includes: must be there, because with asks for writer",
  ],
  [
    "getNote",
    200,
    {
      number: 7,
      text: "a",
      pinned: true,
      writer: { name: "Ada", homepage: "https://a.example", team: { name: "a", size: 1 } },
    },
    "body/writer/team x-includes: must not be there, because the request does not ask for it",
  ],
];

function textOf(violations: readonly Violation[]): string {
  return violations
    .map(({ part, pointer, keyword, message }) => `${part}${pointer} ${keyword}: ${message}`)
    .join(", ");
}

/** The request of the first scenario, with keys and after a change. */
function changed(id: string, change: Change): HttpRequest {
  const [scenario] = operation(further, id).scenarios;
  if (scenario === undefined) throw new Error(`${id} has no scenario`);
  const request = scenarioRequest(operation(further, id), scenario);
  const headers = { ...request.headers, "x-api-key": "k", "x-api-secret": "s", ...change.headers };
  const sent = Object.entries(headers).filter(([, value]) => value !== null);
  return { ...request, ...change, headers: Object.fromEntries(sent) };
}

function judged(id: string, change: Change): JudgedRequest {
  return further.judge(changed(id, change));
}

describe("a request is validated", () => {
  test.each(requests)("of %s with %j", (id, change, expected) => {
    const { unauthenticated, violations } = judged(id, change);
    expect(textOf([...unauthenticated, ...violations])).toBe(expected);
  });

  test("and read into values and a body", () => {
    const { body, values } = judged("createNote", { body: '{"data":1}' });
    expect([...values.keys()]).toEqual(["header x-domain"]);
    expect(body).toEqual({ data: 1 });
    const list = judged("listNotes", {
      ...parseTarget("/v1/notes?label=a&label=b%2Cc&page[size]=2"),
    }).values;
    expect([list.get("query label"), list.get("query page[size]"), list.has("query sort")]).toEqual(
      [["a", "b,c"], 2, false],
    );
  });

  const scheme = { type: "apiKey" as const, description: "", bearerFormat: "", pointer: "" };
  const keys = (...headers: string[]): SecurityScheme[] =>
    headers.map((header) => ({ ...scheme, name: header, header }));

  test.each<readonly [string, SecurityRequirement[], Record<string, string>, string]>([
    ["anonymous if none is needed", [], {}, ""],
    ["anonymous if one requirement is empty", [[], keys("a", "b")], { a: "1" }, ""],
    [
      "near to one that it begins",
      [keys("a"), keys("b", "c", "d")],
      { b: "1" },
      "header c security: is required, header d security: is required",
    ],
    [
      "nearest to the one that lacks least",
      [keys("a", "b", "c"), keys("a", "d")],
      { a: "1" },
      "header d security: is required",
    ],
    [
      "without an inherited member",
      [keys("constructor")],
      {},
      "header constructor security: is required",
    ],
    [
      "of another scheme",
      [[{ ...scheme, name: "login", type: "basic", header: "Authorization" }]],
      { authorization: "Bearer t" },
      "header authorization security: must be Basic and name:password in base64, with a space between them",
    ],
  ])("with credentials that are %s", (_, security, headers, expected) => {
    const health = { ...operation(further, "getHealth"), security };
    expect(textOf(judgeSecurity(health, headers))).toBe(expected);
  });
});

describe("a response is validated", () => {
  const values = new Map<string, JsonValue>([
    ["query with", ["writer"]],
    ["path noteNumber", 7],
  ]);
  const headers = { "content-type": mediaType, "x-total": "3" };

  test.each(responses)("of %s %i %j", (id, status, body, expected) => {
    const response = { status, headers, body: JSON.stringify(body) ?? "" };
    const violations = judgeResponse(operation(further, id), response, values);
    expect(textOf(violations)).toBe(expected);
  });

  test.each([
    [{ "content-type": mediaType }, "header x-total required: is required"],
    [{ "content-type": mediaType, "x-total": "-1" }, "header x-total minimum: must be >= 0"],
  ])("by its headers %j", (sent, expected) => {
    const body = '{"data":[],"links":{"self":"/v1/notes","next":null}}';
    expect(
      textOf(
        judgeResponse(
          operation(further, "listNotes"),
          { status: 200, headers: sent, body },
          values,
        ),
      ),
    ).toBe(expected);
  });

  test.each([
    ["request", undefined, '{"number":7,"text":"a","pinned":true}', ""],
    ["response", values, "{", "body syntax: must be JSON, but cannot be parsed as it"],
  ])("without its includes if the %s could not be read", (_, asked, body, expected) => {
    const response = { status: 200, headers, body };
    const violations = judgeResponse(operation(further, "getNote"), response, asked);
    expect(textOf(violations)).toBe(expected);
  });
});

test.each([
  [
    {
      ...parseTarget(
        "/v1/notes?limt=5&lable=a&sort%5B0%5D=text&page_number=2&Pinned=1&constructor=1",
      ),
    },
    [
      "query limt: is ignored, because listNotes has no such parameter",
      "query lable: is ignored, because listNotes has no such parameter: label was probably meant",
      "query sort[0]: is ignored, because listNotes has no such parameter: sort was probably meant",
      "query page_number: is ignored, because listNotes has no such parameter: page[number] was probably meant",
      "query Pinned: is ignored, because listNotes has no such parameter: pinned was probably meant",
      "query constructor: is ignored, because listNotes has no such parameter",
    ],
  ],
  [{ body: "{}" }, ["body: is ignored, because listNotes takes none"]],
  [{ ...parseTarget("/v1/notes?sort=text") }, []],
  [
    { ...parseTarget("/v1/notes?label=a,b") },
    ['query label: has one item "a,b": two are label=a&label=b'],
  ],
])("what is ignored in %o is noted", (change, expected) => {
  const { notes } = judged("listNotes", change);
  expect(notes.map(({ message, part }) => `${part}: ${message}`)).toEqual(expected);
});

test.each(["undefined", "%7Bid%7D", ":id", "[object Object]"])(
  "a path with %s is noted",
  (segment) => {
    const { notes, violations } = further.judge({
      ...changed("getVariablesCage", {}),
      ...parseTarget(`/data_dictionary/variables_cages/${segment}`),
    });
    expect(violations).toEqual([]);
    expect(notes).toEqual([
      { part: "path id", message: expect.stringMatching(/^is ".*": is a variable not set/) },
    ]);
  },
);

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

test.each([
  [{ type: "string" }, "a%2Cb", ["a,b"]],
  [{ type: "string", format: "uuid" }, "a%2Cb", ["a", "b"]],
  [{ enum: ["a", "b"] }, "a%2cb,a", ["a", "b", "a"]],
  [{ enum: ["a,b", "b"] }, "a%2Cb", ["a,b"]],
  [{ type: "integer" }, "1%2C2", [1, 2]],
])("a list of %o has %s for %o", (items, text, expected) => {
  expect(judgedList(items, text).values.get("query q")).toEqual(expected);
});

test("in a header, %2C is no comma", () => {
  const { violations } = judgedList({ const: "c" }, "c%2Cc", "header");
  expect(textOf(violations)).toBe('header q/0 const: must be "c"');
});

/** A list in a parameter, as the contract reads it. */
function judgedList(items: JsonObject, text: string, place = "query"): JudgedRequest {
  const schema = { type: "array", items };
  const parameters = [{ name: "q", in: place, explode: false, schema }];
  const get = { operationId: "ping", security: [], parameters, responses: {} };
  const contract = readContract(edited({ "/paths/~1ping": { get } }));
  return contract.judge({
    method: "GET",
    ...parseTarget(`/ping?q=${text}`),
    headers: { q: text },
    body: "",
  });
}

test("a read-only member of a request is noted, and validated like any other", () => {
  const { judge } = readContract({
    openapi: "3.1.1",
    info: { title: "Things", version: "1" },
    paths: {
      "/things": {
        post: {
          requestBody: {
            content: {
              "application/json": {
                schema: {
                  type: "object",
                  required: ["id", "name"],
                  properties: {
                    id: { type: "integer", readOnly: true },
                    name: { type: "string" },
                  },
                },
              },
            },
          },
          responses: { "204": { description: "Made." } },
        },
      },
    },
  });
  const post = (body: JsonValue): JudgedRequest =>
    judge({
      method: "POST",
      path: "/things",
      query: "",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  expect(post({ name: "a" })).toMatchObject({ violations: [], notes: [] });
  const { notes, violations } = post({ id: "one", name: "a" });
  expect(textOf(violations)).toBe("body/id type: must be an integer");
  expect(notes).toEqual([
    { part: "body", message: "/id is read-only: a server ignores or refuses it" },
  ]);
});
