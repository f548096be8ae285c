import type { JsonObject, JsonValue } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { type Case, deriveCases } from "../src/index.ts";
import { untriedOf } from "../src/verify/untried.ts";
import { contractOf } from "./support/contract-with.ts";

const tree = { type: "object", required: ["leaf"], properties: { leaf: { type: "string" } } };

/** A contract of one operation, whose body travels in some media types with an example each. */
function storing(examples: Readonly<Record<string, JsonValue>>): JsonObject {
  const content = Object.entries(examples).map(([type, value]) => [
    type,
    { schema: tree, examples: { stored: { value } } },
  ]);
  const requestBody = { required: true, content: Object.fromEntries(content) };
  return {
    openapi: "3.1.1",
    info: { title: "Trees", version: "1.0.0" },
    security: [],
    paths: {
      "/trees": {
        post: {
          operationId: "storeTree",
          requestBody,
          responses: { "204": { description: "It is stored." } },
        },
      },
    },
  };
}

function isRight({ expected: { verdict } }: Case): boolean {
  return verdict === "valid" || verdict === "scenario";
}

/** The bodies of right requests, by media type. */
async function sent(document: JsonObject): Promise<Record<string, string[]>> {
  const bodies: Record<string, string[]> = {};
  for (const { request } of deriveCases(await contractOf(document)).filter(isRight)) {
    const type = request.headers["Content-Type"] ?? "";
    bodies[type] = [...new Set([...(bodies[type] ?? []), request.body ?? ""])];
  }
  return bodies;
}

async function untried(document: JsonObject): Promise<string[]> {
  const contract = await contractOf(document);
  const wanted = deriveCases(contract);
  const run = {
    operations: contract.operations,
    wanted,
    results: new Map(),
    only: [],
    write: true,
    values: {},
  };
  return [...untriedOf(run).values()];
}

test("An object is never sent as XML, and it is said that the operation is not tried, and what to do", async () => {
  const document = storing({ "application/xml": { leaf: "a" } });
  expect(await sent(document)).toEqual({});
  expect(await untried(document)).toEqual([
    "storeTree was not tried: its body is not written by a schema, so the contract has to show an example of application/xml as text.",
  ]);
});

test("An example of XML that is a text is sent as it stands", async () => {
  const text = "<tree><leaf>a</leaf></tree>";
  expect(await sent(storing({ "application/xml": text }))).toEqual({ "application/xml": [text] });
});

test("Where JSON will do, an object is sent as JSON, whatever stands first", async () => {
  const bodies = await sent(storing({ "application/xml": { leaf: "a" }, "application/json": { leaf: "a" } }));
  expect(Object.keys(bodies)).toEqual(["application/json"]);
  expect(bodies["application/json"]).toContain('{"leaf":"a"}');
});
