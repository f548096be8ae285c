import { type JsonObject, loadDocument } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { createMock } from "../src/index.ts";

const answers: Readonly<Record<string, JsonObject>> = {
  found: { data: { id: "1", author: { name: "Ann" } } },
  gone: { data: { author: { name: "Bob" } } },
};

/** A response with the example of a scenario. */
function response(scenario: string): JsonObject {
  const examples = { [scenario]: { value: answers[scenario] ?? null } };
  return { description: scenario, content: { "application/json": { schema: { type: "object" }, examples } } };
}

test("What is not asked for is missing from a success, and an error is sent whole", async () => {
  const id = {
    name: "id",
    in: "path",
    required: true,
    schema: { type: "string" },
    examples: { found: { value: "1" }, gone: { value: "2" } },
  };
  const include = {
    name: "include",
    in: "query",
    explode: false,
    schema: { type: "array", items: { type: "string", enum: ["author"] } },
    "x-includes": { author: "/data/author" },
  };
  const responses = { "200": response("found"), "404": response("gone") };
  const contract = await loadDocument({
    openapi: "3.1.1",
    info: { title: "Books", version: "1.0.0" },
    paths: { "/books/{id}": { get: { operationId: "readBook", parameters: [id, include], responses } } },
  });
  const mock = await createMock(contract);
  const read = async (target: string): Promise<unknown> => {
    const { body } = await mock.answer({ method: "GET", target, headers: {} });
    return JSON.parse(body ?? "");
  };
  expect(await read("/books/1")).toEqual({ data: { id: "1" } });
  expect(await read("/books/1?include=author")).toEqual(answers["found"]);
  expect(await read("/books/2")).toEqual(answers["gone"]);
});
