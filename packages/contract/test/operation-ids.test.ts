import { expect, test } from "vitest";
import { type JsonObject, readContract } from "../src/index.ts";
import { problemsOf } from "./problems-of.ts";

const answers = { responses: { "204": { description: "Done." } } };
const named = (operationId: string): JsonObject => ({ post: { operationId, ...answers } });

function documentOf(callback: JsonObject, others: JsonObject = {}): JsonObject {
  return {
    openapi: "3.1.1",
    info: { title: "Names", version: "1.0.0" },
    paths: {
      "/a": { post: { operationId: "notify", callbacks: { done: { "{$url}": callback } }, ...answers } },
    },
    ...others,
  };
}

const done = "/paths/~1a/post/callbacks/done/{$url}/post/operationId";

test.each<[string, JsonObject, string]>([
  ["a callback", documentOf(named("notify")), done],
  ["a webhook", documentOf({}, { webhooks: { hook: named("notify") } }), "/webhooks/hook/post/operationId"],
  [
    "a webhook and a callback",
    documentOf(named("told"), { webhooks: { hook: named("told") } }),
    "/webhooks/hook/post/operationId",
  ],
  [
    "a callback that has a name",
    documentOf({}, { components: { callbacks: { done: { "{$url}": named("notify") } } } }),
    "/components/callbacks/done/{$url}/post/operationId",
  ],
])("The operationId of %s is none that is taken", async (_, document, pointer) => {
  const problems = await problemsOf(() => readContract(document));
  expect(problems.map(({ location }) => location.pointer)).toEqual([pointer]);
  expect(problems[0]?.message).toMatch(/^The operationId \w+ is taken: give each operation its own\.$/);
});

test("Operations that the service calls may have no operationId", async () => {
  const plain = { post: answers };
  expect(await problemsOf(() => readContract(documentOf(plain, { webhooks: { hook: plain } })))).toEqual([]);
});
