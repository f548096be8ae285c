import { createServer, type RequestListener, request as requestHttp } from "node:http";
import { text } from "node:stream/consumers";
import { gunzipSync, gzipSync } from "node:zlib";
import { listenOnFreePort } from "@workflow-api/workspace/testing";
import { expect, onTestFinished, test } from "vitest";
import { type MockOptions, type RunningMock, startMock } from "../src/index.ts";
import {
  cage,
  contractFile,
  domain,
  keys,
  lines,
  reset,
  sendRaw,
  thingsFile,
} from "./support/requests.ts";

// The real service behind the mock: what is passed on, and what breaks the contract.

const type = "application/vnd.api+json";
const valid = { data: { id: "x", attributes: { name: "n", category: "text" }, relationships: {} } };
const invalid = { data: { ...valid.data, id: 7 } };

interface Started {
  readonly mock: RunningMock;
  /** The targets of the requests that the service got. */
  readonly targets: (string | undefined)[];
}

/** Starts a service, and a mock before it. */
async function start(service: RequestListener, options: MockOptions = {}): Promise<Started> {
  const targets: (string | undefined)[] = [];
  const server = createServer((incoming, response) => {
    targets.push(incoming.url);
    service(incoming, response);
  });
  const upstream = `http://127.0.0.1:${await listenOnFreePort(server)}/base/`;
  const mock = await startMock({ contract: contractFile, upstream, ...options });
  onTestFinished(async () => {
    await mock.close({ grace: 0 });
    server.closeAllConnections();
    server.close();
  });
  return { mock, targets };
}

function sends(body: unknown, status = 200, headers = {}): RequestListener {
  return (_, response) => {
    response.writeHead(status, { "content-type": type, ...headers }).end(JSON.stringify(body));
  };
}

async function ask({ mock }: Started, path = cage, init: RequestInit = {}): Promise<Response> {
  return await fetch(mock.url + path, { headers: keys, redirect: "manual", ...init });
}

/** The last request, once it is in the journal. */
async function lastOf({ mock }: Started) {
  await expect.poll(() => mock.requests().length).toBeGreaterThan(0);
  return mock.requests().at(-1);
}

test("a request and its response are passed on below the path of the service", async () => {
  const started = await start(sends(valid, 200, { "x-own": "1", "set-cookie": ["a=1", "b=2"] }));
  const response = await ask(started, `${cage}?include=author`);
  expect([response.status, await response.json()]).toEqual([200, valid]);
  expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  expect(response.headers.get("mock-violation")).toMatch(/relationships\/author must be there/);
  expect(started.targets).toEqual([`/base${cage}?include=author`]);
});

test("what breaks the contract is in the header, the journal and its explanation", async () => {
  const started = await start(sends(invalid));
  const headers = { ...keys, "x-domain": "none", "x-api-secret": "s3cr3t" };
  const response = await ask(started, cage, { headers });
  expect(await response.json()).toEqual(invalid);
  expect(response.headers.get("mock-violation")).toBe(
    "getCage: request header x-domain must be a UUID; response body/data/id must be a string; " +
      "response body/data/id must equal path id of the request",
  );
  const entry = await lastOf(started);
  expect(entry).toMatchObject({
    status: 200,
    explanation: {
      reason: "forwarded",
      operation: "getCage",
      violations: [{ part: "request header x-domain" }, { pointer: "/data/id" }, {}],
    },
  });
  expect(JSON.stringify({ ...entry, headers: entry?.headers })).not.toContain("s3cr3t");
});

test("--strict sends no request and gives back no response that breaks the contract", async () => {
  const long = { ...invalid, more: "x".repeat(2_000_000) };
  const started = await start(sends(long), { strict: true });
  expect((await ask(started, cage, { headers: { "x-domain": domain } })).status).toBe(401);
  expect((await ask(started, "/nowhere")).status).toBe(404);
  expect([started.targets.length, started.mock.requests().length]).toEqual([0, 2]);
  const broken = await ask(started);
  expect(broken.status).toBe(502);
  expect(await broken.json()).toMatchObject({ errors: [{ pointer: "/data/id" }, {}] });
});

test("--strict refuses a body that breaks the contract", async () => {
  const started = await start(sends({}), { contract: thingsFile, strict: true });
  const headers = { "content-type": "application/json" };
  const init = { method: "POST", headers, body: '{"name":1}' };
  const refused = await ask(started, "/bodies", init);
  expect(await refused.json()).toMatchObject({ status: 422, errors: [{ pointer: "/name" }] });
  expect(started.targets).toEqual([]);
});

test("the mock responds to the named operations, and to those with a sequence", async () => {
  const started = await start(sends({ acknowledge: true }), { mocked: ["getCage"] });
  const mocked = await ask(started);
  expect(mocked.headers.get("mock-scenario")).toBe("full; matched");
  const post = { method: "POST" };
  expect((await ask(started, reset, post)).headers.get("mock-scenario")).toBeNull();
  started.mock.controls.setSequence("resetTask", ["unknown_instance"]);
  expect((await ask(started, reset, post)).status).toBe(404);
  expect(started.targets).toHaveLength(1);
});

test("an operation that the contract does not have is sent, and noted", async () => {
  const started = await start(sends({ any: true }, 201));
  const response = await ask(started, "/other?token=s", { method: "PUT", body: "x" });
  expect(response.status).toBe(201);
  expect(response.headers.get("mock-note")).toContain("the contract has no such operation");
  expect(await lastOf(started)).toMatchObject({ target: "/other?token=(credential)" });
});

test("redirects, a 304 with a length and compressed bodies are given back", async () => {
  const zipped = gzipSync(JSON.stringify(invalid));
  const started = await start((incoming, response) => {
    if (incoming.url?.endsWith("/moved"))
      response.writeHead(302, { location: "http://a.example/" });
    else if (incoming.headers["if-none-match"] !== undefined)
      response.writeHead(304, { "content-length": "20" });
    else response.writeHead(200, { "content-type": type, "content-encoding": "gzip" });
    response.end(incoming.headers["if-none-match"] === undefined ? zipped : undefined);
  });
  expect((await ask(started, "/moved")).headers.get("location")).toBe("http://a.example/");
  const unchanged = await ask(started, cage, { headers: { ...keys, "if-none-match": '"a"' } });
  expect([unchanged.status, unchanged.headers.get("mock-violation")]).toEqual([304, null]);
  const raw = await new Promise<Buffer>((resolve, reject) => {
    requestHttp(started.mock.url + cage, { headers: keys }, (message) => {
      expect(message.headers["content-encoding"]).toBe("gzip");
      expect(message.headers["mock-violation"]).toContain("/data/id must be a string");
      message.toArray().then((chunks) => resolve(Buffer.concat(chunks)), reject);
    }).end();
  });
  expect(gunzipSync(raw).toString()).toBe(JSON.stringify(invalid));
});

test("a long body streams in both directions, and its verdict is in the journal", async () => {
  const long = { ...valid, more: "x".repeat(3_000_000) };
  const started = await start(async (incoming, response) => {
    const received = await text(incoming);
    response.writeHead(200, { "content-type": type, "x-length": received.length });
    response.end(JSON.stringify({ ...long, data: 1 }));
  });
  const headers = { ...keys, "content-type": "application/json" };
  const response = await ask(started, reset, {
    method: "POST",
    headers,
    body: JSON.stringify(long),
  });
  expect(response.headers.get("x-length")).toBe(String(JSON.stringify(long).length));
  expect(response.headers.get("mock-violation")).toBeNull();
  expect((await response.text()).length).toBeGreaterThan(3_000_000);
  expect(await lastOf(started)).toMatchObject({
    explanation: { violations: [{ part: "response body", keyword: "required" }] },
  });
});

test("a stream is given back while it arrives, with its trailers", async () => {
  let finish = (): void => {};
  const started = await start((_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream", trailer: "x-end" });
    response.write("data: 1\n\n");
    finish = () => {
      response.addTrailers({ "x-end": "1" });
      response.end();
    };
  });
  const got = await new Promise<[string, NodeJS.Dict<string>]>((resolve, reject) => {
    requestHttp(started.mock.url + cage, { headers: keys }, (message) => {
      message.once("data", (chunk: Buffer) => {
        finish();
        message.resume().once("end", () => resolve([chunk.toString(), message.trailers]));
      });
    })
      .on("error", reject)
      .end();
  });
  expect(got).toEqual(["data: 1\n\n", { "x-end": "1" }]);
});

test("a client that goes away ends the request to the service", async () => {
  let isClosed = false;
  const started = await start((incoming) => incoming.once("close", () => (isClosed = true)));
  const ending = new AbortController();
  const response = ask(started, cage, { signal: ending.signal });
  await expect.poll(() => started.targets.length).toBe(1);
  ending.abort();
  await expect(response).rejects.toThrow();
  await expect.poll(() => isClosed).toBe(true);
});

test("headers of the connection are not passed on, and nothing reaches another host", async () => {
  let received = {};
  const started = await start(({ headers }, response) => {
    received = headers;
    response.writeHead(200, { connection: "x-hop", "x-hop": "1", "x-end": "1" }).end();
  });
  const own = ["Connection: close, X-Gone", "X-Gone: 1", "X-Kept: 1", "TE: trailers"];
  const head = lines(`GET http://other.example${cage}`, ...own).replace(
    "Connection: close\r\n",
    "",
  );
  const raw = await sendRaw(started.mock.port, head);
  expect(raw).toMatch(/\r\nx-end: 1\r\n/i);
  expect(raw).not.toMatch(/x-hop/i);
  expect(received).toMatchObject({ "x-kept": "1", host: expect.stringMatching(/^127\.0\.0\.1:/) });
  expect(Object.keys(received)).not.toEqual(expect.arrayContaining(["x-gone"]));
  expect(started.targets).toEqual([`/base${cage}`]);
});

test("a service that is not there is a 502, and one that breaks off is noticed", async () => {
  const started = await start((_, response) => {
    response.writeHead(200, { "content-length": "100" });
    response.write("x", () => response.destroy());
  });
  await expect(ask(started).then((response) => response.text())).rejects.toThrow();
  expect(await lastOf(started)).toMatchObject({ dropped: true });
  const { mock } = await start(sends(valid), { upstream: "http://127.0.0.1:9/" });
  const response = await fetch(mock.url + cage, { headers: keys });
  expect(response.status).toBe(502);
  expect(response.headers.get("mock-note")).toBe(
    "service cannot be reached: nothing listens there (ECONNREFUSED)",
  );
});

test("pages of this machine may read the responses, and failures replace them", async () => {
  const started = await start(sends(valid, 200, { "access-control-allow-origin": "https://a.b" }));
  const origin = "http://localhost:3000";
  const response = await ask(started, cage, { headers: { ...keys, origin } });
  expect(response.headers.get("access-control-allow-origin")).toBe(origin);
  started.mock.controls.setBehaviour({ fail: "100%:503" });
  const failed = await ask(started);
  expect([failed.status, started.targets.length]).toEqual([503, 1]);
});
