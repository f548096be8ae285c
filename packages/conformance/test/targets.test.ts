import { spawnSync } from "node:child_process";
import { createServer, type RequestListener } from "node:http";
import { createServer as createRawServer, type Server } from "node:net";
import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from "node:zlib";
import { type HttpRequest, loadContract } from "@workflow-api/contract";
import { listen } from "@workflow-api/workspace/contract-server";
import { listenOnFreePort } from "@workflow-api/workspace/testing";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  createHttpTarget,
  curlOf,
  deriveCases,
  NoResponse,
  type Target,
  variableOf,
  withSecrets,
} from "../src/index.ts";

async function urlOf(server: Server): Promise<string> {
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${await listenOnFreePort(server)}`;
}

const serve = (listener: RequestListener): Promise<string> => urlOf(createServer(listener));
const get: HttpRequest = { method: "GET", target: "/a?b=1", headers: {}, body: "" };

describe("a server by its URL", () => {
  test("gets the request unchanged, with only the encodings added", async () => {
    const server = await listen({ send: async () => ({ status: 200, headers: {}, body: "" }) });
    const request = { method: "PUT", target: "/%2e/%zz?a=%20", headers: { "x-a": "1" }, body: "ä" };
    await createHttpTarget(`${server.url}/base/`).send(request);
    await server.close();
    const headers = {
      "x-a": "1",
      "accept-encoding": expect.stringMatching(/^gzip, deflate, br/),
      "content-length": "2",
      host: new URL(server.url).host,
      connection: "close",
    };
    expect(server.requests).toEqual([{ ...request, target: `/base${request.target}`, headers }]);
  });

  test("may send a header twice", async () => {
    const url = await serve((_, response) => response.setHeader("etag", ['"a"', '"b"']).end("{}"));
    expect(await createHttpTarget(url).send(get)).toMatchObject({
      status: 200,
      body: "{}",
      headers: { etag: '"a", "b"' },
    });
  });

  test.each([
    ["gzip", gzipSync],
    ["br", brotliCompressSync],
    ["zstd", zstdCompressSync],
    ["deflate", deflateSync],
    ["deflate", deflateRawSync],
    ["identity", (text: string) => Buffer.from(text)],
  ])("may encode its response by %s", async (coding, encode) => {
    const headers = { "content-type": "application/json", "content-encoding": coding };
    const url = await serve((_, response) => response.writeHead(200, headers).end(encode('"ä"')));
    expect(await createHttpTarget(url).send(get)).toMatchObject({ body: '"ä"', faults: [] });
    const head = await createHttpTarget(url).send({ ...get, method: "HEAD" });
    expect(head).toMatchObject({ body: "", faults: [] });
  });

  test.each<[string, Record<string, string>, string | Buffer]>([
    ["header content-encoding", { "content-encoding": "gzip" }, "{}"],
    ["header content-encoding", { "content-encoding": "gzip" }, gzipSync("{}").subarray(0, -9)],
    ["header content-encoding", { "content-encoding": "compress" }, "{}"],
    ["body", { "content-type": "application/vnd.api+json" }, Buffer.from('"\u00e4"', "latin1")],
    ["body", { "content-type": "application/json" }, "\ufeff{}"],
    ["body", { "content-length": "1" }, "{}"],
  ])("has a fault in %s where clients cannot read %j", async (part, headers, body) => {
    const url = await serve((_, response) => response.writeHead(200, headers).end(body));
    const { faults = [] } = await createHttpTarget(url).send(get);
    expect(faults.map((fault) => fault.part)).toEqual([part]);
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
    expect(await bodyWith({ HTTP_PROXY, NO_PROXY: "example.com, 127.0.0.1" })).toBe("direct");
    expect(seen).toEqual([`${url}/a?b=1 Basic ${Buffer.from("me:word").toString("base64")}`]);
  });

  test("is not followed elsewhere", async () => {
    const url = await serve((_, response) =>
      response.writeHead(302, { location: "http://127.0.0.1:1/" }).end(),
    );
    expect(await createHttpTarget(url).send(get)).toMatchObject({ status: 302 });
  });

  test.each<[string, RequestListener]>([
    ["hangs", () => undefined],
    ["hangs in the middle", (_, response) => void response.write("{")],
  ])("that %s gives no response once the time is over", async (_, listener) => {
    const target = createHttpTarget(await serve(listener), { timeout: 20 });
    await expect(target.send(get)).rejects.toThrow(/^GET \/a: nothing came within 20 ms$/);
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
    [
      "speaks no HTTP",
      () =>
        urlOf(
          createRawServer((socket) =>
            socket
              .on("error", () => undefined)
              .resume()
              .end("hello\r\n\r\n"),
          ),
        ),
      /: GET \/a: .+/,
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

const { securitySchemes } = loadContract();
const jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl";
const wrongJwt = jwt.replace("c2lnbmF0dXJl", "0000000000000000");

async function sentOf(request: HttpRequest, secrets: Readonly<Record<string, string>>) {
  let headers: HttpRequest["headers"] = {};
  const target: Target = {
    send: async (sent) => {
      headers = sent.headers;
      return { status: 200, headers: {}, body: "" };
    },
  };
  await withSecrets(target, securitySchemes, secrets).send(request);
  return headers;
}

const cases = deriveCases(loadContract());
const requestOf = (title: string): HttpRequest =>
  cases.find((one) => one.title === title)?.request ?? get;
const full = requestOf("getVariablesCage 200 full");
const wrong = requestOf("resetSmartContractInstance 401 with a wrong secret in Authorization");

describe("secrets", () => {
  test("have variables named after their schemes", () => {
    const names = ["apiKey2", "my-own.key"].map((name) => variableOf({ name }));
    expect(names).toEqual(["WORKFLOW_API_KEY2", "WORKFLOW_MY_OWN_KEY"]);
  });

  test("replace placeholders when a request is sent, even if they look like one", async () => {
    const [apiKey, apiSecret] = ["~WORKFLOW_API_SECRET~", "$&"];
    const headers = await sentOf(full, { apiKey, apiSecret });
    expect(headers).toMatchObject({ "x-api-key": apiKey, "x-api-secret": apiSecret });
  });

  test("that are wrong are zeros; for a JWT, only its signature", async () => {
    for (const [bearer, sent] of [
      ["opaque", "0000000000000000"],
      [jwt, wrongJwt],
    ] as const)
      expect(await sentOf(wrong, { bearer })).toMatchObject({ authorization: `Bearer ${sent}` });
  });
});

/** What a command gives to curl, by a shell that has a `curl` of its own. */
function argumentsOf(command: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  const env = {
    WORKFLOW_API_KEY: 'it\'s $1 "key"',
    WORKFLOW_API_SECRET: "secret",
    WORKFLOW_BEARER: jwt,
  };
  const { status, stdout } = spawnSync("sh", ["-c", script], { env, encoding: "utf8" });
  expect(status).toBe(0);
  return stdout.split("\0").slice(0, -1);
}

describe("a curl command", () => {
  test("has the method, the address, the headers and the secrets from their variables", () => {
    const command = curlOf("http://127.0.0.1:4010/", full, securitySchemes);
    expect(command).toContain('-H "x-api-key: $WORKFLOW_API_KEY"');
    expect(argumentsOf(command)).toEqual([
      ...["-i", `http://127.0.0.1:4010${full.target}`],
      ...["-H", "accept: application/vnd.api+json"],
      ...["-H", `x-domain: ${full.headers["x-domain"]}`],
      ...["-H", 'x-api-key: it\'s $1 "key"', "-H", "x-api-secret: secret"],
    ]);
  });

  test("spoils the signature of a token in the shell", () => {
    const own = securitySchemes.filter(({ name }) => name === "bearer");
    expect(argumentsOf(curlOf("http://a", wrong, own))).toContain(
      `authorization: Bearer ${wrongJwt}`,
    );
  });

  test("sends what a shell or curl would change, and no headers of its own", () => {
    const request = {
      method: "POST",
      target: "/a/../[b]",
      headers: { "x-empty": "" },
      body: `it's "$HOME"\n`,
    };
    expect(argumentsOf(curlOf("http://a", request, []))).toEqual([
      ...["-i", "-X", "POST", "--path-as-is", "-g", "http://a/a/../[b]", "-H", "x-empty;"],
      ...["-H", "accept:", "-H", "content-type:", "--data-raw", `it's "$HOME"\n`],
    ]);
    const head = { method: "HEAD", target: "/a", headers: { accept: "*/*" }, body: "" };
    const sent = ["-i", "-I", "http://a/a", "-H", "accept: */*"];
    expect(argumentsOf(curlOf("http://a", head, []))).toEqual(sent);
  });
});
