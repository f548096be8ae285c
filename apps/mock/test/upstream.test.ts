import { request as requestHttp } from "node:http";
import { text } from "node:stream/consumers";
import { gunzipSync, gzipSync } from "node:zlib";
import { readContract } from "@workflow-api/contract";
import { expect, test } from "vitest";
import {
  cage,
  domain,
  keys,
  lines,
  reset,
  sendRaw,
  statusOf,
  thingsFile,
} from "./support/requests.ts";
import { ask, lastOf, sends, start } from "./support/service.ts";

// The real service behind the mock: what is passed on, and what breaks the contract.

const type = "application/vnd.api+json";
const valid = { data: { id: "x", attributes: { name: "n", category: "text" }, relationships: {} } };
const invalid = { data: { ...valid.data, id: 7 } };

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

test("the same messages are judged alike, and other ones by themselves", async () => {
  const data = { ...valid.data, id: "cage-text" };
  const bodies = [{ data }, invalid, { data }, { data }];
  const statuses = [200, 200, 200, 418];
  let at = 0;
  const started = await start((incoming, response) => {
    sends(bodies[at], statuses[at])(incoming, response);
    at++;
  });
  const violations: (string | null)[] = [];
  for (const _ of bodies) violations.push((await ask(started)).headers.get("mock-violation"));
  const [first, broken, again, undocumented] = violations;
  expect([first, again]).toEqual([null, null]);
  expect(broken).toContain("response body/data/id must be a string");
  expect(undocumented).toContain("response status must be documented");
  const others = { ...keys, "x-domain": "none" };
  at = 0;
  expect((await ask(started, cage, { headers: others })).headers.get("mock-violation")).toContain(
    "request header x-domain must be a UUID",
  );
});

test("--strict sends no request and gives back no response that breaks the contract", async () => {
  const started = await start(sends(invalid), { strict: true });
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

test("--strict sends what is omitted, and what the contract does not say", async () => {
  const schema = { type: "array", prefixItems: [{ type: "string" }] };
  const content = { "application/json": { schema } };
  const contract = readContract({
    openapi: "3.1.1",
    info: { title: "T", version: "1" },
    paths: {
      "/omitted": { get: { responses: { 200: { description: "Here.", content } } } },
      "/here": { get: { responses: { 204: { description: "Here." } } } },
    },
  });
  expect(contract.omitted).toHaveLength(1);
  const started = await start((_, response) => response.writeHead(204).end(), {
    contract,
    strict: true,
  });
  expect((await ask(started, "/omitted")).status).toBe(204);
  expect((await ask(started, "/here?unknown=1", { method: "OPTIONS" })).status).toBe(204);
  expect((await ask(started, "/here", { headers: { "x-unknown": "1" } })).status).toBe(204);
  expect((await ask(started, "/nowhere", { method: "OPTIONS" })).status).toBe(404);
  expect(started.targets).toEqual(["/base/omitted", "/base/here?unknown=1", "/base/here"]);
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

test("a body above 1 MiB is passed on in both directions, with a note", async () => {
  const long = { ...invalid, more: "x".repeat(3_000_000) };
  const started = await start(async (incoming, response) => {
    const received = await text(incoming);
    response.writeHead(200, { "content-type": type, "x-length": received.length });
    response.end(JSON.stringify(long));
  });
  const headers = { ...keys, "content-type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify(long) };
  const response = await ask(started, reset, init);
  expect(response.headers.get("x-length")).toBe(String(JSON.stringify(long).length));
  expect(response.headers.get("mock-violation")).toBeNull();
  const note = "is not validated: it is longer than 1 MiB";
  expect(response.headers.get("mock-note")).toContain(
    `request body ${note}; response body ${note}`,
  );
  expect(await response.json()).toEqual(long);
  expect(await lastOf(started)).toMatchObject({
    body: expect.stringMatching(/^\{"data":\{"id":7.*…$/),
    response: { body: expect.stringMatching(/^\{"data":\{"id":7.*…$/) },
  });
});

test("a compressed body above 1 MiB is not read, and its beginning is shown", async () => {
  const zipped = gzipSync(
    JSON.stringify({ ...invalid, pin: "s3cr3t", more: "x".repeat(3_000_000) }),
  );
  const headers = { "content-encoding": "gzip", "content-type": type };
  const started = await start((_, response) => response.writeHead(200, headers).end(zipped));
  const response = await ask(started);
  expect(response.headers.get("mock-note")).toMatch(/longer than 1 MiB when it is/);
  expect(await response.json()).toMatchObject({ data: { id: 7 } });
  const shown = (await lastOf(started))?.response.body;
  expect(shown).toMatch(/^\{"data":\{"id":7.*"pin":"\(credential\)","more":"x+…$/);
});

test("a body that arrives slowly is validated in the journal", async () => {
  let finish = (): void => {};
  const started = await start((_, response) => {
    response.writeHead(200, { "content-type": type }).write('{"data":');
    finish = () => response.end("7}");
  });
  const response = await ask(started);
  expect(response.headers.get("mock-violation")).toBeNull();
  finish();
  expect(await response.text()).toBe('{"data":7}');
  expect(await lastOf(started)).toMatchObject({
    explanation: { violations: [{ part: "response body", pointer: "/data" }] },
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

test("a chunked body arrives whatever the method is", async () => {
  const bodies: string[] = [];
  const started = await start(async (incoming, response) => {
    bodies.push(await text(incoming));
    response.end();
  });
  for (const method of ["DELETE", "GET", "POST"]) {
    const raw = `${lines(`${method} /other`, "Transfer-Encoding: chunked")}2\r\n{}\r\n0\r\n\r\n`;
    expect(statusOf(await sendRaw(started.mock.port, raw))).toBe(200);
  }
  expect(bodies).toEqual(["{}", "{}", "{}"]);
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

test("pages of this machine may read the responses, for caches too", async () => {
  const sent = { "access-control-allow-origin": "https://a.b", vary: "Accept" };
  const started = await start(sends(valid, 200, sent));
  const origin = "http://localhost:3000";
  const response = await ask(started, cage, { headers: { ...keys, origin } });
  expect(response.headers.get("access-control-allow-origin")).toBe(origin);
  expect(response.headers.get("vary")).toBe("Accept, Origin");
});

test("only hosts and pages that are allowed reach the service", async () => {
  const options = { allowHosts: ["Mock.example"], cors: ["https://app.example"] };
  const started = await start(sends(valid), options);
  const from = async (host: string, ...headers: string[]): Promise<number> => {
    const raw = lines(`POST ${reset}`, "Content-Length: 0", ...headers);
    return statusOf(await sendRaw(started.mock.port, raw.replace("localhost", host)));
  };
  const refused = [
    await from("evil.example"),
    await from("localhost.evil.example:4010"),
    await from("localhost", "Origin: https://evil.example"),
    await from("localhost", "Origin: null"),
    await from("evil.example", "Origin: http://evil.example"),
  ];
  expect(refused).toEqual([421, 421, 403, 403, 421]);
  expect(started.mock.requests()[0]).toMatchObject({
    explanation: { violations: [{ part: "header host", keyword: "host" }] },
  });
  expect(started.targets).toEqual([]);
  const allowed = [
    await from("mock.example:80"),
    await from("a.localhost:4010", "Origin: https://app.example"),
    await from("[::1]:4010", "Origin: http://localhost:3000"),
    await from("10.0.0.7", "Origin: http://10.0.0.7"),
  ];
  expect(allowed).toEqual([200, 200, 200, 200]);
  expect(started.targets).toHaveLength(4);
});
