import { connect, createServer, type Socket } from "node:net";
import { listenOnFreePort } from "@workflow-api/workspace/testing";
import { expect, onTestFinished, test, vi } from "vitest";
import { startMock } from "../src/index.ts";
import { cage, contractFile, json, lines, reset } from "./support/requests.ts";
import { ask, lastOf, type ProxySetup, sends, start } from "./support/service.ts";

// What goes wrong between a client, the mock and the real service, and who is named for it.

test("a request is in the journal while it is under way", async () => {
  let finish = (): void => {};
  const started = await start((_, response) => {
    finish = () => response.writeHead(204).end();
  });
  const response = ask(started);
  await expect.poll(() => started.targets.length).toBe(1);
  expect(started.mock.requests()).toMatchObject([
    { status: null, target: cage, explanation: { reason: "pending" }, response: { body: "" } },
  ]);
  finish();
  await response;
  expect(await lastOf(started)).toMatchObject({ status: 204 });
});

test("a service that does not respond in time is a 504", async () => {
  const started = await start(() => {}, { upstreamTimeout: 50 });
  for (const init of [{}, { method: "POST", body: "{}" }]) {
    const response = await ask(started, cage, init);
    expect(response.status).toBe(504);
    expect(response.headers.get("mock-note")).toContain("service did not respond within 0.05 s");
    expect(json({ body: await response.text() })["detail"]).toContain("--upstream-timeout");
  }
});

test("a client that goes away is named, and ends the request to the service", async () => {
  let isClosed = false;
  const started = await start((incoming) => incoming.once("close", () => (isClosed = true)));
  const ending = new AbortController();
  const response = ask(started, cage, { signal: ending.signal });
  await expect.poll(() => started.targets.length).toBe(1);
  ending.abort();
  await expect(response).rejects.toThrow();
  await expect.poll(() => isClosed).toBe(true);
  expect(await lastOf(started)).toMatchObject({
    dropped: true,
    explanation: { notes: [{ part: "client", message: "closed the connection" }] },
  });
});

test("a client that leaves during its own upload is named", async () => {
  const started = await start(() => {});
  const socket = connect(started.mock.port, "127.0.0.1");
  socket.write(`${lines(`POST ${reset}`, "Content-Length: 100")}half`);
  await expect.poll(() => started.targets.length).toBe(1);
  socket.destroy();
  expect(await lastOf(started)).toMatchObject({
    body: "half",
    dropped: true,
    explanation: {
      notes: expect.arrayContaining([{ part: "client", message: "closed the connection" }]),
    },
  });
});

/** Starts a service that writes bytes, and a mock before it. */
async function startRaw(respond: (socket: Socket, count: number) => void): Promise<ProxySetup> {
  let count = 0;
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.on("data", () => respond(socket, ++count));
  });
  const upstream = `http://127.0.0.1:${await listenOnFreePort(server)}`;
  const mock = await startMock({ contract: contractFile, upstream });
  onTestFinished(async () => {
    await mock.close({ grace: 0 });
    server.close();
  });
  return { mock, targets: [] };
}

const head = "HTTP/1.1 200 OK\r\ncontent-type: application/vnd.api+json\r\n";

test.each<readonly [title: string, bytes: string, message: string]>([
  [
    "a length",
    `${head}content-length: 100\r\n\r\n{"a":`,
    "ended the response after 5 of 100 bytes",
  ],
  [
    "chunks",
    `${head}transfer-encoding: chunked\r\n\r\n5\r\n{"a":\r\n`,
    "ended the response after 5 bytes",
  ],
])(
  "a response with %s that ends midway is given back as far as it came",
  async (_, bytes, message) => {
    const started = await startRaw((socket) => socket.end(bytes));
    const response = await ask(started);
    expect([response.status, response.headers.get("mock-violation")]).toEqual([200, null]);
    await expect(response.text()).rejects.toThrow();
    expect(await lastOf(started)).toMatchObject({
      status: 200,
      dropped: true,
      response: { body: '{"a":' },
      explanation: { notes: expect.arrayContaining([{ part: "service", message }]) },
    });
  },
);

test.each<readonly [bytes: string, message: string]>([
  ["", "closed the connection without a response"],
  ["HTTP/1.1 200 OK\r\ncontent-", "closed the connection without a response"],
  ["no HTTP\r\n\r\n", "gives no response: what came is not valid HTTP"],
])("a service that sends %j gets a 502 that says so", async (bytes, message) => {
  const started = await startRaw((socket) => socket.end(bytes));
  const response = await ask(started);
  expect(response.status).toBe(502);
  expect(json({ body: await response.text() })["detail"]).toContain(message);
  expect(response.headers.get("mock-note")).toContain(`service ${message}`);
});

test("a service that is not there is a 502 that says so", async () => {
  const started = await start(sends({}), { upstream: "http://127.0.0.1:9/" });
  const response = await ask(started);
  expect(response.status).toBe(502);
  expect(response.headers.get("mock-note")).toBe(
    "service cannot be reached: nothing listens there (ECONNREFUSED)",
  );
});

test("a connection that was kept and is closed meanwhile costs no request", async () => {
  const empty = "HTTP/1.1 204 No Content\r\n\r\n";
  const started = await startRaw((socket, count) => {
    if (count === 2) socket.destroy();
    else socket.write(empty);
  });
  expect((await ask(started)).status).toBe(204);
  expect((await ask(started)).status).toBe(204);
});

test("a delay passes before a request is sent, and a failure replaces the response", async () => {
  const started = await start(sends({}, 204));
  vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
  try {
    started.mock.controls.setBehaviour({ delay: "300..300" });
    const response = ask(started);
    // A poll of Vitest advances the time.
    while (started.mock.requests().length === 0) await fetch(`${started.mock.url}/__mock/ready`);
    await vi.advanceTimersByTimeAsync(299);
    expect(started.targets).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await response;
    expect(started.mock.requests()).toMatchObject([{ duration: 300 }]);
  } finally {
    vi.useRealTimers();
  }
  started.mock.controls.setBehaviour({ fail: "100%:503" });
  expect([(await ask(started)).status, started.targets.length]).toEqual([503, 1]);
});
