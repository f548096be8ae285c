import { fileURLToPath } from "node:url";
import type { JsonValue } from "@workflow-api/contract";
import { afterAll, expect, test } from "vitest";
import { startMock } from "../src/index.ts";
import { send } from "./support/http.ts";
import { startStockPrism } from "./support/stock-prism.ts";

const contractFile = fileURLToPath(new URL("fixtures/recursive-references.yaml", import.meta.url));
const mock = await startMock({ contractFile });
const stock = await startStockPrism(contractFile);

afterAll(() => Promise.all([mock.close(), stock.close()]));

/** What the contract refuses, and what it takes. */
const rows: readonly [target: string, refused: JsonValue, taken: JsonValue][] = [
  ["/folders", { above: { size: "x" } }, { above: { size: 1 } }],
  ["/folders", { above: { above: { size: "x" } } }, { above: { above: { size: 1 } } }],
  ["/folders", { first: { size: "x" } }, { first: { size: 1 } }],
  ["/folders", { owner: { home: { owner: { name: 1 } } } }, { owner: { home: { owner: { name: "x" } } } }],
  ["/owners", { home: { owner: { home: { size: "x" } } } }, { home: { owner: { home: { size: 1 } } } }],
  ["/values", [[1, "x"]], [[1, []]]],
  ["/values", "x", 1],
];

async function statusOf(url: string, target: string, value: JsonValue): Promise<number> {
  const headers = { "Content-Type": "application/json" };
  return (await send(url, { method: "PUT", target, headers, body: JSON.stringify(value) })).status;
}

test.each(rows)("The mock refuses at %s what is wrong behind a loop: %j", async (target, refused, taken) => {
  expect(await statusOf(mock.url, target, refused)).toBe(422);
  expect(await statusOf(mock.url, target, taken)).toBe(204);
});

test.each(rows)("Prism alone takes it or fails at %s: %j", async (target, refused) => {
  expect([204, 500]).toContain(await statusOf(stock.url, target, refused));
});
