import { loadContract } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { createMock } from "../src/index.ts";
import { cage, contractFile, get, json, thingsFile } from "./support/requests.ts";

// What Prism makes where the contract has no example, and what reaches it of a contract.

const mock = createMock(loadContract(contractFile));
const things = createMock(loadContract(thingsFile));

test("dynamic answers differ, repeat with a seed, and hold what is asked for", async () => {
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
  expect(await ask("")).toContain("ada@example.com");
});

test("what is made up conforms to its schema, and has declared members only", async () => {
  for (const prefer of ["dynamic=true, seed=7", "dynamic=true", "return=minimal"]) {
    const { body, why } = await things.answer(get("/made", { prefer }));
    expect(JSON.parse(body)).toEqual({
      a: expect.stringMatching(/^\d{4}$/),
      b: expect.arrayContaining([{ n: expect.any(Number) }]),
    });
    expect(why.notes.filter(({ part }) => part.startsWith("response"))).toEqual([]);
  }
});

test("where nothing can be made up that conforms to the schema, a note says so", async () => {
  const { why } = await things.answer(get("/impossible"));
  expect(why).toMatchObject({ reason: "generated", notes: [{ part: "response body" }] });
});

test("a schema that leads back to itself is generated", async () => {
  expect(json(await things.answer(get("/tree")))).toMatchObject({ name: expect.any(String) });
});

test("headers of a response are sent, and a deprecated operation says so", async () => {
  const { headers } = await things.answer(get("/deprecated"));
  expect(headers).toMatchObject({ "x-count": "3", deprecation: "true" });
});
