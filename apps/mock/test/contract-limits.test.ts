import { join } from "node:path";
import {
  checkAnswer,
  createHttpTarget,
  deriveCases,
  engineLimits,
  NoAnswer,
} from "@workflow-api/conformance";
import { loadContract } from "@workflow-api/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type StockPrism, startStockPrism } from "./support/stock-prism.ts";

const file = join(import.meta.dirname, "contracts", "styles.yaml");
const cases = deriveCases(await loadContract(file));

let prism: StockPrism;
beforeAll(async () => {
  prism = await startStockPrism(file);
});
afterAll(() => prism.close());

test.each(engineLimits)("Stock Prism shows it: $reason", async ({ name }) => {
  const held = cases.filter(({ limit }) => limit?.name === name).map((one) => ({ ...one, limit: undefined }));
  for (const one of held) {
    const answer = await createHttpTarget(prism.url)
      .send(one)
      .catch((error: unknown) => error);
    if (answer instanceof NoAnswer) {
      // Its process has ended, or hangs.
      await prism.close();
      prism = await startStockPrism(file);
      return;
    }
    if (!isAnswer(answer)) throw answer;
    if (checkAnswer(one, answer, { as: "mock" }).length > 0) return;
  }
  expect.fail("Prism answers every case of this limit as it should: remove the limit.");
});

test("Stock Prism makes up a body that is not valid where the contract has no example.", async () => {
  const one = cases.find(({ title }) => title === "madeUp 2XX without a scenario");
  if (one === undefined) throw new Error("There is no such case.");
  const answer = await createHttpTarget(prism.url).send(one);
  expect(checkAnswer(one, answer).map(({ name }) => name)).toContain("response_schema_conformance");
  expect(checkAnswer(one, answer, { as: "mock" })).toEqual([]);
});

function isAnswer(value: unknown): value is Awaited<ReturnType<ReturnType<typeof createHttpTarget>["send"]>> {
  return typeof value === "object" && value !== null && "status" in value;
}
