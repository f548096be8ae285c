import { contractFile, loadContract } from "@workflow-api/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describeOperations, type RunningMock, startMock } from "../src/index.ts";
import { extendedContractFile } from "./support/contracts.ts";
import { type GeneratedClient, generateClient } from "./support/generated-client.ts";
import { writeManyOperations } from "./support/many-operations.ts";

const importLine = 'import { createClient } from "@workflow-api/client";\n';

describe.each([
  ["the contract", contractFile()],
  ["the extended contract", extendedContractFile()],
  ["a contract of many operations", writeManyOperations(8)],
])("The client call of %s, run as it is copied,", (_title, file) => {
  let mock: RunningMock;
  let client: GeneratedClient;

  beforeAll(async () => {
    [mock, client] = await Promise.all([startMock({ contractFile: file }), generateClient(file)]);
  });

  afterAll(() => mock.close());

  test("reaches its scenario", async () => {
    for (const { operationId, scenarios } of describeOperations(await loadContract(file), mock.url)) {
      for (const { name, status, call } of scenarios) {
        expect(call.startsWith(importLine)).toBe(true);
        mock.controls.reset();
        await run(call.slice(importLine.length), client);
        const expected = { operationId, scenario: name, reason: "matched", status };
        const requests = mock.requests();
        // The client may repeat a call whose status says that it can succeed later.
        const repeats = [408, 429, 502, 503, 504].includes(status) ? requests.slice(1) : [];
        expect(requests, call).toMatchObject([expected, ...repeats.map(() => expected)]);
      }
    }
  });
});

/** Runs a program that has been given the client. The errors of the service are its answers too. */
async function run(program: string, { createClient }: GeneratedClient): Promise<void> {
  try {
    await new Function("createClient", `return (async () => { ${program} })();`)(createClient);
  } catch (error) {
    if (!(error instanceof Error && "status" in error)) throw error;
  }
}
