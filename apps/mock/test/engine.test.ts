import { type JsonObject, loadContract } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { createMock } from "../src/index.ts";
import { cage, get, json, thingMock } from "./support/requests.ts";

// What Prism makes where the contract has no example, and what reaches it of a contract.

const mock = createMock(loadContract());

test("dynamic answers are valid, differ, and are the same for the same seed", async () => {
  const ask = async (prefer: string): Promise<string> =>
    (await mock.answer(get(cage, { prefer }))).body;
  const [one, other] = [await ask("dynamic=true, seed=7"), await ask("dynamic=true, seed=8")];
  expect(one).not.toBe(other);
  expect(await ask("dynamic=true")).not.toBe(await ask("dynamic=true"));
  expect(await ask("dynamic=true, seed=7")).toBe(one);
  expect(Object.keys((JSON.parse(one) as { data: JsonObject }).data)).toContain("attributes");
});

test("a seed does not stay for the requests after it", async () => {
  const next = async (): Promise<string> => {
    await mock.answer(get(cage, { prefer: "dynamic=true, seed=7" }));
    return (await mock.answer(get(cage, { prefer: "dynamic=true" }))).body;
  };
  expect(await next()).not.toBe(await next());
});

test("a dynamic answer holds what is asked for and nothing else", async () => {
  const answer = await mock.answer(get(`${cage}?include=author`, { prefer: "dynamic=true" }));
  const { data } = json(answer) as { data: { relationships: object } };
  expect(Object.keys(data.relationships)).toContain("author");
  expect(Object.keys(data.relationships)).not.toContain("client");
});

const made = (schema: string) =>
  thingMock(
    `responses: { '200': { description: Done, content: { application/json: { schema: ${schema} } } } }`,
  );

test("what is made up keeps its schema, and has no member that nobody declared", async () => {
  const own = made(
    "{ type: object, required: [a, b], properties: { a: { type: string, pattern: '^[0-9]{4}$' }, b: { type: array, minItems: 1, items: { type: object, properties: { n: { type: number } } } } } }",
  );
  for (const prefer of ["dynamic=true, seed=7", "dynamic=true", "return=minimal"]) {
    const { body, why } = await own.answer(get("/things", { prefer }));
    expect(JSON.parse(body)).toEqual({
      a: expect.stringMatching(/^\d{4}$/),
      b: expect.arrayContaining([{ n: expect.any(Number) }]),
    });
    expect(why.notes.filter(({ part }) => part.startsWith("response"))).toEqual([]);
  }
});

test("where nothing can be made up that keeps its schema, a note says so", async () => {
  const own = made("{ not: {} }");
  const { why } = await own.answer(get("/things"));
  expect(why).toMatchObject({ reason: "generated", notes: [{ part: "response body" }] });
});

test("a schema that leads back to itself is generated", async () => {
  const own = thingMock(
    "responses: { '200': { description: A tree, content: { application/json: { schema: { $ref: '#/components/schemas/Tree' } } } } }",
    "get",
    "{ schemas: { Tree: { type: object, required: [name], properties: { name: { type: string }, children: { type: array, items: { $ref: '#/components/schemas/Tree' } } } } } }",
  );
  expect(json(await own.answer(get("/things")))).toMatchObject({ name: expect.any(String) });
});

test("headers of a response are sent, and a deprecated operation says so", async () => {
  const own = thingMock(
    "deprecated: true, responses: { '200': { description: A thing, headers: { X-Count: { required: true, schema: { type: integer }, examples: { some: { value: 3 } } } }, content: { application/json: { schema: {}, examples: { one: { value: 1 } } } } } }",
  );
  expect((await own.answer(get("/things"))).headers).toMatchObject({
    "x-count": "3",
    deprecation: "true",
  });
});
