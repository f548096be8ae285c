import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { startMock } from "../src/index.ts";
import { send } from "./support/http.ts";
import { startStockPrism } from "./support/stock-prism.ts";

const contractFile = fileURLToPath(new URL("fixtures/query-conditions.yaml", import.meta.url));
const mock = await startMock({ contractFile });
const stock = await startStockPrism(contractFile);

afterAll(() => Promise.all([mock.close(), stock.close()]));

/** What is sent, and the status that the contract asks for. Prism alone takes it all. */
const rows: readonly [what: string, target: string, status: number, cookie?: string][] = [
  ["a member that needs no other", "/dependent?f[a]=4", 204],
  ["a member without the one that it needs", "/dependent?f[b]=x", 422],
  ["a member that what depends on another takes", "/dependent?f[a]=5&f[b]=x", 204],
  ["a member that what depends on another does not take", "/dependent?f[a]=4&f[b]=x", 422],
  ["a text that looks like a number", "/dependent?f[a]=5&f[b]=7", 204],
  ["a member that its condition does not take", "/conditional?f[a]=4&f[b]=x", 422],
  ["a member that its condition is not about", "/conditional?f[a]=4", 204],
  ["a member that a part of an allOf takes", "/composed?f[a]=5&f[b]=x", 204],
  ["a member that a part of an allOf does not take", "/composed?f[a]=4&f[b]=x", 422],
  ["a number that is large enough", "/number?n=5", 204],
  ["a number whose bound stands before its type", "/number?n=4", 422],
  ["a number that need not be sent, and comes empty", "/number?n=", 204],
  ["a list of a cookie that is right", "/cookie", 204, "other=1; ids=5,6"],
  ["a list of a cookie that is not", "/cookie", 422, "other=1; ids=5,4"],
];

test.each(rows)("The mock judges %s: %s", async (_, target, status, cookie) => {
  const headers = cookie === undefined ? {} : { Cookie: cookie };
  expect((await send(mock.url, { method: "GET", target, headers })).status).toBe(status);
});

test.each(rows)("Prism alone takes %s: %s", async (_, target, _status, cookie) => {
  const headers = cookie === undefined ? {} : { Cookie: cookie };
  expect((await send(stock.url, { method: "GET", target, headers })).status).toBe(204);
});

test("What is wrong is told with its keyword and its parameter", async () => {
  const { body } = await send(mock.url, { method: "GET", target: "/dependent?f[b]=x", headers: {} });
  expect(JSON.parse(body)).toMatchObject({
    validation: [{ location: ["query", "f"], code: "dependentRequired" }],
  });
});
