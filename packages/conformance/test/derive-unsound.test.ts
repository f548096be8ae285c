import type { JsonObject } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { compareContracts } from "../src/compat/index.ts";
import { deriveCases } from "../src/index.ts";
import { set } from "./support/change.ts";
import { contractOf } from "./support/contract-with.ts";

const shown = (value: string | JsonObject): JsonObject => ({ examples: { done: { value } } });
const parameter = (name: string, example: string, required: boolean): JsonObject => ({
  name,
  in: "query",
  required,
  schema: { type: "string", format: "date-time" },
  ...shown(example),
});

/** A contract whose only scenario has a time and an address that its own schemas refuse. */
const calls: JsonObject = {
  openapi: "3.1.1",
  info: { title: "Calls", version: "1.0.0" },
  paths: {
    "/calls": {
      post: {
        operationId: "createCall",
        parameters: [parameter("from", "2008-01-02", true), parameter("until", "2009-01-02", false)],
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: {
                type: "object",
                required: ["to"],
                properties: { to: { type: "string" }, url: { type: "string", format: "uri" } },
              },
              ...shown({ to: "them", url: "" }),
            },
          },
        },
        responses: { "200": { description: "It rings.", content: { "application/json": shown("rings") } } },
      },
    },
  },
};

test("Where a scenario is not what its own schemas accept, all but its own case is valid or spoilt in one part", async () => {
  const contract = await contractOf(calls);
  const [operation] = contract.operations;
  const cases = deriveCases(contract);
  const sent = cases.filter(({ expected }) => ["scenario", "valid"].includes(expected.verdict));
  const unsound = sent.filter(({ call }) => {
    if (call === undefined) return false;
    const fields = (operation?.parameters ?? []).map(
      (each) => [each, call.values.get(`query ${each.name}`)] as const,
    );
    const isRefused = fields.some(([each, value]) => value !== undefined && each.validate(value).length > 0);
    const [media] = operation?.requestBody?.content ?? [];
    return isRefused || (call.body !== undefined && media?.validate(call.body).length !== 0);
  });
  expect(unsound.map(({ title }) => title)).toEqual(["createCall 200 done"]);
  expect(cases.map(({ broken }) => broken && `${broken.part} ${broken.keyword}`)).toEqual(
    expect.arrayContaining(["query from format", "query until format", "body required", "body format"]),
  );
});

test("What a change breaks is shown by a request that the contract accepts, where its example is none", async () => {
  const at = "/paths/~1calls/post/requestBody/content/application~1json/schema/required";
  const found = compareContracts(await contractOf(calls), await contractOf(set(at, ["to", "url"])(calls)));
  expect(found).toMatchObject([{ for: "callers", reason: expect.stringContaining("url") }]);
});
