import { type JsonObject, loadContract, readContract } from "@workflow-api/contract";
import { clientCall, designClient } from "@workflow-api/contract/calls";
import { describe, expect, test } from "vitest";
import type { Client, Methods } from "../src/generated/types.ts";
import type { CommonOptions } from "../src/types.ts";
import { extendedContract } from "./extended-contract.ts";
import { generatedClient } from "./generated-client.ts";
import { answering, DOMAIN, KEYS } from "./service.ts";

const fragment = `paths:
  /clash/{id}/{body}:
    post:
      operationId: then
      parameters:
        - { name: id, in: path, required: true, schema: { type: string } }
        - { name: body, in: path, required: true, schema: { type: string } }
        - { name: id, in: query, schema: { type: string } }
        - { name: X-DOMAIN, in: header, required: true, schema: { type: string } }
      requestBody: { content: { application/json: { schema: { type: object } } } }
      responses: { "204": { description: Done. } }
  /bodiless/{body}:
    get:
      operationId: get-thing
      parameters:
        - { name: body, in: path, required: true, schema: { type: string } }
        - { name: valueOf, in: query, schema: { type: string } }
      responses: { "204": { description: Done. } }
`;

test("a call is described in the words that the generated client takes", async () => {
  const file = await extendedContract(fragment);
  const contract = await loadContract(file);
  const client = await generatedClient(file);
  const service = await answering(204, "", {});
  const send = async (id: string, values: Readonly<Record<string, string>>, body?: JsonObject) => {
    const operation = contract.operations.find(({ operationId }) => operationId === id);
    if (operation === undefined) throw new Error(`There is no ${id}.`);
    const call = clientCall(contract, operation, new Map(Object.entries(values)), body);
    const api = client.create({ baseUrl: service.url, auth: KEYS, ...call.options });
    await api[call.method]?.(call.arguments);
    return call;
  };

  const values = { "path id": "a", "path body": "b", "query id": "c", "header x-domain": DOMAIN };
  expect(await send("then", values, { d: 1 })).toEqual({
    method: "then_",
    options: { domain: DOMAIN },
    arguments: { id: "a", pathBody: "b", queryId: "c", body: { d: 1 } },
  });
  await send("get-thing", { "path body": "b" });
  expect(service.received).toMatchObject([
    { target: "/clash/a/b?id=c", headers: { "x-domain": DOMAIN }, body: '{"d":1}' },
    { target: "/bodiless/b", body: "" },
  ]);
  const use = `import type { Client } from "./src/index.ts";
export async function use(api: Client): Promise<void> {
  await api["get-thing"]({ pathBody: "b" });
  await api["get-thing"]({ pathBody: "b", queryValueOf: "c" });
}
`;
  expect(await client.compile(use)).toBe("");
});

/** A contract of one operation, which has a header that the factory takes. */
function contractOf(operationId: string, header: string) {
  const parameters = [{ name: header, in: "header", required: true, schema: { type: "string" } }];
  return readContract({
    openapi: "3.1.1",
    info: { title: "Names", version: "1.0.0" },
    paths: { "/": { get: { operationId, parameters, responses: { "204": { description: "Done." } } } } },
  });
}

// The compiler holds these two to the types: none is missing, none is there that is gone.
const ownOptions: Readonly<Record<keyof CommonOptions | "auth", true>> = {
  auth: true,
  baseUrl: true,
  fetch: true,
  logger: true,
  maxBytes: true,
  middleware: true,
  retry: true,
  timeout: true,
};
const ownMembers: Readonly<Record<Exclude<keyof Client, keyof Methods>, true>> = { raw: true, safe: true };

describe("what every client has keeps its name", () => {
  test.each(Object.keys(ownOptions))("the option %s, beside a header of that name", (name) => {
    const { settings } = designClient(contractOf("ping", `X-${name}`));
    expect(settings.map(({ option }) => option)).toEqual([`${name}_`]);
  });

  test.each([...Object.keys(ownMembers), "then", "toJSON", "constructor"])(
    "the member %s, beside an operation of that name",
    (name) => {
      const contract = contractOf(name, "X-Domain");
      expect(contract.operations.map(designClient(contract).methodOf)).toEqual([`${name}_`]);
    },
  );
});
