import { loadContract, readContract } from "@workflow-api/contract";
import { furtherContract } from "@workflow-api/workspace/fixtures";
import { expect, test } from "vitest";
import { createMock } from "../src/index.ts";
import { cage, domain, get, json, post, reset, thingMock } from "./support/requests.ts";

// What the mock answers and why. That it does so for every case of the contract is held by
// cases.test.ts.

const mock = createMock(loadContract());

test.each([
  ["", []],
  ["?include=author", ["author"]],
  ["?include=values,author", ["author", "values"]],
  ["?include=author,client,values", ["author", "client", "values"]],
])("a cage of any id with %s holds what it asks for and nothing else", async (query, names) => {
  const answer = await mock.answer(get(`/data_dictionary/variables_cages/any-id${query}`));
  const { data } = json(answer) as { data: { relationships: object } };
  expect(answer.status).toBe(200);
  expect(Object.keys(data.relationships).sort()).toEqual(names);
});

test("two cages of different ids are two, whatever the example says", async () => {
  const ids = await Promise.all(
    ["cage-1", "caf%C3%A9"].map(async (id) => {
      const { data } = json(await mock.answer(get(`/data_dictionary/variables_cages/${id}`)));
      return Object(data).id;
    }),
  );
  expect(ids).toEqual(["cage-1", "café"]);
});

test("a request with the values of a scenario gets it, and the answer says why", async () => {
  const answer = await mock.answer(
    get("/data_dictionary/variables_cages/cage-file?include=values"),
  );
  const why = {
    operation: "getVariablesCage",
    scenario: "file_cage",
    reason: "matched",
    violations: [],
    notes: [],
  };
  expect(answer).toMatchObject({
    status: 200,
    why,
    headers: { "mock-scenario": "file_cage; matched" },
  });
});

test("a request that matches no scenario gets the default, and the answer says so", async () => {
  const answer = await mock.answer(post(reset));
  expect(answer).toMatchObject({
    status: 200,
    why: { scenario: "acknowledged", reason: "default" },
  });
  expect(json(answer)).toEqual({ acknowledge: true });
});

test.each([
  [
    { "x-api-key": "000" },
    "header x-api-key must hold another secret, because zeros stand for a wrong one",
  ],
  [{ "x-api-secret": "" }, "header x-api-secret is required"],
  [{ "x-api-key": "0", "x-api-secret": "" }, "header x-api-key must hold another secret"],
])("the pair %o is refused with the documented 401, which says why", async (headers, message) => {
  const answer = await mock.answer(get(cage, headers));
  expect(json(answer)).toEqual({ status: 401, code: 0, title: "Unauthorized" });
  expect(answer.headers["mock-refusal"]).toContain(message);
  expect(answer.headers["www-authenticate"]).toBe("ApiKey");
});

test.each([
  ["Bearer any-token", 200],
  ["bearer any-token", 200],
  ["Bearer ey30.ey30.c2lnbmF0dXJl", 200],
  ["Bearer 000", 401],
  ["Bearer ey30.ey30.0000", 401],
  ["Basic dXNlcg==", 401],
  ["any-token", 401],
])("Authorization: %s gets %d", async (authorization, status) => {
  const answer = await mock.answer({
    ...post(reset),
    headers: { "x-domain": domain, authorization },
  });
  expect(answer.status).toBe(status);
  if (status === 401) expect(answer.headers["www-authenticate"]).toBe("ApiKey, Bearer");
});

test("a right pair is enough beside a wrong token", async () => {
  expect((await mock.answer(post(reset, { authorization: "Bearer 000" }))).status).toBe(200);
});

test("a 401 that the contract does not document is a problem with a challenge", async () => {
  const components = "{ securitySchemes: { bearer: { type: http, scheme: bearer } } }";
  const own = thingMock(
    "responses: { '204': { description: Done } }",
    "get",
    components,
    "[{ bearer: [] }]",
  );
  const answer = await own.answer({ ...get("/things"), headers: {} });
  expect(answer).toMatchObject({ status: 401, headers: { "www-authenticate": "Bearer" } });
  expect(json(answer)).toMatchObject({
    title: "The credentials are missing or wrong",
    errors: [{ in: "header", name: "authorization", expected: "is required" }],
  });
});

test("the 401 is negotiated as the answer of a scenario is", async () => {
  const refused = (accept: string) =>
    mock.answer({ ...get(cage), headers: { "x-domain": domain, accept } });
  expect((await refused("application/*")).headers["content-type"]).toBe("application/vnd.api+json");
  expect((await refused("text/html")).status).toBe(406);
});

test("an error is sent in its own media type to who accepts that of a success alone", async () => {
  const own =
    thingMock(`parameters: [{ name: id, in: query, required: true, schema: { type: string }, examples: { found: { value: a }, lost: { value: b } } }],
    responses: {
      '200': { description: Found, content: { application/json: { schema: {}, examples: { found: { value: 1 } } }, application/vnd.api+json: { schema: {}, examples: { found: { value: 2 } } } } },
      '404': { description: Lost, content: { application/problem+json: { schema: {}, examples: { lost: { value: 3 } } } } } }`);
  const ask = (id: string, accept: string) => own.answer(get(`/things?id=${id}`, { accept }));
  expect(await ask("b", "application/json")).toMatchObject({ status: 404, body: "3" });
  expect(await ask("b", "text/html")).toMatchObject({ status: 406 });
  expect(await ask("a", "application/problem+json")).toMatchObject({ status: 406 });
  expect(await ask("a", "application/vnd.api+json")).toMatchObject({ body: "2" });
  expect(await ask("a", "application/json;q=0.1, application/*;q=0.5")).toMatchObject({
    body: "2",
  });
});

test("an invalid request gets problem details in words of the request", async () => {
  const answer = await mock.answer(
    get(`${cage}?include=author&include=client`, { "x-domain": "nope" }),
  );
  expect(answer.status).toBe(422);
  const { detail, errors } = json(answer);
  expect(detail).toMatch(/^Header x-domain must be a UUID, but is "nope"\. /);
  expect(errors).toEqual([
    {
      in: "header",
      name: "x-domain",
      pointer: "",
      keyword: "format",
      expected: "must be a UUID",
      received: '"nope"',
    },
    expect.objectContaining({
      name: "include",
      keyword: "explode",
      expected: expect.stringContaining("include=a,b"),
    }),
  ]);
  const version1 = await mock.answer(
    get(cage, { "x-domain": "3f2b8c1e-7a4d-1e2b-9c6f-1d5e8a7b9c30" }),
  );
  expect(json(version1)["errors"]).toMatchObject([{ name: "x-domain", keyword: "pattern" }]);
  expect(answer.headers["mock-refusal"]).toMatch(/^header x-domain must be a UUID; query include/);
});

const body = `requestBody: { required: true, content: { application/json: { schema: { type: object, required: [name], properties: { name: { type: string } } } } } }`;

test.each([
  ["application/json", '{"name":1}', 422, { in: "body", pointer: "/name", received: "1" }],
  ["application/json", "{", 400, { in: "body", keyword: "syntax" }],
  [
    "application/json",
    `${"[".repeat(501)}${"]".repeat(501)}`,
    400,
    { expected: "must be JSON of at most 500 nested levels" },
  ],
  ["application/json", `${"[".repeat(500)}${"]".repeat(500)}`, 422, { keyword: "type" }],
  [
    "application/json",
    '{"name":{"token":"s3cr3t"}}',
    422,
    { received: '{"token":"(credential)"}' },
  ],
  ["text/plain", "x", 415, { in: "header", name: "content-type" }],
  ["application/json", "", 422, { in: "body", keyword: "required" }],
])("a body of %s that is %j gets %d", async (type, text, status, error) => {
  const own = thingMock(`${body}, responses: { '204': { description: Done } }`, "post");
  const answer = await own.answer(post("/things", { "content-type": type }, text));
  expect(answer.status).toBe(status);
  expect(json(answer)["errors"]).toMatchObject([error]);
});

test.each([
  ["'422'", '{"name":1}', 422],
  ["'400'", '{"name":1}', 400],
  ["'422'", "{", 422],
])("a contract that documents %s answers the body %s itself", async (documented, text, status) => {
  const responses = `responses: { '204': { description: Done }, ${documented}: { description: Wrong, content: { application/json: { schema: { type: object }, examples: { wrong: { value: { own: true } } } } } } }`;
  const own = thingMock(`${body}, ${responses}`, "post");
  const answer = await own.answer(post("/things", { "content-type": "application/json" }, text));
  expect(answer).toMatchObject({ status, body: '{"own":true}', why: { reason: "refused" } });
  expect(answer.headers["mock-refusal"]).toMatch(/^body/);
});

test("where the contract documents the form of a refusal and no example, the problem of the mock has it", async () => {
  const form = (properties: string): string =>
    `responses: { "200": { description: "" }, 4XX: { description: "", content: {
      application/problem+json: { schema: { required: [status], properties: ${properties} } } } } },
    parameters: [{ name: n, in: query, schema: { type: integer } }]`;
  const ask = (properties: string) => thingMock(form(properties)).answer(get("/things?n=x"));
  const own = await ask("{ status: { type: integer } }");
  expect(json(own)).toMatchObject({ status: 422, errors: [{ in: "query", name: "n" }] });
  const other = await ask("{ status: { const: wrong } }");
  expect(json(other)).toEqual({ status: "wrong" });
});

test.each([
  ["/data_dictonary/variables_cages/1", "The nearest is /data_dictionary/variables_cages/{id}"],
  ["/variables_cages/1", "The nearest is /data_dictionary/variables_cages/{id}"],
  ["/data_dictionary/variables_cage/1", "The nearest is /data_dictionary/variables_cages/{id}"],
  [reset.replace("/v1", ""), "task_instances/{taskInstanceId}/reset"],
])("the 404 of %s names the nearest path", async (path, nearest) => {
  const answer = await mock.answer(get(path));
  expect(answer.status).toBe(404);
  expect(json(answer)["detail"]).toContain(nearest);
});

test("the 404 of a path like no other names none", async () => {
  expect(json(await mock.answer(get("/favicon.ico")))["detail"]).not.toContain("nearest");
});

test("a 405 says what the path takes", async () => {
  const answer = await mock.answer(post(cage));
  expect(answer).toMatchObject({ status: 405, headers: { allow: "GET, HEAD, OPTIONS" } });
  expect(json(answer)["detail"]).toBe("Method must be GET, but is POST.");
});

test.each([
  "http://example.com/x",
  "*",
  "//example.com",
  "/\\x",
  "/%ff",
  "/%zz",
  "/100%",
  "/%C0%AF",
  "/a b",
  "/?a=%zz",
])("the target %s cannot be read", async (target) => {
  expect((await mock.answer(get(target))).status).toBe(400);
});

test.each([
  ["code=404", reset, 404, undefined],
  ["code=401, example=unauthorized", cage, 401, "unauthorized"],
  ["example=date_cage", cage, 200, "date_cage"],
  ["example=unauthorized", cage, 401, "unauthorized"],
  ['Example="file_cage"; x=y', cage, 200, "file_cage"],
])("Prefer: %s gets what it asks for", async (prefer, target, status, scenario) => {
  const request = target === cage ? get(cage, { prefer }) : post(reset, { prefer });
  expect(await mock.answer(request)).toMatchObject({
    status,
    why: { reason: "preferred", scenario },
  });
});

test.each([
  ["code=418", "must name a documented status of getVariablesCage (200, 401), but 418 is none"],
  ["example=nothing", "(full, file_cage, date_cage), but nothing is none"],
  ["code=401, example=full", "(unauthorized), but full is none"],
  ["code=0", "must give code a status from 200 to 599"],
  ["dynamic=1", "must give dynamic true or false"],
  ["example=", "must give example and seed a value each"],
])("Prefer: %s cannot be met, and the problem says why", async (prefer, detail) => {
  const answer = await mock.answer(get(cage, { prefer }));
  expect(answer.status).toBe(400);
  expect(json(answer)["detail"]).toContain(detail);
});

test("a preference that is not known is ignored, and a note says so", async () => {
  const { headers, why } = await mock.answer(get(cage, { prefer: "respond-async, exmaple=full" }));
  expect(why).toMatchObject({ reason: "matched", notes: [{}, { part: "header prefer" }] });
  expect(headers["mock-note"]).toContain(
    "header prefer exmaple is ignored: the mock knows code, dynamic, example, seed",
  );
});

test.each([
  [get(`${cage}?include[]=author`), "query include[]"],
  [get(`${cage}?includ=author`), "query includ"],
  [get("/data_dictionary/variables_cages/undefined"), "path id"],
  [post(reset, {}, '{"a":1}'), "body"],
])("what %o leaves out of account is a note (%s)", async (request, part) => {
  const answer = await mock.answer(request);
  expect(answer).toMatchObject({ status: 200, why: { notes: [{ part }] } });
  expect(answer.headers["mock-note"]).toContain(`${part} is `);
});

test.each([
  ["task-unknwn", "unknown_instance: taskInstanceId is task-unknwn, not task-unknown"],
  ["1", "request_incorrect: taskInstanceId is 1, not task-not-failed"],
])(
  "a default says what in the path kept another scenario from matching (%s)",
  async (id, nearest) => {
    const near = reset.replace("task_instances/t/", `task_instances/${id}/`);
    const { headers, why } = await mock.answer(post(near));
    expect(why).toMatchObject({ reason: "default", nearest });
    expect(headers["mock-scenario"]).toBe(`acknowledged; default; ${nearest}`);
  },
);

test("a HEAD has the headers of a GET, and an OPTIONS the methods", async () => {
  const one = await mock.answer(get(cage));
  const head = await mock.answer({ ...get(cage), method: "HEAD" });
  const length = String(Buffer.byteLength(one.body));
  expect(head).toEqual({ ...one, body: "", headers: { ...one.headers, "content-length": length } });
  const options = await mock.answer({ ...post(reset), method: "OPTIONS", headers: {} });
  expect(options).toMatchObject({ status: 204, headers: { allow: "POST, OPTIONS" } });
});

test("a contract answers 405 itself where one of its methods documents it", async () => {
  const content = { "application/json": { schema: {}, example: 7 } };
  const info = { title: "Things", version: "1" };
  const get = { responses: { "204": { description: "Done." } } };
  const put = { responses: { "405": { description: "No.", content } } };
  const contract = readContract({ openapi: "3.1.1", info, paths: { "/things": { get, put } } });
  expect(await createMock(contract).answer(post("/things"))).toMatchObject({
    status: 405,
    body: "7",
    headers: { allow: "GET, HEAD, PUT, OPTIONS" },
  });
});

test("the path of a server may stand before a path, and a 404 says so", async () => {
  const own = thingMock(
    "servers: [{ url: 'https://api.example.com/api/v2' }], responses: { '204': { description: Done } }",
  );
  for (const path of ["/things", "/api/v2/things"])
    expect((await own.answer(get(path))).status).toBe(204);
  const { detail } = json(await own.answer(get("/api/v3/things")));
  expect(detail).toContain("/api/v2 may stand before a path");
});

test("the pages of a list lead by their next links from the first one to the last", async () => {
  const further = createMock(readContract(furtherContract()));
  const texts: string[] = [];
  let next: unknown = "/v1/notes?page[size]=2&pinned=false";
  while (typeof next === "string") {
    const { data, links } = json(await further.answer(get(next)));
    texts.push(...(data as { text: string | null }[]).map(({ text }) => text ?? "-"));
    // Clients keep the size of a page.
    next = Object(links).next && `${Object(links).next}&page[size]=2`;
  }
  expect(texts).toEqual(["Call back", "-", "Send the invoice"]);
});

const manyErrors = `requestBody: { required: true, content: { application/json: { schema: { type: object, required: [name, size], properties: { name: { type: string }, size: { type: integer } } }, examples: { made: { value: { name: a, size: 1 } } } } } },
  responses: { "201": { description: Made. }, "422": { description: No., content: { application/json: { schema: {}, examples: {
    name_wrong: { value: { errors: [{ source: { pointer: /name } }] } }, size_wrong: { value: { errors: [{ source: { pointer: /size } }] } } } } } } }`;

test("of several examples of a refusal the one that points at what is wrong is sent, or none", async () => {
  const things = thingMock(manyErrors, "post");
  const answerTo = (body: unknown) =>
    things.answer(post("/things", { "content-type": "application/json" }, JSON.stringify(body)));
  expect(json(await answerTo({ name: "a", size: "b" }))).toEqual({
    errors: [{ source: { pointer: "/size" } }],
  });
  expect(json(await answerTo({ name: 1, size: 2 }))).toEqual({
    errors: [{ source: { pointer: "/name" } }],
  });
  expect((await answerTo([])).headers["content-type"]).toBe("application/problem+json");
});
