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
import { afterEach, describe, expect, test } from "vitest";
import {
  createHttpTarget,
  curlOf,
  deriveCases,
  NoResponse,
  type Target,
  variableOf,
  withSecrets,
} from "../src/index.ts";

const open: Server[] = [];

afterEach(async () => {
  await Promise.all(
    open.splice(0).map((server) => new Promise((resolve) => server.close(resolve))),
  );
});

async function urlOf(server: Server): Promise<string> {
  open.push(server);
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
    expect(server.requests).toEqual([
      {
        method: "PUT",
        target: "/base/%2e/%zz?a=%20",
        headers: {
          "x-a": "1",
          "accept-encoding": expect.stringMatching(/^gzip, deflate, br/),
          "content-length": "2",
          host: new URL(server.url).host,
          connection: "close",
        },
        body: "ä",
      },
    ]);
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
    expect(await createHttpTarget(url).send({ ...get, method: "HEAD" })).toMatchObject({
      body: "",
      faults: [],
    });
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
    const environment = { HTTP_PROXY: proxy.replace("//", "//me:word@") };
    expect(await createHttpTarget(url, { environment }).send(get)).toMatchObject({
      body: "proxied",
    });
    expect(seen).toEqual([`${url}/a?b=1 Basic ${Buffer.from("me:word").toString("base64")}`]);
    const excepted = { ...environment, NO_PROXY: "example.com, 127.0.0.1" };
    expect(await createHttpTarget(url, { environment: excepted }).send(get)).toMatchObject({
      body: "direct",
    });
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
      /^GET \/a: the connection was closed$/,
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
      /^GET \/a: .+/,
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
    expect(String((error as Error).message)).toMatch(reason);
    expect(String((error as Error).message)).not.toContain("b=1");
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

async function sentOf(
  request: HttpRequest,
  secrets: Record<string, string>,
): Promise<HttpRequest["headers"]> {
  const seen: HttpRequest[] = [];
  const target: Target = {
    send: async (sent) => {
      seen.push(sent);
      return { status: 200, headers: {}, body: "" };
    },
  };
  await withSecrets(target, securitySchemes, secrets).send(request);
  return seen[0]?.headers ?? {};
}

const cases = deriveCases(loadContract());
function requestOf(title: string): HttpRequest {
  const found = cases.find((one) => one.title === title);
  if (found === undefined) throw new Error(`there is no case ${title}`);
  return found.request;
}

describe("secrets", () => {
  test("have variables named after their schemes", () => {
    expect(
      ["apiKey", "bearer", "apiKey2", "my-own.key"].map((name) => variableOf({ name })),
    ).toEqual(["WORKFLOW_API_KEY", "WORKFLOW_BEARER", "WORKFLOW_API_KEY2", "WORKFLOW_MY_OWN_KEY"]);
  });

  test("replace placeholders when a request is sent, even if they look like one", async () => {
    const headers = await sentOf(requestOf("getVariablesCage 200 full"), {
      apiKey: "~WORKFLOW_API_SECRET~",
      apiSecret: "$&",
    });
    expect(headers).toMatchObject({ "x-api-key": "~WORKFLOW_API_SECRET~", "x-api-secret": "$&" });
  });

  test("that are wrong are zeros; for a JWT, only its signature", async () => {
    const request = requestOf(
      "resetSmartContractInstance 401 with a wrong secret in Authorization",
    );
    expect(await sentOf(request, { bearer: "opaque" })).toMatchObject({
      authorization: "Bearer 0000000000000000",
    });
    expect(await sentOf(request, { bearer: jwt })).toMatchObject({
      authorization: "Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.0000000000000000",
    });
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
    const command = curlOf(
      "http://127.0.0.1:4010/",
      requestOf("getVariablesCage 200 full"),
      securitySchemes,
    );
    expect(command).toContain('-H "x-api-key: $WORKFLOW_API_KEY"');
    expect(argumentsOf(command)).toEqual([
      "-i",
      "http://127.0.0.1:4010/data_dictionary/variables_cages/cage-text?include=author,client,values",
      ...[
        "-H",
        "accept: application/vnd.api+json",
        "-H",
        "x-domain: 3f2b8c1e-7a4d-4e2b-9c6f-1d5e8a7b9c30",
      ],
      ...["-H", 'x-api-key: it\'s $1 "key"', "-H", "x-api-secret: secret"],
    ]);
  });

  test("spoils the signature of a token in the shell", () => {
    const request = requestOf(
      "resetSmartContractInstance 401 with a wrong secret in Authorization",
    );
    expect(argumentsOf(curlOf("http://a", request, securitySchemes))).toContain(
      "authorization: Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.0000000000000000",
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
    expect(argumentsOf(curlOf("http://a", head, []))).toEqual([
      "-i",
      "-I",
      "http://a/a",
      "-H",
      "accept: */*",
    ]);
  });
});
