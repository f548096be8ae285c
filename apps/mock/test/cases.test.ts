import { createHttpTarget, deriveCases, type Target } from "@workflow-api/conformance";
import { type Contract, loadContract, readContract } from "@workflow-api/contract";
import { furtherContract } from "@workflow-api/workspace/fixtures";
import { expect, test } from "vitest";
import { createMock, startMock } from "../src/index.ts";
import { findProblems } from "./support/expected.ts";

// Every case that the contract implies, held to what the mock promises.

async function problemsOf(contract: Contract, target: Target): Promise<string[]> {
  const problems: string[] = [];
  for (const one of deriveCases(contract)) {
    const found = findProblems(contract, one, await target.send(one.request));
    problems.push(...found.map((problem) => `${one.title}: ${problem}`));
  }
  return problems;
}

test("the mock answers each case of the contract over HTTP as it promises", async () => {
  const contract = loadContract();
  const mock = await startMock({ contract });
  expect(await problemsOf(contract, createHttpTarget(mock.url))).toEqual([]);
  await mock.close();
});

test("the mock answers each case of a contract with the whole profile as it promises", async () => {
  const contract = readContract(furtherContract());
  expect(await problemsOf(contract, { send: createMock(contract).answer })).toEqual([]);
});
