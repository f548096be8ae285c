import { type JsonObject, loadDocument } from "@workflow-api/contract";
import { describe, expect, test } from "vitest";
import { createEngine } from "../src/engine/engine.ts";
import { createMock, type Mock, type MockRequest } from "../src/index.ts";

/** A response whose body is described as a problem, and perhaps shown. */
function problem(
  status: JsonObject,
  shown: JsonObject = {},
  mediaType = "application/problem+json",
): JsonObject {
  const schema = { type: "object", required: ["status"], properties: { status, title: { type: "string" } } };
  return { description: "A problem.", content: { [mediaType]: { schema, ...shown } } };
}

const number = { type: "integer" };

/** A contract whose operations document refusals in one way. */
async function serving(refusals: JsonObject): Promise<Mock> {
  const responses = { "200": { description: "Done." }, ...refusals };
  const count = { name: "count", in: "query", required: true, schema: { type: "integer" } };
  const requestBody = { content: { "application/json": { schema: { type: "object" } } } };
  return createMock(
    await loadDocument({
      openapi: "3.1.1",
      info: { title: "Things", version: "1.0.0" },
      components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
      paths: {
        "/things": {
          get: { operationId: "listThings", security: [{ key: [] }], parameters: [count], responses },
          post: { operationId: "createThing", requestBody, responses },
        },
      },
    }),
  );
}

const headers = { "x-key": "any" };
const refused: readonly (readonly [number, MockRequest])[] = [
  [401, { method: "GET", target: "/things?count=1", headers: {} }],
  [422, { method: "GET", target: "/things?count=many", headers }],
  [422, { method: "GET", target: "/things?count=1&COUNT=1", headers }],
  [415, { method: "POST", target: "/things", headers: { "content-type": "text/plain" }, body: "x" }],
  [409, { method: "GET", target: "/things?count=1", headers: { ...headers, prefer: "code=409" } }],
  [
    410,
    { method: "GET", target: "/things?count=1", headers: { ...headers, prefer: "code=410, dynamic=true" } },
  ],
];

/** The statuses that are sent, and those that the bodies say. */
async function statusesOf(mock: Mock): Promise<{ readonly sent: number[]; readonly said: unknown[] }> {
  const answers = await Promise.all(refused.map(([, request]) => mock.answer(request)));
  return {
    sent: answers.map(({ status }) => status),
    said: answers.map(({ body = "null" }) => JSON.parse(body).status),
  };
}

describe("The body of a refusal says the status that is sent, where the contract documents", () => {
  test.each<[string, JsonObject]>([
    ["a default alone", { default: problem(number) }],
    ["a range alone", { "4XX": problem(number) }],
    ["a range and a default", { "4XX": problem(number), default: problem({ type: "string" }) }],
    ["each by itself", Object.fromEntries([401, 422, 415, 409, 410].map((each) => [each, problem(number)]))],
    [
      "a number of which Prism takes the least",
      { default: problem({ ...number, minimum: 400, maximum: 599 }) },
    ],
    ["a media type of its own", { default: problem(number, {}, "application/vnd.api+json") }],
  ])("%s", async (_how, refusals) => {
    const expected = refused.map(([status]) => status);
    expect(await statusesOf(await serving(refusals))).toEqual({ sent: expected, said: expected });
  });

  test("none, as the problems of Prism and of the mock do", async () => {
    const mock = await serving({});
    for (const [status, request] of refused.slice(0, 4)) {
      const answer = await mock.answer(request);
      expect([answer.status, JSON.parse(answer.body ?? "null").status]).toEqual([status, status]);
    }
  });
});

describe("It stays as it is where", () => {
  test.each<[string, JsonObject, unknown]>([
    ["an example says another", problem(number, { example: { status: 400, title: "Wrong" } }), 400],
    ["the schema fixes another", problem({ const: 7 }), 7],
    ["the schema allows others only", problem({ ...number, enum: [3, 4] }), 3],
    ["it is a text", problem({ type: "string", const: "refused" }), "refused"],
  ])("%s", async (_why, response, status) => {
    const { said } = await statusesOf(await serving({ default: response }));
    // What is dynamic is not what an example says.
    expect(said.slice(0, -1)).toEqual(refused.slice(1).map(() => status));
  });

  test("an answer is no refusal", async () => {
    const mock = await serving({ "200": problem(number, {}, "application/json") });
    const answer = await mock.answer({ method: "GET", target: "/things?count=1", headers });
    expect([answer.status, JSON.parse(answer.body ?? "null").status]).toEqual([200, 0]);
  });
});

test("Prism alone makes up another", async () => {
  const { contract } = await serving({ default: problem(number) });
  const engine = await createEngine(contract);
  const url = { path: "/things", query: { count: "1" } };
  const request = { method: "get", url, headers } as const;
  const operation = await engine.route(request);
  if (operation instanceof Error) throw operation;
  const result = await engine.answer(request, operation, { code: 409 });
  expect(result).toMatchObject({ right: { output: { statusCode: 409, body: { status: 0 } } } });
});
