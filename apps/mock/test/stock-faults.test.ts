import { join } from "node:path";
import {
  type Case,
  checkAnswer,
  createHttpTarget,
  createProcessTarget,
  deriveCases,
} from "@workflow-api/conformance";
import { loadContract } from "@workflow-api/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMock } from "../src/index.ts";
import { type StockPrism, startStockPrism } from "./support/stock-prism.ts";

// What the mock makes up for, Prism still gets wrong: a test that fails after an upgrade of Prism says that it need not.
const contract = await loadContract(join(import.meta.dirname, "contracts", "styles.yaml"));
const cases = deriveCases(contract);
const mock = createProcessTarget(await createMock(contract));

let prism: StockPrism;
beforeAll(async () => {
  prism = await startStockPrism(contract.file);
});
afterAll(() => prism.close());

function caseOf(title: string): Case {
  const one = cases.find((each) => each.title === title);
  if (one === undefined) throw new Error(`There is no case ${title}.`);
  return one;
}

test("Stock Prism takes an optional object that is not in the query for an empty one, and the mock does not.", async () => {
  const one = caseOf("queries 2XX query d absent");
  const { body, status } = await createHttpTarget(prism.url).send(one);
  expect(status).toBe(422);
  expect(body).toContain('"location":["query","d"]');
  expect(checkAnswer(one, await mock.send(one), { as: "mock" })).toEqual([]);
});

test("Stock Prism makes up a body that is not valid where the contract has no example.", async () => {
  const one = caseOf("madeUp 2XX without a scenario");
  const answer = await createHttpTarget(prism.url).send(one);
  expect(checkAnswer(one, answer).map(({ name }) => name)).toContain("response_schema_conformance");
  expect(checkAnswer(one, answer, { as: "mock" })).toEqual([]);
});
