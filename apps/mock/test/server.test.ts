import { gzipSync } from "node:zlib";
import { loadContract } from "@workflow-api/contract";
import { listenOnFreePort } from "@workflow-api/workspace/testing";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createMock, type RunningMock, startMock } from "../src/index.ts";
import { createCors } from "../src/server/cors.ts";
import { createHttpServer } from "../src/server/server.ts";
import {
  cage,
  contractFile,
  keyLines,
  keys,
  lines,
  reset,
  sendRaw,
  statusOf,
  thingsFile,
} from "./support/requests.ts";

let mock: RunningMock;

beforeAll(async () => {
  const cors = ["https://app.example", "capacitor://localhost"];
  mock = await startMock({ contract: contractFile, cors });
});
afterAll(() => mock.close());

const get = (target: string, ...headers: string[]): string =>
  lines(`GET ${target}`, ...keyLines, ...headers);
const post = (...headers: string[]): string => lines(`POST ${reset}`, ...keyLines, ...headers);

// What kills, hangs or misleads Prism's own server, and more of its kind.
test.concurrent.each([
  ["a chunked body", `${post("Transfer-Encoding: chunked")}1\r\nx\r\n0\r\n\r\n`, 200],
  ["the absolute form", get(`http://example.com${cage}`), 200],
  ["OPTIONS *", lines("OPTIONS *"), 204],
  ["HTTP/2 by prior knowledge", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400],
  ["/ opened in a browser", lines("GET /", "Sec-Fetch-Mode: navigate"), 302],
  ["/ called by a program", lines("GET /"), 404],
  ["an unknown method", lines(`PROPFIND ${cage}`), 405],
  ["an upgrade", get(cage, "Upgrade: websocket"), 200],
  ["Expect: 100-continue", `${post("Expect: 100-continue", "Content-Length: 1")}x`, 100],
  ["a header of 40 kB", get(cage, `X-Long: ${"a".repeat(40_000)}`), 431],
  ["no HTTP at all", "hello\r\n\r\n", 400],
  ["two Hosts", get(cage, "Host: other"), 400],
  ["no Host", `GET ${cage} HTTP/1.1\r\nConnection: close\r\n\r\n`, 400],
])("%s gets a clear response, and the next request its own", async (_title, raw, status) => {
  const response = await sendRaw(mock.port, raw);
  expect(statusOf(response), response).toBe(status);
  if (status >= 400) expect(response).toContain("content-type: application/problem+json");
  expect(statusOf(await sendRaw(mock.port, get(cage)))).toBe(200);
});

test("a body of more than 1 MiB gets 413, declared or chunked", async () => {
  const body = "x".repeat(1_100_000);
  const chunk = `${body.length.toString(16)}\r\n${body}\r\n`;
  for (const bytes of [
    post(`Content-Length: ${body.length}`) + body,
    post("Transfer-Encoding: chunked") + chunk,
  ])
    expect(statusOf(await sendRaw(mock.port, bytes))).toBe(413);
});

test("half a header and half a body get a 408 in the end", async () => {
  const inner = createMock(loadContract(contractFile));
  const server = createHttpServer(
    {
      mock: () => inner,
      cors: createCors([]),
      control: () => ({ status: 404, headers: {}, body: "" }),
      hosts: new Set(),
      isStopping: () => false,
      hasControls: true,
    },
    { headersTimeout: 50, requestTimeout: 100, connectionsCheckingInterval: 10 },
  );
  const port = await listenOnFreePort(server);
  for (const raw of [`GET ${cage} HTTP/1.1\r\nX-Do`, `${post("Content-Length: 100")}half`])
    expect(statusOf(await sendRaw(port, raw))).toBe(408);
  expect(inner.journal.entries()).toMatchObject([{ status: 408 }, { status: 408 }]);
  server.close();
});

test("a compressed body is read, and what cannot be decompressed is refused", async () => {
  const send = async (encoding: string, body: string | Buffer<ArrayBuffer>): Promise<number> => {
    const headers = { ...keys, "content-encoding": encoding };
    return (await fetch(mock.url + reset, { method: "POST", headers, body })).status;
  };
  expect(await send("gzip", gzipSync('{"a":1}'))).toBe(200);
  expect(mock.requests().at(-1)?.body).toBe('{"a":1}');
  expect(await send("br", "no brotli")).toBe(400);
  expect(await send("gzip", gzipSync("x".repeat(1_100_000)))).toBe(413);
  expect(await send("zstd", "x")).toBe(415);
});

test("what is refused early is in the journal, without credentials", async () => {
  mock.controls.reset();
  await sendRaw(mock.port, `GET /secret\r\nX-API-KEY secret\r\n\r\n`);
  await sendRaw(mock.port, get("/nowhere?token=secret", "Host: other"));
  const tls = await sendRaw(mock.port, "\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03");
  expect(tls).toContain("The bytes do not follow HTTP/1.1 without TLS");
  const target = "/nowhere?token=(credential)";
  expect(mock.requests()).toMatchObject([
    { status: 400, target: "", headers: {} },
    { status: 400, target, headers: { "x-api-key": "(credential)" } },
    { status: 400 },
  ]);
});

test.each([
  ["http://localhost:3000", true],
  ["http://app.localhost", true],
  ["http://127.8.8.8:1", true],
  ["https://[::1]:8443", true],
  ["https://APP.example", true],
  ["https://app.example.evil.example", false],
  ["capacitor://localhost", true],
  ["http://localhost.evil.example", false],
  ["null", false],
])("a page of %s may read the responses: %s", async (origin, isAllowed) => {
  const { headers } = await fetch(mock.url + cage, { headers: { origin } });
  expect(headers.get("access-control-allow-origin")).toBe(isAllowed ? origin : null);
  expect(headers.get("vary")).toBe("Origin");
  const exposed = headers.get("access-control-expose-headers");
  expect(exposed?.includes("mock-refusal")).toBe(isAllowed || undefined);
});

test.each([
  ["https://app.example", 204, ["true", "x-api-key, authorization"]],
  ["https://evil.example", 403, [null, null]],
])("a preflight from %s gets %d, and %j", async (origin, status, expected) => {
  const preflight = await fetch(mock.url + cage, {
    method: "OPTIONS",
    headers: {
      origin,
      "access-control-request-method": "GET",
      "access-control-request-headers": "x-api-key, authorization",
    },
  });
  expect(preflight.status).toBe(status);
  expect(preflight.headers.get("vary")).toContain("Access-Control-Request-Headers");
  const allowed = ["credentials", "headers"].map((name) =>
    preflight.headers.get(`access-control-allow-${name}`),
  );
  expect(allowed).toEqual(expected);
});

test("a page that may not read the response is noted", async () => {
  const note = async (origin: string): Promise<string | null> =>
    (await fetch(mock.url + cage, { headers: { ...keys, origin } })).headers.get("mock-note");
  expect(await note("https://evil.example")).toBe(
    "header origin is https://evil.example: its pages may not read this, unless the mock has " +
      "--cors https://evil.example",
  );
  expect(await note("null")).toContain("--cors null");
  expect([await note("https://app.example"), await note(mock.url)]).toEqual([null, null]);
});

test("without controls there are health and readiness alone", async () => {
  const other = await startMock({ contract: contractFile, hasControls: false });
  const statusAt = async (path: string): Promise<number> =>
    (await fetch(other.url + path, { redirect: "manual" })).status;
  for (const path of ["", "/", "/state", "/requests", "/main.js"])
    expect(await statusAt(`/__mock${path}`), path).toBe(404);
  expect([await statusAt("/__mock/health"), await statusAt("/__mock/ready")]).toEqual([200, 200]);
  await other.close();
});

test("--cors * lets any origin in, without credentials", async () => {
  const other = await startMock({ contract: contractFile, cors: ["*"] });
  const { headers } = await fetch(other.url + cage, { headers: { origin: "https://any.example" } });
  expect(headers.get("access-control-allow-origin")).toBe("*");
  expect(headers.get("access-control-allow-credentials")).toBeNull();
  await other.close();
});

test("a response without a body has the length 0, and a 204 none", async () => {
  const other = await startMock({ contract: thingsFile });
  const lengthOf = async (url: string, init: RequestInit): Promise<string | null> =>
    (await fetch(url, init)).headers.get("content-length");
  const empty = (code: number) =>
    lengthOf(`${other.url}/empty`, { headers: { prefer: `code=${code}` } });
  expect([await empty(202), await empty(204)]).toEqual(["0", null]);
  expect(Number(await lengthOf(mock.url + cage, { method: "HEAD" }))).toBeGreaterThan(0);
  await other.close();
});

test("an option that is wrong stops the start, and says what is right", async () => {
  for (const origin of ["a.example", "https://*", "https://a.example/"])
    await expect(startMock({ cors: [origin] })).rejects.toThrow("An origin is a scheme, a host");
});

test("a closed mock finishes the request under way, and accepts no other", async () => {
  const other = await startMock({ contract: contractFile, delay: 50 });
  const decide = vi.spyOn(other.controls, "decide");
  const response = fetch(other.url + cage);
  await expect.poll(() => decide.mock.calls.length).toBe(1);
  await other.close();
  expect((await response).status).toBe(401);
  await expect(fetch(other.url + cage)).rejects.toThrow();
});

test("a stopping mock is not ready, and responds until it stops listening", async () => {
  const other = await startMock({ contract: contractFile, grace: 1000 });
  await fetch(other.url + cage);
  const closed = other.close({ quiet: 60_000 });
  for (const [path, expected] of [
    ["/__mock/ready", 503],
    ["/__mock/health", 200],
    [cage, 401],
  ] as const) {
    const { headers, status } = await fetch(other.url + path);
    expect([status, headers.get("connection")]).toEqual([expected, "close"]);
  }
  await closed;
  await expect(fetch(other.url + cage)).rejects.toThrow();
});
