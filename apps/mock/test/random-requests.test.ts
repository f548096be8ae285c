import { connect } from "node:net";
import { contractFile, loadContract } from "@workflow-api/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { startMock } from "../src/index.ts";
import { authenticated } from "./support/contract-requests.ts";
import { countOf } from "./support/count.ts";
import { statusOf } from "./support/http.ts";
import { rawRequests } from "./support/raw-requests.ts";

const count = countOf(2000, 100_000);

const contract = await loadContract(contractFile());
const seeds = [
  ...rawRequests.map(({ raw }) => raw),
  ...contract.operations.flatMap((operation) =>
    operation.scenarios.map((scenario) => {
      const { method, target, headers } = authenticated(operation, scenario);
      const lines = Object.entries({ Host: "x", Connection: "close", ...headers }).map(
        ([name, value]) => `${name}: ${value}`,
      );
      return `${[`${method} ${target} HTTP/1.1`, ...lines].join("\r\n")}\r\n\r\n`;
    }),
  ),
].filter((raw) => raw.length < 4000);

const pieces = [
  "%",
  "%ff",
  "\r\n",
  "\0",
  "\u00e9",
  " ",
  ":",
  ",",
  ";",
  '"',
  "{",
  "[]",
  "//",
  "?",
  "&",
  "=",
  "..",
  "a".repeat(300),
  "Transfer-Encoding: chunked\r\n",
  "Content-Length: 5\r\n",
  "Expect: 100-continue\r\n",
  "Upgrade: websocket\r\nConnection: Upgrade\r\n",
  "Prefer: code=abc\r\n",
  "Content-Type: application/json\r\n",
  "Accept: ,\r\n",
];

/** Bytes near a request: some cut out, some put in, some changed. */
const mutated = fc
  .record({
    raw: fc.constantFrom(...seeds),
    edits: fc.array(fc.record({ at: fc.nat(10_000), cut: fc.nat(12), put: fc.constantFrom("", ...pieces) }), {
      minLength: 1,
      maxLength: 4,
    }),
  })
  .map(({ raw, edits }) =>
    edits.reduce((text, { at, cut, put }) => {
      const index = at % (text.length + 1);
      return text.slice(0, index) + put + text.slice(index + cut);
    }, raw),
  );

/** Sends bytes and no more after them, and reads what comes. */
function exchange(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let received = "";
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1");
    });
    socket.on("error", (error: NodeJS.ErrnoException) =>
      error.code === "ECONNREFUSED" ? reject(error) : resolve(received),
    );
    socket.on("close", () => resolve(received));
    socket.end(Buffer.from(bytes, "latin1"));
  });
}

test(`${count} random requests end in an answer that is no failure`, async () => {
  const mock = await startMock();
  const requests = fc.sample(mutated, { numRuns: count, seed: 11 });
  let answered = 0;
  for (let next = 0; next < requests.length; next += 16) {
    const batch = requests.slice(next, next + 16);
    const answers = await Promise.all(batch.map((raw) => exchange(mock.port, raw)));
    for (const [index, answer] of answers.entries()) {
      const status = statusOf(answer);
      if (status !== 0) answered++;
      const askedFor = answer.includes("mock-scenario:");
      expect(status < 500 || askedFor, JSON.stringify([batch[index], answer])).toBe(true);
    }
  }
  expect(answered).toBeGreaterThan(count / 2);
  await mock.close();
});
