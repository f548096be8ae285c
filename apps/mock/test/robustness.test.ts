import { connect, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningMock, startMock } from "../src/index.ts";
import { send, sendRaw, statusOf } from "./support/http.ts";

let mock: RunningMock;

beforeAll(async () => {
  mock = await startMock();
});

afterAll(() => mock.close());

const domain = "X-Domain: 3f2b8c1e-7a4d-4e2b-9c6f-1d5e8a7b9c30";
const keys = `${domain}\r\nX-API-KEY: k\r\nX-API-SECRET: s`;
const cage = "/data_dictionary/variables_cages/cage-text";
const reset =
  "/v1/flow_instances/f/relationships/container_instances/c/relationships/process_instances/p/relationships/task_instances/t/reset";

/** The lines of a request to which the mock's answer ends the connection. */
function lines(first: string, ...headers: string[]): string {
  return `${[`${first} HTTP/1.1`, "Host: x", "Connection: close", ...headers].join("\r\n")}\r\n\r\n`;
}

/** Asks for a cage with credentials, and some more headers. */
function get(target: string, ...headers: string[]): string {
  return lines(`GET ${target}`, keys, ...headers);
}

const misleading: [string, string, number][] = [
  ["%ff in a path", get("/data_dictionary/variables_cages/%ff"), 400],
  ["%zz in a path", get("/data_dictionary/variables_cages/%zz"), 400],
  ["a literal % in a path", get("/data_dictionary/variables_cages/100%"), 400],
  ["an overlong encoding in a path", get("/data_dictionary/variables_cages/%C0%AF"), 400],
  ["garbage in Accept", get(cage, "Accept: garbage"), 406],
  ["* in Accept", get(cage, "Accept: *"), 406],
  [";;; in Accept", get(cage, "Accept: ;;;"), 406],
  ["a quoted comma in Accept", get(cage, 'Accept: application/vnd.api+json;profile="a,b"'), 406],
  ["*/*;q=0 in Accept", get(cage, "Accept: */*;q=0"), 406],
  ["text/html, */*;q=0 in Accept", get(cage, "Accept: text/html, */*;q=0"), 406],
  ["garbage in Content-Type", get(cage, "Content-Type: garbage"), 415],
  [
    "garbage in Content-Type of a body",
    `${lines(`POST ${reset}`, keys, "Content-Type: ;", "Content-Length: 1")}x`,
    415,
  ],
  [
    "a bogus Content-Encoding",
    `${lines(`POST ${reset}`, keys, "Content-Encoding: bogus", "Content-Length: 1")}x`,
    415,
  ],
  [
    "a chunked body where none is declared",
    `${lines(`POST ${reset}`, keys, "Transfer-Encoding: chunked")}1\r\nx\r\n0\r\n\r\n`,
    415,
  ],
  [
    "a body that is not the JSON that it says it is",
    `${lines(`POST ${reset}`, keys, "Content-Type: application/json", "Content-Length: 1")}{`,
    400,
  ],
  ["two values for a list of one", get(`${cage}?include=bogus&include=author`), 422],
  ["two values of one list, the last one bogus", get(`${cage}?include=author&include=bogus`), 422],
  ["include[]=x", get(`${cage}?include[]=x`), 422],
  ["include[]=author", get(`${cage}?include[]=author`), 422],
  ["include%5B%5D=author", get(`${cage}?include%5B%5D=author`), 422],
  ["INCLUDE=bogus", get(`${cage}?INCLUDE=bogus`), 422],
  ["INCLUDE=author", get(`${cage}?INCLUDE=author`), 422],
  ["malformed percent-encoding in a query", get(`${cage}?include=%ff`), 422],
  ["the absolute form", get(`http://example.com${cage}`), 400],
  ["the asterisk form", lines("OPTIONS *"), 400],
  ["// in front of the path", get(`//example.com${cage}`), 400],
  ["/\\ in front of the path", get(`/\\example.com${cage}`), 400],
  ["HEAD", lines(`HEAD ${cage}`, keys), 405],
  ["OPTIONS without Origin", lines(`OPTIONS ${cage}`), 405],
  ["an unknown method", lines(`PROPFIND ${cage}`), 405],
  ["CONNECT", "CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n", 405],
  ["a path of 40 kB", get(`/${"a".repeat(40_000)}`), 431],
  ["a header of 40 kB", get(cage, `X-Long: ${"a".repeat(40_000)}`), 431],
  ["no HTTP at all", "hello\r\n\r\n", 400],
  ["an unknown protocol version", "GET / HTTP/9.9\r\n\r\n", 400],
  ["no Host", `GET ${cage} HTTP/1.1\r\nConnection: close\r\n\r\n`, 400],
  ["two lengths", `${lines(`POST ${reset}`, keys, "Content-Length: 1", "Content-Length: 2")}xx`, 400],
  ["a length that is no number", lines(`POST ${reset}`, keys, "Content-Length: many"), 400],
  ["a broken chunk", `${lines(`POST ${reset}`, keys, "Transfer-Encoding: chunked")}zz\r\n`, 400],
  ["a half-sent body", `${lines(`POST ${reset}`, keys, "Content-Length: 100")}half`, 408],
  ["half a header", `GET ${cage} HTTP/1.1\r\nHost: x\r\nX-Do`, 408],
  ["no path", get("/"), 404],
  ["a path without its last part", get("/data_dictionary/variables_cages/"), 422],
];

test.each(misleading)("%s gets a clear answer: %#", async (_title, raw, status) => {
  const answer = await sendRaw(mock.url, raw);
  expect(statusOf(answer), answer).toBe(status);
  if (!raw.startsWith("HEAD")) expect(answer).toContain("content-type: application/problem+json");
});

test("A wrong method is told the right ones", async () => {
  const answer = await send(mock.url, { method: "HEAD", target: cage, headers: {} });
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

test("The name of the bearer scheme has no case", async () => {
  const headers = { "X-Domain": "3f2b8c1e-7a4d-4e2b-9c6f-1d5e8a7b9c30", Authorization: "bearer token" };
  expect((await send(mock.url, { method: "POST", target: reset, headers })).status).toBe(200);
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
