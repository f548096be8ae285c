import {
  type Answer,
  createProcessTarget,
  exploreAnswers,
  exploreRequests,
  type Target,
} from "@workflow-api/conformance";
import { contractFile } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { createPrismJudge } from "../score/prism-judge.ts";
import { createMock } from "../src/index.ts";
import { extendedContractFile, sharedContract } from "./support/contracts.ts";
import { invented } from "./support/invented-contracts.ts";

const seed = 11;
const contracts = [
  { name: "the contract", file: contractFile() },
  { name: "the contract with operations of other shapes", file: extendedContractFile() },
  ...invented(),
];

test.each(contracts)(
  `The mock of $name answers random requests as it should (seed ${seed})`,
  async ({ file }) => {
    const contract = await sharedContract(file);
    const mock = createProcessTarget(await createMock(contract));
    const found = await exploreRequests(contract, mock, { as: "mock", seed });
    expect(found.map((each) => [each.case.request, each.findings, each.path])).toEqual([]);
  },
);

test.each(contracts)(
  `Prism's proxy judges random answers of $name as the contract does (seed ${seed})`,
  async ({ file }) => {
    const contract = await sharedContract(file);
    const judge = await createPrismJudge(contract);
    const found = await exploreAnswers(contract, judge, { seed });
    expect(found.map(({ operation, ...each }) => [operation.operationId, each])).toEqual([]);
  },
);

test("What fails is shrunk to the smallest request that does, and found again by its seed.", async () => {
  const contract = await sharedContract(contractFile());
  const mock = createProcessTarget(await createMock(contract));
  // A server that fails at lists of two and more.
  const faulty: Target = {
    send: async (exchange): Promise<Answer> => {
      const answer = await mock.send(exchange);
      return answer.status === 200 && /include=\w+(,|%2C|&include=)\w/.test(exchange.request.target)
        ? { ...answer, status: 500 }
        : answer;
    },
  };
  const found = await exploreRequests(contract, faulty, { as: "mock", seed: 3 });
  const including = contract.operations.filter(
    ({ includes }) => includes.filter(({ parameter }) => parameter.name === "include").length > 1,
  );
  expect(found.map((each) => each.case.operation)).toEqual(including);
  for (const { case: smallest, path, seed } of found) {
    const { searchParams } = new URL(smallest.request.target, "http://x");
    expect(searchParams.getAll("include").flatMap((list) => list.split(","))).toHaveLength(2);
    const again = await exploreRequests(contract, faulty, { as: "mock", seed });
    const same = again.find((each) => each.case.operation === smallest.operation);
    expect(same?.path).toBe(path);
  }
});
