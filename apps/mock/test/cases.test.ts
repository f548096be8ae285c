import { createHttpTarget, deriveCases, type Target } from "@workflow-api/conformance";
import { type Contract, loadContract, readContract } from "@workflow-api/contract";
import { furtherContract } from "@workflow-api/workspace/fixtures";
import { expect, test } from "vitest";
import { createMock, startMock } from "../src/index.ts";
import { findProblems } from "./support/expected.ts";

// Every case that the contract implies, held to what the mock promises.

async function expectPromises(contract: Contract, { send }: Target): Promise<void> {
  for (const one of deriveCases(contract))
    expect.soft(findProblems(one, await send(one.request)), one.title).toEqual([]);
}

test("the mock responds to each case of the contract over HTTP as it promises", async () => {
  const contract = loadContract();
  const mock = await startMock({ contract });
  await expectPromises(contract, createHttpTarget(mock.url));
  await mock.close();
});

test("the mock responds to each case of a contract with the whole profile as it promises", async () => {
  const contract = readContract(furtherContract());
  await expectPromises(contract, { send: createMock(contract).respond });
});
