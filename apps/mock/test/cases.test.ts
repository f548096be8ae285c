import { createHttpTarget, deriveCases } from "@workflow-api/conformance";
import { loadContract, readContract } from "@workflow-api/contract";
import { furtherContract } from "@workflow-api/workspace/fixtures";
import { expect, test } from "vitest";
import { createMock, startMock } from "../src/index.ts";
import { findProblems } from "./support/expected.ts";

// Every case that the contract implies, held to what the mock promises.

test("the mock answers each case of the contract over HTTP as it promises", async () => {
  const contract = loadContract();
  const mock = await startMock({ contract });
  const target = createHttpTarget(mock.url);
  const problems: string[] = [];
  for (const one of deriveCases(contract)) {
    const answer = await target.send(one.request);
    problems.push(
      ...findProblems(contract, one, answer).map((problem) => `${one.title}: ${problem}`),
    );
  }
  await mock.close();
  expect(problems).toEqual([]);
});

test("the mock responds to each case of a contract with the whole profile as it promises", async () => {
  const contract = readContract(furtherContract());
  const mock = createMock(contract);
  const problems: string[] = [];
  for (const one of deriveCases(contract)) {
    const answer = await mock.answer(one.request);
    problems.push(
      ...findProblems(contract, one, answer).map((problem) => `${one.title}: ${problem}`),
    );
  }
  expect(problems).toEqual([]);
});
