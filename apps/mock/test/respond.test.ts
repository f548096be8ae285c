import { loadContract, readContract } from "@workflow-api/contract";
import { furtherContract } from "@workflow-api/workspace/fixtures";
import { expect, test } from "vitest";
import { createMock } from "../src/index.ts";
import {
  cage,
  contractFile,
  domain,
  get,
  json,
  post,
  reset,
  thingsFile,
} from "./support/requests.ts";

// What the mock adds to the contract: its own refusals, preferences and explanations. That each
// case gets its documented response is tested in cases.test.ts.

const mock = createMock(loadContract(contractFile));
const things = createMock(loadContract(thingsFile));
const further = createMock(readContract(furtherContract()));

const pair = { "x-api-key": "k", "x-api-secret": "s" };

test.each([
  [{ ...pair, "x-api-key": "000" }, "header x-api-key must hold another secret, because 000"],
  [{ authorization: "Bearer ey30.ey30.0000" }, "header authorization must hold another secret"],
  [{ authorization: "Bearer ey30.ey30.c2lnbmF0dXJl" }, undefined],
  [{ ...pair, authorization: "Bearer 000" }, undefined],
])("the credentials %o get the documented 401, which says why: %s", async (own, why) => {
  const { headers, status } = await mock.respond({
    ...post(reset),
    headers: { "x-domain": domain, ...own },
  });
  expect(status).toBe(why === undefined ? 200 : 401);
  expect(headers["www-authenticate"]).toBe(why && "ApiKey, Bearer");
  expect(headers["mock-refusal"] ?? "").toContain(why ?? "");
});

test.each([
  ["ada:000", 401],
  ["000:ada", 200],
])("basic credentials of %s get a %i", async (login, status) => {
  const headers = { authorization: `Basic ${btoa(login)}` };
  expect(await further.respond(get("/v1/settings/ada", headers))).toMatchObject({ status });
});

test("a 401 that the contract does not document is a problem with a challenge", async () => {
  const response = await things.respond(get("/locked"));
  expect(response).toMatchObject({ status: 401, headers: { "www-authenticate": "Bearer" } });
  expect(json(response)).toMatchObject({
    title: "The credentials are missing or wrong",
    errors: [{ in: "header", name: "authorization", expected: "is required" }],
  });
});

test("an error is sent in its own media type to who accepts that of a success alone", async () => {
  const ask = (id: string, accept: string) =>
    things.respond(get(`/negotiated?id=${id}`, { accept }));
  expect(await ask("b", "application/json")).toMatchObject({ status: 404, body: "3" });
  expect(await ask("b", "text/html")).toMatchObject({ status: 406 });
  expect(await ask("a", "application/problem+json")).toMatchObject({ status: 406 });
  expect(await ask("a", "application/vnd.api+json")).toMatchObject({ body: "2" });
});

test("an invalid request gets problem details in words of the request", async () => {
  const response = await mock.respond(
    get(`${cage}?include=author&include=values`, { "x-domain": "nope" }),
  );
  expect(response.status).toBe(422);
  const { detail, errors } = json(response);
  expect(detail).toMatch(/^Header x-domain must be a UUID, but is "nope"\. /);
  expect(errors).toMatchObject([
    { in: "header", name: "x-domain", keyword: "format", received: '"nope"' },
    { name: "include", keyword: "explode", expected: expect.stringContaining("include=a,b") },
  ]);
  expect(response.headers["mock-refusal"]).toMatch(
    /^header x-domain must be a UUID; query include/,
  );
});

const type = "application/json";

test.each([
  [type, '{"name":1}', 422, { in: "body", pointer: "/name", received: "1" }],
  [type, "{", 400, { in: "body", keyword: "syntax" }],
  [type, '{"name":{"token":"s3cr3t"}}', 422, { received: '{"token":"(credential)"}' }],
  [type, '{"name":"a","token":1234}', 422, { in: "body", pointer: "/token" }],
  ["text/plain", "x", 415, { in: "header", name: "content-type" }],
  [type, "", 422, { in: "body", keyword: "required" }],
])("a body of %s that is %j gets %d", async (sent, text, status, error) => {
  const response = await things.respond(post("/bodies", { "content-type": sent }, text));
  expect(response.status).toBe(status);
  expect(json(response)["errors"]).toMatchObject([error]);
  expect(response.body).not.toMatch(/s3cr3t|1234/);
});

test.each([
  [422, '{"name":1}'],
  [400, '{"name":1}'],
  [422, "{"],
])("a contract that documents %d has its own response to the body %s", async (status, text) => {
  const response = await things.respond(post(`/bodies/${status}`, { "content-type": type }, text));
  expect(response).toMatchObject({
    status,
    body: '{"own":true}',
    explanation: { reason: "refused" },
  });
  expect(response.headers["mock-refusal"]).toMatch(/^body/);
});

test.each([
  ["/v1/cage/a-long-identifier", "The nearest is /v1/cages/{id}."],
  ["/v1/cages/a/", "The nearest is /v1/cages/{id}: mind the slashes."],
  [reset.replace("/v1", ""), "/v1/flows/{flowId}/tasks/{taskId}/reset."],
  ["/other/path/a-long-identifier", "identifier belongs to no operation."],
  ["/a/b/c/d/cages", "Path /a/b/c/d/cages belongs to no operation."],
  ["/favicon.ico", "Path /favicon.ico belongs to no operation."],
  ["/", "Path / belongs to no operation."],
])("the 404 of %s names the nearest path, if one is near", async (path, end) => {
  const { detail } = json(await mock.respond(get(path)));
  expect(String(detail).endsWith(end), String(detail)).toBe(true);
});

test.each(["//example.com", "/\\x", "/%C0%AF", "/a b", "/?a=%zz"])(
  "the target %s cannot be read",
  async (target) => {
    expect((await mock.respond(get(target))).status).toBe(400);
  },
);

test.each([
  ["code=404, code=200", reset, 404, "unknown_instance"],
  ["code=401, example=unauthorized", cage, 401, "unauthorized"],
  ["example=unauthorized", cage, 401, "unauthorized"],
  ['Example="file_cage"; x=y', cage, 200, "file_cage"],
])("Prefer: %s gets what it asks for", async (prefer, target, status, scenario) => {
  const request = target === cage ? get(cage, { prefer }) : post(reset, { prefer });
  expect(await mock.respond(request)).toMatchObject({
    status,
    explanation: { reason: "preferred", scenario },
  });
});

test.each([
  ["code=418", "must name a status of getCage (200, 401), not 418"],
  [
    "example=nothing",
    "must name one of full, file_cage, date_cage, unauthorized, 200, 401, not nothing",
  ],
  ["code=401, example=full", "must name one of unauthorized, not full"],
  ["code=0", "must give code a status from 200 to 599"],
  ["dynamic=1", "must give dynamic true or false"],
  ["example=", "must give example a value"],
])("Prefer: %s cannot be met, and the problem says why", async (prefer, detail) => {
  const response = await mock.respond(get(cage, { prefer }));
  expect(response.status).toBe(400);
  expect(json(response)["detail"]).toContain(detail);
});

test("what is ignored in a request is a note", async () => {
  const { explanation, headers } = await mock.respond(
    get(`${cage}?includ=author`, { prefer: "exmaple=a" }),
  );
  expect(explanation.notes).toMatchObject([{ part: "query includ" }, { part: "header prefer" }]);
  expect(headers["mock-note"]).toMatch(
    /^query includ is ignored, .*: include was probably meant; header prefer exmaple is ignored/,
  );
});

test.each([
  [get(cage.replace("text", "dat")), "full; default; date_cage: id is cage-dat, not cage-date"],
  // Nobody means an error.
  [post(reset.replace("/t/", "/task-unknwn/")), "acknowledged; default"],
  [post(reset.replace("/t/", "/1/")), "acknowledged; default"],
])("a default names the scenario whose value was probably meant (%#)", async (request, text) => {
  expect((await mock.respond(request)).headers["mock-scenario"]).toBe(text);
});

test("another number is another value, and no misspelling of one", async () => {
  const other = "00000000-0000-4000-8000-000000000402";
  const { headers } = await mock.respond(post(reset.replace("/t/", "/1/"), { "x-domain": other }));
  expect(headers["mock-scenario"]).toBe("acknowledged; default");
});

test("a HEAD has the headers of a GET, and an OPTIONS the methods", async () => {
  const one = await mock.respond(get(cage));
  const head = await mock.respond({ ...get(cage), method: "HEAD" });
  const length = String(Buffer.byteLength(one.body));
  expect(head).toEqual({ ...one, body: "", headers: { ...one.headers, "content-length": length } });
  const options = await mock.respond({ ...get(cage), method: "OPTIONS", headers: {} });
  expect(options).toMatchObject({ status: 204, headers: { allow: "GET, HEAD, OPTIONS" } });
});

test("a 404 says that the path of a server may stand before a path", async () => {
  expect((await things.respond(get("/api/v2/served"))).status).toBe(204);
  const { detail } = json(await things.respond(get("/api/v3/served")));
  expect(detail).toContain("/api/v2 may stand before a path");
});

test("a page that no scenario has gets the first one, with a note", async () => {
  const { body, headers } = await further.respond(get("/v1/notes?page[number]=9"));
  expect(body).toContain("page[number]=2");
  expect(headers["mock-note"]).toContain(
    "query page[number] is 9, which no scenario has: they have 1, 2, 50",
  );
  const other = await things.respond(get("/noted?n=2"));
  expect(other.headers).toEqual({ "mock-scenario": "example; default" });
});

test("an open question about fields is answered the other way on request", async () => {
  const ask = (prefer: string) => further.respond(get("/v1/notes/7", { prefer, ...pair }));
  const usual = await ask("return=representation");
  const other = await ask("question=note_text");
  expect(json(usual)).toHaveProperty("text");
  expect(json(other)).toEqual({ ...Object(json(usual)), text: undefined });
  expect(other.headers["mock-scenario"]).toBe(usual.headers["mock-scenario"]);
  expect(other.headers["mock-note"]).toContain("answers the open question note_text");
  const refusals = [
    ["question=note_text, answer=null", "must give answer one of absent for note_text, not null"],
    ["question=unknown", "(note_text), not unknown"],
  ] as const;
  for (const [prefer, message] of refusals) {
    const refused = await ask(prefer);
    expect(refused.status).toBe(400);
    expect(refused.headers["mock-refusal"]).toContain(message);
  }
});
