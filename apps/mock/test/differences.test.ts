import { connect } from "node:net";
import { contractFile } from "@workflow-api/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendRaw, statusOf } from "./support/http.ts";
import { rawRequests } from "./support/raw-requests.ts";
import { type StockPrism, startStockPrism } from "./support/stock-prism.ts";

// What the mock answers to these requests, robustness.test.ts holds. Here it is that Prism still does something else: a
// row that fails after an upgrade of Prism is a defect that it has overcome, and that the mock need not mend any more.
const differing = rawRequests.flatMap(({ title, raw, stock }) =>
  stock === undefined ? [] : [{ title, raw, stock }],
);

const plain = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
const deadly = differing.filter((row) => row.stock === "dies");

// Starting Prism takes seconds, so that one is kept alive to die of everything.
let prism: StockPrism;
let undying: StockPrism;

beforeAll(async () => {
  [prism, undying] = await Promise.all([
    startStockPrism(contractFile()),
    startStockPrism(contractFile(), { isUndying: true }),
  ]);
});

afterAll(async () => {
  await prism.close();
  await undying.close();
});

test.each(differing.filter((row) => typeof row.stock === "number"))(
  "Prism alone answers $stock to $title",
  async ({ raw, stock }) => {
    expect(statusOf(await sendRaw(prism.url, raw))).toBe(stock);
  },
);

test.each(differing.filter((row) => row.stock === "hangs"))(
  "Prism alone never answers $title",
  async ({ raw }) => {
    const { url } = prism;
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

test.each(deadly)("Prism alone dies of $title", async ({ raw }) => {
  const fault = undying.fault();
  expect(await Promise.race([fault, sendRaw(undying.url, raw)])).toBe("dies");
});

test("What Prism dies of ends its process", async () => {
  const [first] = deadly;
  expect(await sendRaw(prism.url, first?.raw ?? "").catch(() => "")).toBe("");
  await prism.ended;
});
