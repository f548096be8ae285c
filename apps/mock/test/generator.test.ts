import { readContract } from "@workflow-api/contract";
import type { JsonObject } from "@workflow-api/contract/json";
import { expect, test } from "vitest";
import { createMock, type Mock } from "../src/index.ts";
import { createMockOf } from "../src/mock.ts";
import { brokenExamples } from "../src/response/generator.ts";
import { get, json } from "./support/requests.ts";

// How bodies and headers are made: from an example, by Prism, or by the sampler.

const string = { type: "string" };
const list = { type: "array", items: string, maxItems: 30 };

interface Parts {
  readonly schema?: object;
  readonly example?: unknown;
  readonly headers?: object;
  readonly responses?: object;
}

/** A contract with one operation. */
function documentOf(
  path: string,
  { example, headers = {}, responses, schema = {} }: Parts,
): JsonObject {
  const media = { schema, ...(example !== undefined && { example }) };
  const content = { "application/json": media };
  const ok = { "200": { description: "Done.", headers, content } };
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const parameters = names.map((name) => ({ name, in: "path", required: true, schema: string }));
  const all = { ...ok, ...responses };
  const get = { operationId: "getIt", parameters, responses: all };
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const linked = (member: string, target: object) => ({
    type: "object",
    required: ["id", member],
    properties: { id: string, [member]: target },
  });
  const schemas = {
    User: linked("posts", { type: "array", items: ref("Post") }),
    Post: linked("comments", { type: "array", items: ref("Comment"), minItems: 1 }),
    Comment: { type: "object", properties: { id: string, author: ref("User") } },
  };
  const info = { title: "One", version: "1" };
  const document = { openapi: "3.1.1", info, paths: { [path]: { get } }, components: { schemas } };
  return JSON.parse(JSON.stringify(document));
}

function mockOf(parts: Parts, path = "/it"): Mock {
  return createMock(readContract(documentOf(path, parts)));
}

const pattern = { type: "object", required: ["a"], properties: { a: { pattern: "^[0-9]{4}$" } } };

test("the whole mock is random if it is asked to be", async () => {
  const contract = readContract(documentOf("/it", { schema: pattern, example: { a: "0000" } }));
  const mock = createMock(contract, { isDynamic: true });
  const bodies = new Set<string>();
  for (let sent = 0; sent < 20; sent++) {
    const { body } = await mock.respond(get("/it"));
    expect(JSON.parse(body)).toEqual({ a: expect.stringMatching(/^\d{4}$/) });
    bodies.add(body);
  }
  expect(bodies.size).toBeGreaterThan(1);
});

test.each([0, 1, 25])("a generated list has the %i items that are asked for", async (items) => {
  const mock = mockOf({ schema: { type: "object", properties: { data: list } } });
  const preferred = await mock.respond(get("/it", { prefer: `items=${items}` }));
  expect(json(preferred)["data"] ?? []).toHaveLength(items);
  expect(preferred.headers["mock-scenario"]).toBe("generated; preferred");
  mock.controls.setSequence("getIt", [`items=${items}`]);
  expect(await mock.respond(get("/it"))).toMatchObject({ body: preferred.body });
});

test("a preferred length is noted where there is no list", async () => {
  const { headers } = await mockOf({ schema: string }).respond(get("/it", { prefer: "items=2" }));
  expect(headers["mock-note"]).toContain("has no list");
});

test("a generated body has no member that is only written", async () => {
  const properties = { id: string, password: { ...string, writeOnly: true } };
  const schema = { type: "object", required: ["id", "password"], properties };
  const { body } = await mockOf({ schema }).respond(get("/it"));
  expect(JSON.parse(body)).toEqual({ id: "string" });
});

test("schemas that refer to each other are generated", async () => {
  const contract = readContract(
    documentOf("/it", { schema: { $ref: "#/components/schemas/User" } }),
  );
  for (const mock of [createMock(contract), createMockOf(contract, { loadPrism: undefined })]) {
    const { body, status } = await mock.respond(get("/it"));
    const shape = contract.operations[0]?.responses[0]?.content[0]?.shape;
    expect([status, shape?.violations(JSON.parse(body))]).toEqual([200, []]);
  }
});

test("where no value conforms to the schema, a note says so", async () => {
  const { headers } = await mockOf({ schema: { not: {} } }).respond(get("/it"));
  expect(headers["mock-note"]).toContain("no valid value was found");
});

test("an example that breaks its schema is sent with a note, and listed", async () => {
  const contract = readContract(documentOf("/it", { schema: string, example: 7 }));
  const { body, headers } = await createMock(contract).respond(get("/it"));
  expect([body, headers["mock-note"]]).toEqual(["7", "response body must be a string"]);
  expect(await brokenExamples(contract)).toEqual([
    expect.stringMatching(/^\(document\):1: getIt 200 \w+: response body must be a string$/),
  ]);
});

test("headers that are required or have an example are sent, the others are omitted", async () => {
  const headers = {
    "X-Needed": { required: true, schema: { type: "integer", minimum: 7 } },
    "X-Optional": { schema: string },
    "X-Name": { schema: string, example: "Grüße\n" },
    "X-Total-Count": { schema: { type: "integer", examples: [42] } },
  };
  const response = await mockOf({ headers, schema: string }).respond(get("/it"));
  expect(response.headers).toEqual({
    "content-type": "application/json",
    "mock-scenario": "generated",
    "x-name": "Gr\\u00fc\\u00dfe\\u000a",
    "x-needed": "7",
    "x-total-count": "42",
  });
});

test("an example of a schema is preferred to its enum, on the server and in a page", async () => {
  const state = { enum: ["FAILURE", "SUCCESS"], examples: ["SUCCESS"] };
  const schema = { type: "object", properties: { state: { allOf: [state, { title: "State" }] } } };
  const contract = readContract(documentOf("/it", { schema }));
  for (const mock of [createMock(contract), createMockOf(contract, { loadPrism: undefined })])
    expect(await mock.respond(get("/it"))).toMatchObject({ body: '{"state":"SUCCESS"}' });
});

test("the id that was asked for is in the body even if it is the example of the path", async () => {
  const document = JSON.stringify(documentOf("/users/{id}", { example: { id: "b" } }));
  const parameter = '"name":"id",';
  const mock = createMock(
    readContract(JSON.parse(document.replace(parameter, `${parameter}"example":"a",`))),
  );
  const response = await mock.respond(get("/users/a"));
  expect(response.body).toBe('{"id":"a"}');
  expect(response.headers["mock-scenario"]).toBe("example; matched");
});

test("a query value that changes nothing in a generated response is a note", async () => {
  const document = documentOf("/it", { schema: list });
  const page = { name: "page", in: "query", schema: { type: ["integer", "string"], default: 1 } };
  const mock = createMock(
    readContract(
      JSON.parse(JSON.stringify(document).replace('"parameters":[', `$&${JSON.stringify(page)}`)),
    ),
  );
  const note = "query page is 2, which changes nothing in a generated response";
  expect((await mock.respond(get("/it?page=2"))).headers["mock-note"]).toBe(note);
  expect((await mock.respond(get("/it?page=1"))).headers).not.toHaveProperty("mock-note");
  // A mistake is reported once.
  const unset = "query page is undefined: was a variable not set?";
  expect((await mock.respond(get("/it?page=undefined"))).headers["mock-note"]).toBe(unset);
});

test("a header that frames the message is not taken from a contract or a sequence", async () => {
  const framing = { "Content-Encoding": { schema: string, example: "gzip" } };
  const mock = mockOf({ headers: framing, schema: string });
  const note = "response header content-encoding is not sent as it is given";
  const { headers } = await mock.respond(get("/it"));
  expect(headers).toMatchObject({ "mock-note": expect.stringContaining(note) });
  expect(headers).not.toHaveProperty("content-encoding");
  mock.controls.setSequence("getIt", [{ status: 200, headers: { "Content-Encoding": "br" } }]);
  const queued = await mock.respond(get("/it"));
  expect(queued.headers["mock-note"]).toContain(note);
  expect(queued.headers).not.toHaveProperty("content-encoding");
});

test.each([
  ["text/csv", { example: "a,b\n1,2\n" }, "a,b\n1,2\n", undefined],
  ["image/png", {}, "", "response body is empty: image/png is not generated"],
  ["image/*", {}, "", "response body is empty: image/png is not generated"],
])("a body of %s is the example %j, or empty with a note", async (...row) => {
  const [mediaType, media, body, note] = row;
  const responses = { "200": { description: "Done.", content: { [mediaType]: media } } };
  const response = await mockOf({ responses }).respond(get("/it", { accept: "*/*" }));
  expect(response).toMatchObject({ status: 200, body });
  expect(response.headers["content-type"]).toBe(mediaType.replace("*", "png"));
  expect(response.headers["mock-note"]).toBe(note);
});

test("a body that is not JSON is sent to a client that does not name its media type", async () => {
  const responses = { "200": { description: "Done.", content: { "image/png": {} } } };
  const accept = "application/json";
  expect(await mockOf({ responses }).respond(get("/it", { accept }))).toMatchObject({
    status: 200,
    headers: { "content-type": "image/png" },
  });
});

test("a client gets the media type that it accepts, of JSON and of others", async () => {
  const content = {
    "application/json": { example: 1 },
    "text/csv": { example: "a,b" },
  };
  const mock = mockOf({ responses: { "200": { description: "Done.", content } } });
  const bodyFor = async (accept: string) => (await mock.respond(get("/it", { accept }))).body;
  expect(await bodyFor("text/csv")).toBe("a,b");
  expect(await bodyFor("*/*")).toBe("1");
});

test("a documented error without example has its documented form", async () => {
  const schema = { type: "object", required: ["why"], properties: { why: string } };
  const content = { "application/json": { schema } };
  const responses = { "406": { description: "Not acceptable.", content } };
  const mock = mockOf({ responses, example: 1 });
  const refused = await mock.respond(get("/it", { accept: "text/html" }));
  expect(refused).toMatchObject({ status: 406, headers: { "content-type": "application/json" } });
  expect(json(refused)).toEqual({ why: expect.any(String) });
});

test.each([
  ["/users/{id}", { id: "a" }, "/id", "is the id of the path"],
  ["/users/{userId}", { data: { id: "a" } }, "/data/id", "is the userId of the path"],
])("the id of %s is that of the body %j, and a note says why", async (path, example, at, note) => {
  const mock = mockOf({ example }, path);
  const { body, headers } = await mock.respond(get("/users/b-7"));
  expect(JSON.parse(body)).toEqual(JSON.parse(JSON.stringify(example).replace('"a"', '"b-7"')));
  expect(headers["mock-note"]).toContain(`response body${at} ${note}`);
});

test("no id is put into a member whose schema asks for more", async () => {
  const schema = { type: "object", properties: { id: { ...string, pattern: "^usr_" } } };
  const mock = mockOf({ example: { id: "usr_1" }, schema }, "/users/{id}");
  expect(json(await mock.respond(get("/users/usr_2")))).toEqual({ id: "usr_1" });
});

test.each([
  ["/users/{id}", { id: 7 }],
  ["/users/{id}", { name: "a" }],
  ["/{team}/{id}", { id: "a" }],
  ["/{id}/users", { id: "a" }],
])("no id of %s is put into the body %j", async (path, example) => {
  const target = path.replaceAll(/\{\w+\}/g, "b");
  expect(json(await mockOf({ example }, path).respond(get(target)))).toEqual(example);
});
