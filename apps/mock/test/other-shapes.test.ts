import { fileURLToPath } from "node:url";
import { loadContract } from "@workflow-api/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describeOperations, type RunningMock, startMock } from "../src/index.ts";
import { withSampleCredentials } from "../src/sample-credentials.ts";
import { authenticated } from "./support/contract-requests.ts";
import { type Sent, send } from "./support/http.ts";
import { paste } from "./support/paste.ts";

const contract = await loadContract(fileURLToPath(new URL("fixtures/other-shapes.yaml", import.meta.url)));
let mock: RunningMock;

beforeAll(async () => {
  mock = await startMock({ contractFile: contract.file });
});

afterAll(() => mock.close());

function requestOf(operationId: string, name: string): Sent {
  const operation = contract.operations.find((each) => each.operationId === operationId);
  const scenario = operation?.scenarios.find((each) => each.name === name);
  if (operation === undefined || scenario === undefined)
    throw new Error(`There is no ${operationId} ${name}`);
  return authenticated(operation, scenario);
}

test("Response headers hold the example of the scenario, and lists and flags as text", async () => {
  const { headers } = await send(mock.url, requestOf("patchThing", "found"));
  expect(headers).toMatchObject({ location: "/things/5", "x-numbers": "1,2", "x-flag": "true" });
});

test.each([
  ["application/json", '{"n":1}'],
  ["text/csv", "n\n1\n"],
  ["application/xml", "<xml><n>1</n></xml>"],
])("%s is negotiated", async (accept, body) => {
  const request = requestOf("patchThing", "found");
  const answer = await send(mock.url, { ...request, headers: { ...request.headers, Accept: accept } });
  expect([answer.headers["content-type"], answer.body]).toEqual([accept, body]);
});

test("An error is answered to who accepts the media type of the success alone", async () => {
  const request = requestOf("patchThing", "gone");
  const answer = await send(mock.url, {
    ...request,
    headers: { ...request.headers, Accept: "application/json" },
  });
  expect([answer.status, answer.headers["content-type"]]).toEqual([410, "application/problem+json"]);
  const neither = await send(mock.url, { ...request, headers: { ...request.headers, Accept: "image/png" } });
  expect(neither.status).toBe(406);
});

describe("What breaks the contract is refused", () => {
  const request = requestOf("patchThing", "found");
  const query = (from: RegExp | string, to: string): Sent => ({
    ...request,
    target: request.target.replace(from, to),
  });
  const header = (name: string, value: string): Sent => ({
    ...request,
    headers: { ...request.headers, [name]: value },
  });
  const body = (text: string): Sent => ({ ...request, body: text });

  test.each([
    ["a member of an object", query("range[max]=3", "range[max]=x")],
    ["an object without what it requires", query("range[min]=1&", "")],
    ["the first of several values", query("exploded=a", "exploded=q")],
    ["the last of several values", query("exploded=b", "exploded=q")],
    ["an item between pipes", query(/piped=[^&]*/, "piped=q%7C1")],
    ["an item between spaces", query(/spaced=[^&]*/, "spaced=x%20q")],
    ["a member of a list of members", query(/members=[^&]*/, "members=r,q")],
    ["a boolean", query("switched=false", "switched=maybe")],
    ["a number in a path", query(";number=5", ";number=x")],
    ["a required number that is missing", query("zero=0&", "")],
    ["neither of two schemas", query("either=z1", "either=a1")],
    ["a parameter of JSON that is none", query(/where=[^&]*/, "where=%7B")],
    ["a member of a parameter of JSON", query(/where=[^&]*/, "where=%7B%22is%22:%22x%22%7D")],
    ["an item of a header", header("X-List", "1,x")],
    ["a required cookie that is missing", header("Cookie", "other=1")],
    ["a cookie of another type", header("Cookie", "session=x")],
    ["an item by its place in a body", body('{"b":["x"]}')],
    ["an unknown member of a body", body('{"unknown":1}')],
    ["a body that is missing", { ...request, body: undefined }],
  ])("%s", async (_title, sent) => {
    const answer = await send(mock.url, sent);
    expect(answer.status, answer.body).toBe(422);
  });

  test("a parameter of JSON, with what was expected of it and what came", async () => {
    const { body: told } = await send(mock.url, query(/where=[^&]*/, "where=%7B%22is%22:true%7D"));
    expect(JSON.parse(told)).toMatchObject({
      errors: [
        {
          in: "query",
          name: "where",
          pointer: "/is",
          expected: expect.stringMatching(/^must .*[^.]$/),
          received: '{"is":true}',
        },
      ],
    });
  });

  test.each([
    ["of another type", "session=x", { expected: "must be integer", received: "x" }],
    ["that is missing", "other=1", { expected: "must be sent" }],
  ])("a cookie %s, with what was expected of it and what came", async (_title, cookie, wrong) => {
    const { body: told } = await send(mock.url, header("Cookie", cookie));
    expect(JSON.parse(told).errors).toEqual([{ in: "cookie", name: "session", ...wrong }]);
    expect(JSON.parse(told).detail).toMatch(/[^.]\.$/);
  });

  test("a path parameter without the mark of its style", async () => {
    const { status, body } = await send(mock.url, query(";number=5", "5"));
    expect(status).toBe(422);
    expect(JSON.parse(body).errors).toEqual([
      { in: "path", name: "number", expected: 'must begin with ";number="', received: "5" },
    ]);
  });
});

test("What may be left out is not missed", async () => {
  const request = requestOf("patchThing", "found");
  const headers = Object.entries(request.headers).filter(([name]) => name !== "X-List");
  const target = `${request.target.split("?", 1)[0]}?zero=0`;
  const answer = await send(mock.url, { ...request, target, headers: Object.fromEntries(headers) });
  expect(answer.headers["mock-scenario"]).toBe("found; default");
});

test("Each way of authenticating is taken, and half of one is not", async () => {
  const operation = contract.operations.find(({ operationId }) => operationId === "postForm");
  if (operation === undefined) throw new Error("postForm is missing");
  const request = {
    method: "POST",
    target: "/forms",
    body: "n=1&s=a+b",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
  };
  for (const alternative of operation.security) {
    const sent = withSampleCredentials({ ...operation, security: [alternative] }, request);
    expect((await send(mock.url, sent)).status).toBe(201);
  }
  expect((await send(mock.url, { ...request, target: "/forms?api_key=sample" })).status).toBe(401);
});

test("An operation without an answer body, and one without an example, answer by themselves", async () => {
  expect((await send(mock.url, { method: "DELETE", target: "/trees", headers: {} })).status).toBe(204);
  const tree = await send(mock.url, { method: "GET", target: "/trees", headers: {} });
  expect(JSON.parse(tree.body)).toHaveProperty("name");
  expect(tree.headers["mock-scenario"]).toBeUndefined();
});

test("The commands of every operation work when pasted", async () => {
  for (const { scenarios: all, curl } of describeOperations(contract, mock.url)) {
    for (const command of [curl, ...all.map((scenario) => scenario.curl)]) {
      expect(await paste(command), command).toMatch(/^HTTP\/1\.1 (2\d\d|410)/);
    }
  }
});
