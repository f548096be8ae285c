import { connect } from "node:net";
import { contractFile } from "@workflow-api/contract";
import { afterAll, expect, test } from "vitest";
import { sendRaw, statusOf } from "./support/http.ts";
import { rawRequests } from "./support/raw-requests.ts";
import { type StockPrism, startStockPrism } from "./support/stock-prism.ts";

// What the mock answers to these requests, robustness.test.ts holds. Here it is that Prism still does something else: a
// row that fails after an upgrade of Prism is a defect that it has overcome, and that the mock need not mend any more.
const differing = rawRequests.flatMap(({ title, raw, stock }) =>
  stock === undefined ? [] : [{ title, raw, stock }],
);

// Starting Prism takes a second, so the next one starts while the last one dies.
let current: Promise<StockPrism> = startStockPrism(contractFile());

afterAll(async () => (await current).close());

const plain = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

test.each(differing.filter((row) => typeof row.stock === "number"))(
  "Prism alone answers $stock to $title",
  async ({ raw, stock }) => {
    const { url } = await current;
    expect(statusOf(await sendRaw(url, raw))).toBe(stock);
  },
);

test.each(differing.filter((row) => row.stock === "hangs"))(
  "Prism alone never answers $title",
  async ({ raw }) => {
    const { url } = await current;
    const received: Buffer[] = [];
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    socket.on("data", (chunk) => received.push(chunk));
    await new Promise<void>((resolve) => socket.write(raw, () => resolve()));
    // Those after it are answered, so it could have been.
    for (let later = 0; later < 20; later++) expect(statusOf(await sendRaw(url, plain))).toBe(404);
    expect(received).toEqual([]);
    socket.destroy();
  },
);

test.each(differing.filter((row) => row.stock === "dies"))("Prism alone dies of $title", async ({ raw }) => {
  const { url, ended } = await current;
  expect(await sendRaw(url, raw).catch(() => "")).toBe("");
  await ended;
  current = startStockPrism(contractFile());
});
