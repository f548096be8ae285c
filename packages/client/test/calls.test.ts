import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { loadContract, parameterKey } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { clientCall } from "../src/calls/client-call.ts";
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
`;

test("a call is described in the words that the generated client takes", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "calls-"));
  const file = await extendedContract(folder, fragment);
  const contract = await loadContract(file);
  const operation = contract.operations.find(({ operationId }) => operationId === "then");
  if (operation === undefined) throw new Error("There is no operation.");
  const values: Readonly<Record<string, string>> = {
    "path id": "a",
    "path body": "b",
    "query id": "c",
    "header x-domain": DOMAIN,
  };
  const call = clientCall(contract, operation, (parameter) => values[parameterKey(parameter)], { d: 1 });
  expect(call).toEqual({
    method: "then_",
    options: { domain: DOMAIN },
    arguments: { id: "a", pathBody: "b", queryId: "c", body: { d: 1 } },
  });

  const client = await generatedClient(file);
  const service = await answering(204, "", {});
  const api = client.create({ baseUrl: service.url, auth: KEYS, ...call.options });
  await api[call.method]?.(call.arguments);
  expect(service.received[0]).toMatchObject({
    target: "/clash/a/b?id=c",
    headers: { "x-domain": DOMAIN },
    body: '{"d":1}',
  });
  await client.remove();
  await rm(folder, { recursive: true });
});

test("an option that only other operations need has the sample of the contract", async () => {
  const contract = await loadContract();
  const [operation] = contract.operations;
  if (operation === undefined) throw new Error("There is no operation.");
  const { options } = clientCall(contract, { ...operation, parameters: [] }, () => undefined);
  expect(options).toEqual({ domain: expect.stringMatching(/^[\da-f-]{36}$/) });
});
