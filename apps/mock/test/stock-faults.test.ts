import { join } from "node:path";
import {
  type Answer,
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

test("Stock Prism looks for the name of a matrix parameter in lower case, and the mock as it is declared.", async () => {
  const one = caseOf("matrixCamelCase 200 ok");
  const stock = createHttpTarget(prism.url);
  await expect(stock.send(one)).rejects.toThrow("No answer");
  expect(checkAnswer(one, await mock.send(one), { as: "mock" })).toEqual([]);
});

async function answerTo(target: string): Promise<Answer> {
  const { request, ...one } = caseOf("matrixCamelCase 200 ok");
  return mock.send({ ...one, request: { ...request, target } });
}

test.each([
  "/mc/;itemId=1/;tagNames=a",
  "/mc/;itemId=1/;tagNames=a;tagNames=tagNames%3Db",
  "/mc/;item%49d=1/;tagNames=a",
])("The mock takes %s.", async (target) => {
  expect((await answerTo(target)).status).toBe(200);
});

test.each([
  ["/mc/1/;tagNames=a", ";itemId=", "1"],
  ["/mc/;itemid=1/;tagNames=a", ";itemId=", ";itemid=1"],
  ["/mc/;itemId=1/a", ";tagNames=", "a"],
  ["/mc/;itemId=1/;", ";tagNames=", ";"],
  ["/mc/;itemId=1/;tagNames=a;tagnames=b", ";tagNames=", ";tagNames=a;tagnames=b"],
])("The mock refuses %s, and says what is missing where.", async (target, mark, received) => {
  const { status, body } = await answerTo(target);
  expect(status).toBe(422);
  expect(JSON.parse(body)).toMatchObject({
    detail: expect.stringContaining(`must begin with "${mark}"`),
    errors: [{ in: "path", name: mark.slice(1, -1), expected: `must begin with "${mark}"`, received }],
  });
});
