import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { startMock } from "../src/index.ts";
import { temporaryFolder } from "./support/contracts.ts";
import { send } from "./support/http.ts";

const THING = "/v1/flows/{flowId}/relationships/things/{thingId}/reset";
const responses = { "200": { description: "The thing." } };
const parameter = (name: string): object => ({
  name,
  in: "path",
  required: true,
  schema: { type: "string" },
});
const contractFile = join(temporaryFolder(), "openapi.yaml");
writeFileSync(
  contractFile,
  JSON.stringify({
    openapi: "3.1.1",
    info: { title: "Things", version: "1.0.0" },
    paths: {
      [THING]: {
        parameters: [parameter("flowId"), parameter("thingId")],
        post: { operationId: "resetThing", responses },
      },
      "/dictionary/cages/{id}": {
        parameters: [parameter("id")],
        get: { operationId: "getCage", responses },
      },
    },
  }),
);
const mock = await startMock({ contractFile });

afterAll(() => mock.close());

async function refusalOf(target: string): Promise<unknown> {
  const { status, body } = await send(mock.url, { method: "GET", target, headers: {} });
  // It stays Prism's.
  expect([status, JSON.parse(body).title]).toEqual([404, "Route not resolved, no path matched"]);
  return mock.requests().at(-1);
}

test.each([
  ["with a slash at its end", "/dictionary/cages/1/", "/dictionary/cages/{id}"],
  ["without its parameter", "/dictionary/cages", "/dictionary/cages/{id}"],
  ["with a misspelt segment", "/dictionary/cage/1", "/dictionary/cages/{id}"],
  ["with one segment too many before it", "/v1/dictionary/cages/1", "/dictionary/cages/{id}"],
  ["with two slashes in a row", "/dictionary//cages/1", "/dictionary/cages/{id}"],
  ["with a segment left out", "/v1/flows/1/things/2/reset", THING],
])("Of a path %s the journal names the one that is meant", async (_what, target, meant) => {
  expect(await refusalOf(target)).toMatchObject({
    reason: expect.stringContaining(`path must be one of the contract: the nearest is ${meant}`),
    errors: [{ in: "path", received: target }],
  });
});

test.each(["/", "/favicon.ico", "/users/1/posts", "/a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p"])(
  "Of %s, which is near to no path, it names none",
  async (target) => {
    expect(await refusalOf(target)).not.toHaveProperty("errors");
  },
);

test("A path that is long is repeated in part", async () => {
  const target = `/dictionary/cages/${"1".repeat(500)}/`;
  expect(await refusalOf(target)).toMatchObject({ errors: [{ received: `${target.slice(0, 200)}…` }] });
});
