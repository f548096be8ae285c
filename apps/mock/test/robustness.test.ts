import { connect, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningMock, startMock } from "../src/index.ts";
import { send, sendRaw, statusOf } from "./support/http.ts";
import { cage, get, keys, lines, rawRequests, reset } from "./support/raw-requests.ts";

let mock: RunningMock;

beforeAll(async () => {
  mock = await startMock();
});

afterAll(() => mock.close());

test.each(rawRequests)("$title gets a clear answer", async ({ raw, own }) => {
  const answer = await sendRaw(mock.url, raw);
  expect(statusOf(answer), answer).toBe(own);
  if (own >= 400 && !raw.startsWith("HEAD"))
    expect(answer).toMatch(own === 401 ? /^mock-refusal: \S/m : /^content-type: application\/problem\+json/m);
});

test.each(["HEAD", "OPTIONS", "PUT"])("The wrong method %s is told the right ones", async (method) => {
  const answer = await send(mock.url, { method, target: cage, headers: {} });
  expect(answer.status).toBe(405);
  expect(answer.headers["allow"]).toBe("GET");
});

test("A body of 12 MB gets 413, declared or chunked", async () => {
  const headers = {
    "X-Domain": "3f2b8c1e-7a4d-4e2b-9c6f-1d5e8a7b9c30",
    "X-API-KEY": "k",
    "X-API-SECRET": "s",
  };
  const body = "x".repeat(12_000_000);
  const declared = await sendRaw(
    mock.url,
    lines(`POST ${reset}`, keys, `Content-Length: ${body.length}`) + body.slice(0, 2_000_000),
  );
  expect(statusOf(declared)).toBe(413);
  const chunk = `${(2_000_000).toString(16)}\r\n${body.slice(0, 2_000_000)}\r\n`;
  const chunked = await sendRaw(mock.url, lines(`POST ${reset}`, keys, "Transfer-Encoding: chunked") + chunk);
  expect(statusOf(chunked)).toBe(413);
  expect((await send(mock.url, { method: "POST", target: reset, headers })).status).toBe(200);
});

test("A compressed body is refused, with the encoding that is taken", async () => {
  const body = gzipSync("{}").toString("latin1");
  const raw = lines(`POST ${reset}`, keys, "Content-Encoding: gzip", `Content-Length: ${body.length}`);
  const answer = await sendRaw(mock.url, Buffer.from(raw + body, "latin1"));
  expect(statusOf(answer)).toBe(415);
  expect(answer).toContain("accept-encoding: identity");
});

test("Text in a violation that no header can hold is escaped", async () => {
  const answer = await sendRaw(mock.url, get(`${cage}?%D0%BA=1&include=%D0%BA`));
  expect(statusOf(answer)).toBe(422);
});

test("With 1000 connections open and idle it still answers", async () => {
  const idle = await Promise.all(Array.from({ length: 1000 }, () => open(mock.port)));
  expect(statusOf(await sendRaw(mock.url, get(cage)))).toBe(200);
  for (const socket of idle) socket.destroy();
});

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => resolve(socket));
    socket.on("error", reject);
  });
}

test("A client that goes away in the middle of a request leaves the mock serving", async () => {
  const socket = await open(mock.port);
  socket.write(`${lines(`POST ${reset}`, keys, "Content-Length: 100")}half`);
  socket.resetAndDestroy();
  expect(statusOf(await sendRaw(mock.url, get(cage)))).toBe(200);
});

test("A connection that is opened long before its request is served all the same", async () => {
  const early = await open(mock.port);
  // Until this one has been too slow, the early one has been idle for longer.
  expect(statusOf(await sendRaw(mock.url, "GET /x HTTP/1.1\r\nHost: x\r\nX-Do"))).toBe(408);
  const answer = new Promise<string>((resolve) => early.once("data", (chunk) => resolve(chunk.toString())));
  early.write(get(cage));
  expect(statusOf(await answer)).toBe(200);
  early.destroy();
});
