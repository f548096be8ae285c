import { join } from "node:path";
import {
  type Case,
  checkAnswer,
  createHttpTarget,
  deriveCases,
  engineLimits,
} from "@workflow-api/conformance";
import { contractFile, loadContract } from "@workflow-api/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeExtendedContract } from "./support/contracts.ts";
import { type StockPrism, startStockPrism } from "./support/stock-prism.ts";

const file = join(import.meta.dirname, "contracts", "styles.yaml");
const cases = deriveCases(await loadContract(file));
let prism: StockPrism;

beforeAll(async () => {
  prism = await startStockPrism(file);
});
afterAll(() => prism.close());

test.each(engineLimits)("Stock Prism shows it: $reason", async ({ name }) => {
  const target = createHttpTarget(prism.url);
  const wrong: Case[] = [];
  for (const one of cases.filter(({ limit }) => limit?.name === name)) {
    const found = checkAnswer({ ...one, limit: undefined }, await target.send(one.request), { as: "mock" });
    if (found.length > 0) wrong.push(one);
  }
  expect(wrong).not.toEqual([]);
});

test("No case of the contract runs into a limit, and few of the operations of other shapes do.", async () => {
  expect(deriveCases(await loadContract(contractFile())).filter(({ limit }) => limit !== undefined)).toEqual(
    [],
  );
  const others = deriveCases(await loadContract(writeExtendedContract()));
  expect(others.filter(({ limit }) => limit !== undefined).length).toBeLessThan(others.length / 20);
});
