import { describe, expect, test } from "vitest";
import { ContractError, loadDocument } from "../src/index.ts";
import type { JsonObject } from "../src/json.ts";

const info = { title: "Desk", version: "1" };
const ok = { "200": { description: "It is there." } };

/** A document of one operation with these members. */
function operation(members: JsonObject): JsonObject {
  return {
    openapi: "3.1.1",
    info,
    paths: { "/a": { get: { operationId: "getA", responses: ok, ...members } } },
  };
}

async function problemsOf(document: JsonObject): Promise<readonly string[]> {
  const error: unknown = await loadDocument(document).catch((thrown: unknown) => thrown);
  if (!(error instanceof ContractError)) throw error;
  return error.problems.map(({ message, location }) => `${location.pointer} ${message}`);
}

const at = "/paths/~1a/get";

describe("What OpenAPI does not allow is told in words, at its place:", () => {
  test.each<[string, JsonObject, string]>([
    [
      "a member that is missing",
      { openapi: "3.1.1", info: { title: "Desk" }, paths: {} },
      '/info It lacks "version", which OpenAPI 3.1 requires.',
    ],
    [
      "a member that is unknown",
      operation({ sumary: "A" }),
      `${at}/sumary OpenAPI 3.1 has no "sumary" here.`,
    ],
    [
      "a value that is none of those",
      operation({ parameters: [{ name: "a", in: "paht", schema: {} }] }),
      `${at}/parameters/0/in It must be one of "query", "header", "path", "cookie".`,
    ],
    [
      "a value that is not the only one",
      operation({ responses: { "200": { description: "", headers: { X: { style: "form", schema: {} } } } } }),
      `${at}/responses/200/headers/X/style It must be "simple".`,
    ],
    ["another type", operation({ parameters: {} }), `${at}/parameters It must be of the type array.`],
    [
      "a name that cannot be",
      { openapi: "3.1.1", info, components: { schemas: { "a b": {} } } },
      '/components/schemas/a b The name "a b" must match ^[a-zA-Z0-9._-]+$.',
    ],
    [
      "neither of two members",
      operation({ parameters: [{ name: "a", in: "query" }] }),
      `${at}/parameters/0 It must have exactly one of "schema", "content".`,
    ],
    [
      "two members where one may be",
      operation({ parameters: [{ name: "a", in: "query", schema: {}, example: 1, examples: {} }] }),
      `${at}/parameters/0 It cannot have "example", "examples" together.`,
    ],
    [
      "nothing of what there is to describe",
      { openapi: "3.1.1", info },
      ' It must have at least one of "paths", "components", "webhooks".',
    ],
    [
      "a response without a status",
      operation({ responses: { "900": { description: "" } } }),
      `${at}/responses It documents no response: each stands under a status such as "200", a range such as "4XX", or "default".`,
    ],
  ])("%s", async (_what, document, problem) => {
    expect(await problemsOf(document)).toEqual([problem]);
  });
});

test("Every violation is told at once, and nothing that only follows from one", async () => {
  const query = { name: "q", in: "query", explode: true, allowReserved: true, schema: {} };
  const document = operation({
    sumary: "A",
    parameters: [
      { ...query, style: "simple" },
      { ...query, required: "yes" },
    ],
    responses: { "200": {} },
  });
  expect(await problemsOf(document)).toEqual([
    `${at}/parameters/0/style It must be one of "form", "spaceDelimited", "pipeDelimited", "deepObject".`,
    `${at}/parameters/1/required It must be of the type boolean.`,
    `${at}/responses/200 It lacks "description", which OpenAPI 3.1 requires.`,
    `${at}/sumary OpenAPI 3.1 has no "sumary" here.`,
  ]);
});

test("What is described does not count as unknown because of an error deep within another member", async () => {
  const parameter = { name: "q", in: "query", schema: {}, style: "form", explode: true };
  const document = operation({ parameters: [{ ...parameter, examples: { a: { summary: 1 } } }] });
  expect(await problemsOf(document)).toEqual([
    `${at}/parameters/0/examples/a/summary It must be of the type string.`,
  ]);
});
