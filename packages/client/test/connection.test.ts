import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { inspect } from "node:util";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { ConnectionError, type LogEntry } from "../src/index.ts";
import { answering, CAGE, clientOf, INSTANCE, MEDIA_TYPE, rejectionOf, startService } from "./service.ts";

const JSON_API = { "Content-Type": MEDIA_TYPE };

describe("a broken connection", () => {
  test("that is refused is an error with its cause", async () => {
    const url = await unusedAddress();
    const error = await rejectionOf(clientOf(url, { retry: 0 }).getVariablesCage({ id: "1" }));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({
      kind: "connection",
      message: expect.stringContaining("ECONNREFUSED"),
      cause: { cause: { code: "ECONNREFUSED" } },
    });
  });

  test("to a host without an address is an error with its cause", async () => {
    const error = await rejectionOf(
      clientOf("http://no-such-host.invalid", { retry: 0 }).getVariablesCage({ id: "1" }),
    );
    expect(error).toMatchObject({
      kind: "connection",
      operationId: "getVariablesCage",
      cause: expect.any(Error),
    });
  });

  test("in the middle of the body is an error", async () => {
    const service = await startService((_request, response) => {
      response
        .writeHead(200, { ...JSON_API, "Content-Length": "1000" })
        .write('{"data":', () => response.destroy());
    });
    const error = await rejectionOf(clientOf(service.url).resetSmartContractInstance(INSTANCE));
    expect(error).toMatchObject({ kind: "connection", operationId: "resetSmartContractInstance" });
    expect(service.received).toHaveLength(1);
  });
});

describe.each([
  { way: "straight", middleware: [] },
  { way: "past a hook", middleware: [{ onRequest: () => undefined }] },
])("of an answer that is none, sent $way", ({ middleware }) => {
  const answered = (response: Response): Promise<unknown> => {
    const api = clientOf("http://127.0.0.1:9", { fetch: async () => response, retry: 0, middleware });
    return rejectionOf(api.getVariablesCage({ id: "1" }));
  };

  test("Response.error() is a connection that broke", async () => {
    expect(await answered(Response.error())).toMatchObject({ kind: "connection", status: undefined });
  });

  test.each<[string, object]>([
    ["no headers", { headers: undefined }],
    ["headers that are an object", { headers: { "content-type": MEDIA_TYPE } }],
    ["no status", { status: undefined }],
  ])("a double that has %s is a connection that broke", async (_what, members) => {
    for (const status of [200, 503]) {
      const double = {
        status,
        headers: new Headers(),
        arrayBuffer: async () => new ArrayBuffer(0),
        ...members,
      };
      expect(await answered(Object(double))).toMatchObject({ kind: "connection", status: undefined });
    }
  });

  test("a status below 200 is one that is not documented", async () => {
    const early = Object.defineProperty(new Response(null), "status", { value: 103 });
    expect(await answered(Object.defineProperty(early, "ok", { value: false }))).toMatchObject({
      kind: "undocumented",
      status: 103,
    });
  });
});

test.each([
  { how: "read", take: (response: Response) => response.text() },
  { how: "being read", take: async (response: Response) => response.body?.getReader() },
])("an answer whose body is $how by the option fetch is no broken connection", async ({ take }) => {
  const service = await answering(200, CAGE);
  const reading: typeof fetch = async (url, init) => {
    const response = await fetch(url, init);
    await take(response);
    return response;
  };
  const call = clientOf(service.url, { fetch: reading }).getVariablesCage({ id: "1" });
  expect(await rejectionOf(call)).toMatchObject({
    kind: "configuration",
    option: "fetch",
  });
  expect(service.received).toHaveLength(1);
});

describe("why a connection failed is said", () => {
  test("by the code, where several addresses were tried and the error has no message", async () => {
    const cause = Object.assign(new AggregateError([]), { code: "ECONNREFUSED" });
    const fetch = (): Promise<Response> => Promise.reject(new TypeError("fetch failed", { cause }));
    const call = clientOf("http://localhost:9", { fetch, retry: 0 }).getVariablesCage({ id: "1" });
    expect(await rejectionOf(call)).toMatchObject({
      message: expect.stringMatching(/: ECONNREFUSED$/),
      cause: { cause: { code: "ECONNREFUSED" } },
    });
  });

  test("by an error of another realm, as a test runner's", async () => {
    const failure: unknown = runInNewContext(
      'new TypeError("fetch failed", { cause: new Error("connect ECONNREFUSED") })',
    );
    const fetch = (): Promise<Response> => Promise.reject(failure);
    const call = clientOf("http://localhost:9", { fetch, retry: 0 }).getVariablesCage({ id: "1" });
    expect(await rejectionOf(call)).toMatchObject({
      message: expect.stringMatching(/: connect ECONNREFUSED$/),
      cause: { name: "TypeError", message: "fetch failed" },
    });
  });

  test("by a few causes, where they go in a circle", async () => {
    const failure = new Error("It went round.");
    failure.cause = failure;
    const fetch = (): Promise<Response> => Promise.reject(failure);
    const call = clientOf("http://localhost:9", { fetch, retry: 0 }).getVariablesCage({ id: "1" });
    const causes: string[] = [];
    for (let error = await rejectionOf(call); error instanceof Error; error = error.cause) {
      causes.push(error.message);
    }
    expect(causes.slice(1)).toEqual(Array(6).fill("It went round."));
  });

  test("by an error without a cause, which is given none", async () => {
    const fetch = (): Promise<Response> => Promise.reject(new Error("It broke."));
    const call = clientOf("http://localhost:9", { fetch, retry: 0 }).getVariablesCage({ id: "1" });
    const { cause } = Object(await rejectionOf(call));
    expect(cause).toMatchObject({ message: "It broke." });
    expect(cause).not.toHaveProperty("cause");
  });

  test("without the address, which holds the arguments, as Deno and Bun name it", async () => {
    const fetch = (url: string): Promise<Response> => {
      const cause = new Error(`error sending request for url (${url}): refused`);
      return Promise.reject(new TypeError(`Of "${url}" nothing came.`, { cause }));
    };
    const entries: LogEntry[] = [];
    const logger = (entry: LogEntry): void => void entries.push(entry);
    const api = clientOf("http://localhost:9", { fetch, logger, retry: 0 });
    const error = await rejectionOf(api.getVariablesCage({ id: "of/Ada L.", include: ["author"] }));
    expect(error).toMatchObject({
      message: expect.stringMatching(/: error sending request for url \(█\): refused$/),
    });
    expect(inspect([error, entries], { depth: 9 })).not.toMatch(/Ada|include=/);
  });

  test("by the error alone, where its cause says nothing, as that of HttpResponse.error() of MSW", async () => {
    const failure = new TypeError("Failed to fetch", { cause: Response.error() });
    const fetch = (): Promise<Response> => Promise.reject(failure);
    const call = clientOf("http://localhost:9", { fetch, retry: 0 }).getVariablesCage({ id: "1" });
    expect(await rejectionOf(call)).toMatchObject({ message: expect.stringMatching(/: Failed to fetch$/) });
  });
});

/** An address that nobody listens at: it was free a moment ago. */
async function unusedAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}
