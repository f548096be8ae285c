import { createServer, type RequestListener } from "node:http";
import type { Server } from "node:net";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { type HttpRequest, readBody } from "@workflow-api/contract";
import { listenOnFreePort } from "@workflow-api/workspace/testing";
import { describe, expect, onTestFinished, test } from "vitest";
import { failureReason } from "../src/http/connection.ts";
import { createHttpTarget, NoResponse } from "../src/index.ts";

async function urlOf(server: Server): Promise<string> {
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${await listenOnFreePort(server)}`;
}

const serve = (listener: RequestListener): Promise<string> => urlOf(createServer(listener));
const get: HttpRequest = { method: "GET", path: "/a", query: "b=1", headers: {}, body: "" };

describe("a server by its URL", () => {
  test("gets the request unchanged, with only the encodings added", async () => {
    const received: unknown[] = [];
    const url = await serve(async (incoming, response) => {
      const { headers, method, url: target } = incoming;
      received.push({ method, target, headers, body: await text(incoming) });
      response.end();
    });
    const [path, query, body] = ["/%2e/%zz", "a=%20", "ä"];
    const request = { method: "PUT", path, query, headers: { "x-a": "1" }, body };
    await createHttpTarget(`${url}/base/`).send(request);
    const headers = {
      "x-a": "1",
      "accept-encoding": "gzip",
      "content-length": "2",
      host: new URL(url).host,
      connection: "close",
    };
    expect(received).toEqual([{ method: "PUT", target: "/base/%2e/%zz?a=%20", headers, body }]);
  });

  test.each([
    ["gzip", gzipSync],
    ["identity", (plain: string) => Buffer.from(plain)],
  ])("may encode its response by %s", async (coding, encode) => {
    const headers = { "content-type": "application/json", "content-encoding": coding };
    const url = await serve((_, response) => response.writeHead(200, headers).end(encode('"ä"')));
    expect(await createHttpTarget(url).send(get)).toMatchObject({ body: '"ä"', faults: [] });
    const head = await createHttpTarget(url).send({ ...get, method: "HEAD" });
    expect(head).toMatchObject({ body: "", faults: [] });
  });

  test.each<[string, Record<string, string>, string | Buffer]>([
    ["header content-encoding", { "content-encoding": "gzip" }, "{}"],
    ["body", { "content-length": "1" }, "{}"],
  ])("has a fault in %s where clients cannot read %j", async (part, headers, body) => {
    const url = await serve((_, response) => response.writeHead(200, headers).end(body));
    const { faults = [] } = await createHttpTarget(url).send(get);
    expect(faults.map((fault) => fault.part)).toEqual([part]);
  });

  test.each([
    [{ "content-type": "application/vnd.api+json" }, Buffer.from('"\u00e4"', "latin1")],
    [{ "content-type": "application/json" }, "\ufeff{}"],
  ])("hands a text on that is no JSON in UTF-8 (%j)", async (headers, body) => {
    const url = await serve((_, response) => response.writeHead(200, headers).end(body));
    const received = await createHttpTarget(url).send(get);
    expect(readBody(received).violations).toMatchObject([{ keyword: "encoding" }]);
  });

  test("is called through the proxy of the environment, unless no_proxy has its host", async () => {
    const seen: string[] = [];
    const url = await serve((_, response) => response.end("direct"));
    const proxy = await serve(({ url: asked = "", headers }, response) => {
      seen.push(`${asked} ${headers["proxy-authorization"]}`);
      response.end("proxied");
    });
    const HTTP_PROXY = proxy.replace("//", "//me:word@");
    const bodyWith = async (environment: Readonly<Record<string, string>>): Promise<string> =>
      (await createHttpTarget(url, { environment }).send(get)).body;
    expect(await bodyWith({ HTTP_PROXY })).toBe("proxied");
    for (const NO_PROXY of ["example.com, 127.0.0.1", "0.0.1", "*"])
      expect(await bodyWith({ HTTP_PROXY, NO_PROXY })).toBe("direct");
    expect(seen.splice(0)).toEqual([
      `${url}/a?b=1 Basic ${Buffer.from("me:word").toString("base64")}`,
    ]);
    expect(await bodyWith({ HTTP_PROXY, NO_PROXY: "127.0.0.1:1" })).toBe("proxied");
  });

  test("may redirect, and send a header twice: neither is followed nor dropped", async () => {
    const headers = ["location", "http://127.0.0.1:1/", "etag", '"a"', "etag", '"b"'];
    const url = await serve((_, response) => response.writeHead(302, headers).end());
    expect(await createHttpTarget(url).send(get)).toMatchObject({
      status: 302,
      headers: { etag: '"a", "b"' },
    });
  });

  test.each<[string, RequestListener, RegExp]>([
    ["hangs", () => undefined, /^GET \/a: nothing came within 300 ms$/],
    [
      "drips its body",
      (_, response) => {
        const drip = setInterval(() => response.write(" "), 20);
        response.on("close", () => clearInterval(drip));
      },
      /^GET \/a: headers came after \d+ ms, and the body did not end within 300 ms$/,
    ],
  ])("that %s gives no response once the time is over", async (_, listener, reason) => {
    const target = createHttpTarget(await serve(listener), { timeout: 300 });
    await expect(target.send(get)).rejects.toThrow(reason);
  });

  test.each<[string, () => Promise<string>, RegExp]>([
    [
      "sends too much",
      () => serve((_, response) => response.end("x".repeat(2000))),
      /the body is longer than 1000 bytes/,
    ],
    [
      "hangs up",
      () => serve((request) => request.socket.destroy()),
      /: GET \/a: the connection was closed$/,
    ],
    [
      "hangs up in the middle",
      () =>
        serve((request, response) => {
          response.write("{");
          setImmediate(() => request.socket.destroy());
        }),
      /the connection ended before the response did/,
    ],
    ["is not there", async () => "http://127.0.0.1:1", /ECONNREFUSED/],
    [
      "speaks no TLS",
      async () => (await serve((_, response) => response.end())).replace("http", "https"),
      /use an http URL/,
    ],
  ])("that %s gives no response, and a reason without the query", async (_, start, reason) => {
    const target = createHttpTarget(await start(), { timeout: 600_000, maxBody: 1000 });
    const error: unknown = await target.send(get).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(NoResponse);
    expect(String(error)).toMatch(reason);
    expect(String(error)).not.toContain("b=1");
  });

  test("of certificates only an unknown authority is reported as one", () => {
    const reasonFor = (code: string): string =>
      failureReason(Object.assign(new Error("other"), { code }))[1];
    expect(reasonFor("UNABLE_TO_VERIFY_LEAF_SIGNATURE")).toContain("NODE_EXTRA_CA_CERTS");
    expect(reasonFor("ERR_TLS_CERT_ALTNAME_INVALID")).toBe("other");
  });

  test("is no longer called once the signal is aborted", async () => {
    const controller = new AbortController();
    const url = await serve(() => controller.abort());
    await expect(createHttpTarget(url, { signal: controller.signal }).send(get)).rejects.toThrow(
      /aborted/,
    );
  });

  test("has a URL of http or https", () => {
    expect(() => createHttpTarget("ftp://example.com")).toThrow(/write one that begins with http/);
  });
});
