import { loadContract } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { createMock } from "../src/index.ts";
import { cage, contractFile, get, json, thingMock } from "./support/requests.ts";

// What Prism makes where the contract has no example, and what reaches it of a contract.

const mock = createMock(loadContract(contractFile));

test("dynamic answers differ, are the same for the same seed, and hold what is asked for", async () => {
  const ask = async (prefer: string): Promise<string> =>
    (await mock.answer(get(`${cage}?include=author`, { prefer }))).body;
  const one = await ask("dynamic=true, seed=7");
  expect(Object.keys(JSON.parse(one).data.relationships)).toEqual(["author"]);
  expect(await ask("dynamic=true, seed=8")).not.toBe(one);
  expect(await ask("dynamic=true, seed=7")).toBe(one);
  // A seed does not stay for the requests after it.
  const next = await ask("dynamic=true");
  await ask("dynamic=true, seed=7");
  expect(await ask("dynamic=true")).not.toBe(next);
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
