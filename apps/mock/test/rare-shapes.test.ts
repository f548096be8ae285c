import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { loadContract } from "@workflow-api/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listen } from "../src/http/listen.ts";
import { type RunningMock, startMock } from "../src/index.ts";
import { prepareAnswers } from "../src/prepared/prepare.ts";
import { type Received, send, sendRaw, statusOf } from "./support/http.ts";
import { lines } from "./support/raw-requests.ts";

const contract = await loadContract(fileURLToPath(new URL("fixtures/rare-shapes.yaml", import.meta.url)));
let mock: RunningMock;

beforeAll(async () => {
  mock = await startMock({ contractFile: contract.file });
});

afterAll(() => mock.close());

test("A list in a path is judged by its items", async () => {
  const { status, body } = await send(mock.url, { method: "GET", target: "/things/1,x", headers: {} });
  expect(status).toBe(422);
  expect(JSON.parse(body)).toMatchObject({
    errors: [{ in: "path", name: "ids", pointer: "/1", received: "1,x" }],
  });
});

test.each([
  ["an item of a list", "name=Ada&tags=a&counts=1&counts=x", "counts/1"],
  ["a member of an object", `name=Ada&tags=a&place=${encodeURIComponent('{"x":"y"}')}`, "place/x"],
  ["a list that is missing", "name=Ada", ""],
  ["a field that is too long, though it is the only item", "name=Ada&tags=abcdef", "tags/0"],
])("A form is judged by its fields: %s", async (_, body, place) => {
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  const answer = await send(mock.url, { method: "POST", target: "/forms", headers, body });
  expect(answer.status).toBe(422);
  const [violation] = JSON.parse(answer.body).validation;
  expect(violation.location.slice(1).join("/")).toBe(place);
});

test("A form without lists is judged as ever after one with lists", async () => {
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  const submit = (body: string): Promise<Received> =>
    send(mock.url, { method: "POST", target: "/simple", headers, body });
  for (const body of ["tags=a&tags=b&age=1", "age=2", "tags=a&age=3", "age=4"])
    expect((await submit(body)).status, body).toBe(204);
});

test.each([
  ["is a body where the contract allows it", "application/json", "", 204],
  ["is no body of another kind", "application/vnd.api+json", "", 422],
  ["is one beside members that are declared", "application/json", "?filter[a]=1", 204],
  ["does not excuse members that are not declared", "application/json", "?filter[a]=1&filter[b]=2", 422],
])("The JSON null %s", async (_, type, query, status) => {
  const put = { method: "PUT", target: `/nothing${query}`, headers: { "Content-Type": type }, body: "null" };
  expect((await send(mock.url, put)).status).toBe(status);
});

test.each(["0", "-0", "false", '""', "null", "[]"])(
  "The JSON %s is a body where one is required",
  async (body) => {
    const headers = { "Content-Type": "application/json" };
    const put = (target: string): Promise<Received> =>
      send(mock.url, { method: "PUT", target, headers, body });
    expect((await put("/required")).status).toBe(204);
    expect((await put("/required-object")).status).toBe(422);
  },
);

test("No body is none where one is required, whatever its schema", async () => {
  const headers = { "Content-Type": "application/json" };
  expect((await send(mock.url, { method: "PUT", target: "/required", headers })).status).toBe(422);
});

test("A HEAD is answered without the body that is documented, and what comes after it is read", async () => {
  const head = "HEAD /things/1,2 HTTP/1.1\r\nHost: x\r\n\r\n";
  const answers = await sendRaw(mock.url, head + lines("GET /things/1,2"));
  const [first = "", second = ""] = answers.split(/(?<=\r\n\r\n)(?=HTTP)/);
  expect([statusOf(first), statusOf(second)]).toEqual([200, 200]);
  expect(first.endsWith("\r\n\r\n")).toBe(true);
  expect(second.endsWith('{"n":2}')).toBe(true);
});

test("A HEAD that prefers an example that there is none of is told so", async () => {
  const head = (prefer: string): Promise<Received> =>
    send(mock.url, { method: "HEAD", target: "/things/1,2", headers: { Prefer: prefer } });
  expect((await head("example=some")).status).toBe(200);
  expect((await head("example=none")).status).toBe(404);
});

test("An OPTIONS that the contract has is no preflight, and a preflight of it is", async () => {
  const options = { method: "OPTIONS", target: "/things/1,2" };
  const origin = { Origin: "http://localhost:3000" };
  expect((await send(mock.url, { ...options, headers: origin })).body).toBe('{"n":2}');
  const preflight = await send(mock.url, {
    ...options,
    headers: { ...origin, "Access-Control-Request-Method": "OPTIONS" },
  });
  expect([preflight.status, preflight.headers["access-control-allow-methods"]]).toEqual([204, "OPTIONS"]);
});

describe("The documented answer is given to", () => {
  const post = (query: string, cookie: string, body: string): Promise<Received> =>
    send(mock.url, {
      method: "POST",
      target: `/notes${query}`,
      headers: { "Content-Type": "application/json", Cookie: cookie },
      body,
    });

  test.each([
    ["a body that is not JSON", "", "session=7", "{", 400, "unreadable", ["body"]],
    ["a body that breaks its schema", "", "session=7", "[]", 422, "invalid", ["body"]],
    ["a cookie that is missing", "", "other=1", "{}", 422, "invalid", ["cookie", "session"]],
    ["a cookie that breaks its schema", "", "session=x", "{}", 422, "invalid", ["cookie", "session"]],
    ["a parameter that is not JSON", "?where=%7B", "session=7", "{}", 422, "invalid", ["query", "where"]],
    ["a parameter in another case", "?WHERE=1", "session=7", "{}", 422, "invalid", ["query", "WHERE"]],
  ])("%s, which its header tells", async (_, query, cookie, body, status, error, location) => {
    const answer = await post(query, cookie, body);
    expect([answer.status, answer.body]).toEqual([status, JSON.stringify({ error })]);
    expect(JSON.parse(answer.headers["sl-violations"] ?? "[]")).toMatchObject([
      { location: ["request", ...location], severity: "Error" },
    ]);
  });
});

test("A callback is sent for each request, as Prism does", async () => {
  const events: string[] = [];
  const waiting: (() => void)[] = [];
  const listener = createServer((request, response) => {
    request.on("data", (chunk: Buffer) => events.push(chunk.toString()));
    request.on("end", () => {
      response.writeHead(204).end();
      for (const resolve of waiting.splice(0)) resolve();
    });
  });
  const { port } = await listen(listener, 0, "127.0.0.1");
  const to = encodeURIComponent(`http://127.0.0.1:${port}/`);
  for (const expected of [['{"event":1}'], ['{"event":1}', '{"event":1}']]) {
    const came = new Promise<void>((resolve) => waiting.push(resolve));
    const answer = await send(mock.url, { method: "POST", target: `/subscriptions?to=${to}`, headers: {} });
    expect(answer.status).toBe(201);
    await came;
    expect(events).toEqual(expected);
  }
  listener.close();
});

test("What sends callbacks is never prepared", async () => {
  const prepared = await prepareAnswers(contract);
  const answering = prepared?.answers.map(([, { operationId }]) => operationId);
  expect(answering).toContain("addNote");
  expect(answering).not.toContain("subscribe");
});
