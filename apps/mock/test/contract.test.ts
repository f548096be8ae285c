import {
  type Case,
  checkAnswer,
  createHttpTarget,
  createProcessTarget,
  deriveCases,
  type Target,
} from "@workflow-api/conformance";
import { contractFile } from "@workflow-api/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createMock, type RunningMock, startMock } from "../src/index.ts";
import { casesOf, extendedContractFile, sharedContract } from "./support/contracts.ts";
import { invented } from "./support/invented-contracts.ts";

const contracts = await Promise.all(
  [
    { name: "the contract", file: contractFile() },
    { name: "the contract with operations of other shapes", file: extendedContractFile() },
  ].map(async (each) => ({ ...each, contract: await sharedContract(each.file) })),
);

describe.each(contracts)("The mock of $name", ({ contract, file }) => {
  const cases = casesOf(contract);
  let running: RunningMock;
  let server: Target;

  beforeAll(async () => {
    running = await startMock({ contractFile: file });
    server = createHttpTarget(running.url);
  });
  afterAll(() => running.close());

  test.each(cases)("$title", async (one) => {
    expect(await findings(server, one)).toEqual([]);
  });

  test("No seed finds anything without a socket either.", async () => {
    const mock = createProcessTarget(await createMock(contract));
    for (const seed of [1, 2, 3]) {
      for (const one of deriveCases(contract, { seed }))
        expect(await findings(mock, one), `${one.title} (seed ${seed})`).toEqual([]);
    }
  });

  test("Every status of every operation is among the answers.", async () => {
    for (const { operationId, responses } of contract.operations) {
      const own = cases.filter(({ operation }) => operation?.operationId === operationId);
      const expected = new Set(own.map(({ expected: { mock } }) => String(mock?.status)));
      for (const { status } of responses.filter((response) => /^\d{3}$/.test(response.status)))
        expect(expected, operationId).toContain(status);
    }
  });
});

test.each(invented())("The mock of $name answers every case as it should", async ({ file }) => {
  const contract = await sharedContract(file);
  const mock = createProcessTarget(await createMock(contract));
  for (const one of casesOf(contract)) expect(await findings(mock, one), one.title).toEqual([]);
});

/** What the mock answers to a case that it should not, with the line of the contract. */
async function findings(target: Target, one: Case): Promise<string[]> {
  const found = checkAnswer(one, await target.send(one), { as: "mock" });
  return found.map(({ name, message }) => `${name} (${one.location.file}:${one.location.line}): ${message}`);
}
