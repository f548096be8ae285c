import { expect, test } from "vitest";
import {
  type Contract,
  createRedactor,
  credentialIn,
  type HttpRequest,
  readContract,
  requestFor,
  withCredential,
  withoutCredential,
} from "../src/index.ts";
import type { JsonObject, JsonValue } from "../src/json.ts";

// Parameters of each form and location, and credentials: as they are read, written and refused.

const components: JsonObject = {
  schemas: {
    Page: {
      type: "object",
      properties: { page: { type: "integer" }, sort: { type: "array", items: { type: "string" } } },
    },
    Created: { anyOf: [{ properties: { gt: { type: "integer" } } }, { type: "integer" }] },
    Name: { type: ["string", "null"], minLength: 2 },
  },
};

function contractWith(parameters: readonly JsonObject[], more: JsonObject = {}): Contract {
  return readContract({
    openapi: "3.1.1",
    info: { title: "T", version: "1" },
    paths: { "/a": { get: { operationId: "get", parameters, responses: {}, ...more } } },
    components: { ...components, securitySchemes: schemes },
  });
}

const schemes: JsonObject = {
  key: { type: "apiKey", in: "query", name: "api key" },
  session: { type: "apiKey", in: "cookie", name: "sid" },
};

const empty: HttpRequest = { method: "GET", path: "/a", query: "", headers: {}, body: "" };

const query = (schema: JsonValue, more: JsonObject = {}): JsonObject => ({
  name: "q",
  in: "query",
  schema,
  ...more,
});
const deep = { style: "deepObject" };

/** The value of the only parameter, and what is wrong with it. */
function judged(parameter: JsonObject, request: Partial<HttpRequest>): JsonValue[] {
  const { values, violations } = contractWith([parameter]).judge({ ...empty, ...request });
  const found = violations.map(({ message, part, pointer }) => `${part}${pointer} ${message}`);
  return [[...values.values()][0] ?? null, ...found];
}

test.each<[schema: JsonValue, text: string, value: JsonValue, violation?: string]>([
  [{ type: ["integer", "string"], pattern: "^-?\\d+$" }, "q=7", 7],
  [{ type: ["integer", "string"], pattern: "^-?\\d+$" }, "q=x", "x", "query q must match pattern"],
  [{ oneOf: [{ type: "string" }, { type: "array", items: { type: "string" } }] }, "q=a", "a"],
  [{ oneOf: [{ const: "*" }, { type: "array", items: { type: "integer" } }] }, "q=1&q=2", [1, 2]],
  [{ oneOf: [{ const: "*" }, { type: "array", items: { type: "integer" } }] }, "q=1", [1]],
  [{ type: ["integer", "string"], maximum: 5 }, "q=7", "7"],
  [{ anyOf: [{ type: "boolean" }, { type: "integer" }] }, "q=true", true],
  [{ enum: [1, "a"] }, "q=1", 1],
  [{ type: "string", enum: [true, 1] }, "q=true", "true"],
  [{ type: "integer", enum: ["1", "2"] }, "q=2", 2],
  [{}, "q=007", "007"],
  [{ $ref: "#/components/schemas/Name" }, "q=null", "null"],
  [{ $ref: "#/components/schemas/Name" }, "q=", "", "query q must have at least 2 characters"],
  [{ type: "array", items: { type: ["string", "null"] } }, "q=", [""]],
])("in a query, %j reads %s as %j", (schema, text, value, violation) => {
  const [found, message = ""] = judged(query(schema), { query: text });
  expect(found).toEqual(value);
  expect(message).toEqual(violation === undefined ? "" : expect.stringContaining(violation));
});

test("the members of an exploded object are parameters of their own", () => {
  const page = query({ $ref: "#/components/schemas/Page" }, { required: true });
  expect(judged(page, { query: "page=2&sort=a&sort=b" })).toEqual([{ page: 2, sort: ["a", "b"] }]);
  expect(judged(page, { query: "" })).toEqual([null]);
  expect(judged(page, { query: "page=x" })[1]).toBe("query q/page must be an integer");
  const { notes } = contractWith([page]).judge({ ...empty, query: "pag=2" });
  expect(notes[0]?.message).toContain("page was probably meant");
});

test("an open object takes each further name that nothing else has", () => {
  const open = query({ type: "object", additionalProperties: { type: "string" } });
  const limit = { name: "limit", in: "query", schema: { type: "integer" } };
  const contract = contractWith([open, limit], { security: [{ key: [] }] });
  const { notes, values } = contract.judge({
    ...empty,
    query: "limit=2&filter%5Ba%5D=1&api+key=s",
  });
  expect(values).toEqual(
    new Map<string, JsonValue>([
      ["query q", { "filter[a]": "1" }],
      ["query limit", 2],
    ]),
  );
  expect(notes).toEqual([]);
});

test.each<[schema: string, text: string, value: JsonValue]>([
  ["Created", "q%5Bgt%5D=5", { gt: 5 }],
  ["Created", "q=5", 5],
  ["Page", "q[page]=1&q[sort][]=a&q[sort][]=b", { page: 1, sort: ["a", "b"] }],
  ["Page", "q[sort][0]=a&q[sort][1]=b", { sort: ["a", "b"] }],
])("a deepObject of %s reads %s as %j", (name, text, value) => {
  const parameter = query({ $ref: `#/components/schemas/${name}` }, deep);
  expect(judged(parameter, { query: text })).toEqual([value]);
});

test("a deepObject without brackets, or nested without end, is a violation of its part", () => {
  const page = query({ $ref: "#/components/schemas/Page" }, deep);
  expect(judged(page, { query: "q=5" })[1]).toBe(
    "query q must be an object: write each member as q[member]=value",
  );
  const nested = `q${"[a]".repeat(5000)}=1`;
  expect(judged(query({ type: "object", maxProperties: 0 }, deep), { query: nested })[1]).toMatch(
    /^query q must /,
  );
  expect(judged(page, { query: "q[__proto__]=1&q[page]=2" })[0]).toMatchObject({ page: 2 });
});

test("cookies are read by name; one without a value is a violation of its part", () => {
  const cookie = { name: "lang", in: "cookie", required: true, schema: { type: "string" } };
  const withCookies = (text: string): JsonValue[] => judged(cookie, { headers: { cookie: text } });
  expect(withCookies('a=1; lang="d%20e"; b')).toEqual(["d e"]);
  expect(withCookies("lang")).toEqual([null, "cookie lang must have a value: lang=value"]);
  expect(withCookies("Lang=1")).toEqual([null, "cookie lang is required"]);
});

test.each<[parameter: JsonObject, value: JsonValue, written: Partial<HttpRequest>]>([
  [
    query({ $ref: "#/components/schemas/Page" }),
    { page: 1, sort: ["a"] },
    { query: "page=1&sort=a" },
  ],
  [
    query({ $ref: "#/components/schemas/Page" }, deep),
    { page: 1, sort: ["a b"] },
    { query: "q%5Bpage%5D=1&q%5Bsort%5D%5B%5D=a%20b" },
  ],
  [
    query({ $ref: "#/components/schemas/Page" }, { explode: false }),
    { page: 1 },
    { query: "q=page,1" },
  ],
  [
    query({ type: "array", items: { type: "string" } }, { style: "pipeDelimited", explode: false }),
    ["a", "b"],
    { query: "q=a|b" },
  ],
  [
    { name: "c", in: "cookie", schema: { type: "array", items: { type: "string" } } },
    ["a", "b;"],
    { headers: { cookie: "c=a; c=b%3B" } },
  ],
  [
    { name: "X-A", in: "header", schema: { $ref: "#/components/schemas/Page" }, explode: true },
    { page: 1 },
    { headers: { "x-a": "page=1" } },
  ],
])("%j with %j is written as it is read", (parameter, value, written) => {
  const contract = contractWith([parameter]);
  const [operation] = contract.operations;
  const [declared] = operation?.parameters ?? [];
  if (operation === undefined || declared === undefined) throw new Error("It was not read");
  const request = requestFor(operation, new Map([[declared.key, value]]));
  expect(request).toMatchObject(written);
  expect(contract.judge(request)).toMatchObject({
    values: new Map([[declared.key, value]]),
    violations: [],
    notes: [],
  });
});

test("an API key is in the query or in a cookie, and is written, read and removed there", () => {
  const contract = contractWith([], { security: [{ key: [] }, { session: [] }] });
  const [key, session] = contract.securitySchemes;
  if (key === undefined || session === undefined) throw new Error("They were not read");
  expect([key.key, session.key]).toEqual(["query api key", "cookie sid"]);
  const signed = withCredential(withCredential(empty, key, "a&b"), session, "s;t");
  expect(signed).toMatchObject({ query: "api%20key=a%26b", headers: { cookie: "sid=s%3Bt" } });
  expect([key, session].map((scheme) => credentialIn(signed, scheme))).toEqual(["a&b", "s;t"]);
  expect([key, session].reduce<HttpRequest>(withoutCredential, signed)).toEqual(empty);
  const shown = createRedactor(contract).message({
    ...signed,
    headers: { cookie: `${signed.headers["cookie"]}; theme=s3cr3t` },
  });
  expect(JSON.stringify(shown)).not.toMatch(/a%26b|s%3Bt|s3cr3t/);
  const { notes, unauthenticated } = contract.judge(withCredential(empty, key, "a"));
  expect([notes, unauthenticated]).toEqual([[], []]);
  expect(contract.judge(empty).unauthenticated).toMatchObject([
    { part: "query api key", message: "is required" },
  ]);
});

test("of a body that is not JSON, the media type and the presence are checked", () => {
  const requestBody = {
    required: true,
    content: { "multipart/form-data": {}, "text/*": { example: "a" }, "image/png": {} },
  };
  const { judge } = readContract({
    openapi: "3.1.1",
    info: { title: "T", version: "1" },
    paths: { "/a": { post: { requestBody, responses: {} } } },
  });
  const send = (type: string | undefined, body: string): string[] =>
    judge({
      ...empty,
      method: "POST",
      headers: type === undefined ? {} : { "content-type": type },
      body,
    }).violations.map(({ message, part }) => `${part} ${message}`);
  expect(send("multipart/form-data; boundary=x", "--x--")).toEqual([]);
  expect(send("text/csv", "a,b")).toEqual([]);
  expect(send("text/csv", "")).toEqual(["body is required"]);
  const list = "must be multipart/form-data or text/* or image/png";
  expect(send("application/json", "{}")).toEqual([
    `header content-type ${list}, but it is application/json`,
  ]);
  expect(send(undefined, "x")).toEqual([`header content-type ${list}, but there is none`]);
});

test("an example of a form is written by its media type", () => {
  const form = { a: "b c", list: [1, 2] };
  const contract = readContract({
    openapi: "3.1.1",
    info: { title: "T", version: "1" },
    paths: {
      "/a": {
        post: {
          requestBody: { content: { "application/x-www-form-urlencoded": { example: form } } },
          responses: { 204: {} },
        },
      },
    },
  });
  const [operation] = contract.operations;
  const scenario = operation?.defaultScenario;
  if (operation === undefined || scenario === undefined) throw new Error("It was not read");
  const request = requestFor(operation, scenario.values, scenario.body, scenario.mediaType);
  expect(request).toMatchObject({
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "a=b+c&list=1&list=2",
  });
  expect(contract.judge(request).violations).toEqual([]);
  expect(requestFor(operation, new Map(), { a: "b" }, "multipart/form-data").body).toContain(
    'name="a"\r\n\r\nb\r\n',
  );
});

test("a value that no text can be read as is a problem with its branches", () => {
  const lists = query({ type: "array", items: { type: "object", required: ["a"] } });
  expect(() => contractWith([lists])).toThrow(/query "q" may only be lists of objects/);
  const optional = { type: "object", properties: { a: { type: "object" }, b: { type: "string" } } };
  expect(judged(query(optional), { query: "b=1" })).toEqual([{ b: "1" }]);
});
