import { expect, test } from "vitest";
import { scenarioRequest } from "../src/index.ts";
import { answer, operationOf } from "./operation-of.ts";
import { writeContract } from "./write-contract.ts";

test("a form chooses a scenario by its fields, in any order, and a list is a pair for each item", async () => {
  const form = (value: object): object => ({ value });
  const json = (name: string): object => ({
    description: name,
    content: { "application/json": { schema: {}, examples: { [name]: { value: name } } } },
  });
  const examples = { in: form({ name: "Ada", roles: ["a", "b"] }), out: form({ name: "Bob", roles: [] }) };
  const post = {
    operationId: "logIn",
    requestBody: {
      content: { "application/x-www-form-urlencoded": { schema: { type: "object" }, examples } },
    },
    responses: { "200": json("in"), "403": json("out") },
  };
  const file = writeContract({
    "openapi.yaml": {
      openapi: "3.1.1",
      info: { title: "Forms", version: "1.0.0" },
      paths: { "/login": { post } },
    },
  });
  const operation = await operationOf(file, "logIn");
  const [first, second] = operation.scenarios;
  expect(first && scenarioRequest(operation, first).body).toBe("name=Ada&roles=a&roles=b");
  expect(second && scenarioRequest(operation, second).body).toBe("name=Bob");
  expect(await answer(operation, "/login", "roles=a&roles=b&name=Ada")).toEqual(["in", true]);
  expect(await answer(operation, "/login", "name=Bob")).toEqual(["out", true]);
  expect(await answer(operation, "/login", "name=Eve")).toEqual(["in", false]);
});

test("a multipart body has a part for each field, between the boundary that its Content-Type names", async () => {
  const examples = { in: { value: { name: "Ada", roles: ["a", "b"] } } };
  const post = {
    operationId: "upload",
    requestBody: { content: { "multipart/form-data": { schema: { type: "object" }, examples } } },
    responses: {
      "200": { description: "In.", content: { "text/plain": { examples: { in: { value: "in" } } } } },
    },
  };
  const file = writeContract({
    "openapi.yaml": {
      openapi: "3.1.1",
      info: { title: "Parts", version: "1.0.0" },
      paths: { "/upload": { post } },
    },
  });
  const operation = await operationOf(file, "upload");
  const [scenario] = operation.scenarios;
  if (scenario === undefined) throw new Error("There is no scenario.");
  const { body = "", headers } = scenarioRequest(operation, scenario);
  const form = await new Response(body, {
    headers: { "Content-Type": headers["Content-Type"] ?? "" },
  }).formData();
  expect([...form]).toEqual([
    ["name", "Ada"],
    ["roles", "a"],
    ["roles", "b"],
  ]);
});
