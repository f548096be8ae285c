import { execFile } from "node:child_process";
import { getEventListeners } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { promisify } from "node:util";
import { runInNewContext } from "node:vm";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import {
  AbortError,
  ConnectionError,
  createClient,
  RedirectError,
  SizeError,
  TimeoutError,
} from "../src/index.ts";
import {
  answering,
  CAGE,
  clientOf,
  DOMAIN,
  INSTANCE,
  KEYS,
  MEDIA_TYPE,
  rejectionOf,
  startService,
} from "./service.ts";

const JSON_API = { "Content-Type": MEDIA_TYPE };

describe("a redirect", () => {
  test.each([301, 302, 303, 307, 308])(
    "of status %i is not followed, to the same origin or another",
    async (status) => {
      const other = await answering(200, CAGE);
      for (const target of ["/elsewhere", other.url]) {
        const service = await answering(status, "", { Location: target });
        const api = clientOf(service.url);
        const calls = [api.getVariablesCage({ id: "1" }), api.resetSmartContractInstance(INSTANCE)];
        for (const error of await Promise.all(calls.map(rejectionOf))) {
          expect(error).toBeInstanceOf(RedirectError);
          expect(error).toMatchObject({ kind: "redirect", status });
        }
        expect(service.received.map(({ method }) => method).toSorted()).toEqual(["GET", "POST"]);
      }
      expect(other.received).toEqual([]);
    },
  );

  test("names the option that holds the address of the operation", async () => {
    const api = clientOf((await answering(308, "")).url);
    expect(await rejectionOf(api.getVariablesCage({ id: "1" }))).toMatchObject({
      message: expect.stringContaining("the option dataDictionaryUrl."),
    });
    expect(await rejectionOf(api.resetSmartContractInstance(INSTANCE))).toMatchObject({
      message: expect.stringContaining("the option baseUrl."),
    });
  });

  test("is not followed by the openapi-fetch client either", async () => {
    const other = await answering(200, CAGE);
    const service = await answering(307, "", { Location: other.url });
    const call = clientOf(service.url).raw.GET("/data_dictionary/variables_cages/{id}", {
      params: { path: { id: "1" } },
    });
    expect(await rejectionOf(call)).toBeInstanceOf(RedirectError);
    expect(other.received).toEqual([]);
  });
});

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

describe("the deadline", () => {
  test("covers a service that never answers", async () => {
    const service = await startService(() => {});
    const error = await rejectionOf(clientOf(service.url).getVariablesCage({ id: "1" }, { timeout: 20 }));
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({ kind: "timeout", message: expect.stringContaining("20 ms") });
  });

  test("covers a service that stalls in the middle of the body", async () => {
    const service = await startService((_request, response) => {
      response.writeHead(200, JSON_API).write('{"data":');
    });
    const error = await rejectionOf(clientOf(service.url, { timeout: 50 }).getVariablesCage({ id: "1" }));
    expect(error).toMatchObject({ kind: "timeout" });
  });

  test("covers a function of the token that never returns", async () => {
    const service = await answering(200, CAGE);
    const auth = { apiKey: () => new Promise<string>(() => {}), apiSecret: "secret" };
    const api = createClient({ baseUrl: service.url, domain: DOMAIN, auth, timeout: 20 });
    expect(await rejectionOf(api.getVariablesCage({ id: "1" }))).toMatchObject({ kind: "timeout" });
    expect(service.received).toEqual([]);
  });

  test("of the client can be lifted for a call", async () => {
    const service = await startService((_request, response) => {
      setTimeout(() => response.writeHead(200, JSON_API).end(JSON.stringify(CAGE)), 60);
    });
    const api = clientOf(service.url, { timeout: 20 });
    expect(await api.getVariablesCage({ id: "1" }, { timeout: 0 })).toEqual(CAGE);
  });
});

test("nothing of a call that has ended keeps a process alive", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", PROGRAM], {
    cwd: import.meta.dirname,
  });
  expect(JSON.parse(stdout)).toEqual({ kind: "undocumented", during: ["Timeout"], after: [] });
});

const PROGRAM = `
  import { createClient } from "@workflow-api/client";
  const timers = () => process.getActiveResourcesInfo().filter((each) => each === "Timeout");
  let during;
  const fetch = async () => {
    during = timers();
    return new Response(null, { status: 418 });
  };
  const auth = ${JSON.stringify(KEYS)};
  const api = createClient({ baseUrl: "http://stub.test", domain: "${DOMAIN}", auth, fetch });
  const { error } = await api.safe.getVariablesCage({ id: "1" });
  console.log(JSON.stringify({ kind: error.kind, during, after: timers() }));
`;

test("a deadline beyond what timers hold is none that passes at once", async () => {
  const set = vi.spyOn(globalThis, "setTimeout");
  onTestFinished(() => set.mockRestore());
  const fetch = async (): Promise<Response> => Response.json(CAGE, { headers: JSON_API });
  await clientOf("http://127.0.0.1:9", { fetch, timeout: 2 ** 40 }).getVariablesCage({ id: "1" });
  const durations = set.mock.calls.map(([, duration]) => duration ?? 0);
  expect(durations).not.toEqual([]);
  expect(Math.max(...durations)).toBeLessThan(2 ** 31);
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
});

describe("the caller's signal", () => {
  const reason = new Error("The user left.");

  test("that has fired already sends nothing", async () => {
    const service = await answering(200, CAGE);
    const error = await rejectionOf(
      clientOf(service.url).getVariablesCage({ id: "1" }, { signal: AbortSignal.abort(reason) }),
    );
    expect(error).toBeInstanceOf(AbortError);
    expect(error).toMatchObject({ name: "AbortError", kind: "abort" });
    expect(error).toHaveProperty("cause", reason);
    expect(service.received).toEqual([]);
  });

  test("aborts a request, and the connection with it", async () => {
    const controller = new AbortController();
    const closed = withResolvers();
    const service = await startService((request) => {
      request.socket.once("close", () => closed.resolve());
      controller.abort(reason);
    });
    const error = await rejectionOf(
      clientOf(service.url).getVariablesCage({ id: "1" }, { signal: controller.signal }),
    );
    expect(error).toHaveProperty("cause", reason);
    await closed.promise;
    expect(service.received).toHaveLength(1);
  });

  test("aborts the reading of the body", async () => {
    const controller = new AbortController();
    const service = await startService((_request, response) => {
      response.writeHead(200, JSON_API).write('{"data":', () => setImmediate(() => controller.abort(reason)));
    });
    const error = await rejectionOf(
      clientOf(service.url).getVariablesCage({ id: "1" }, { signal: controller.signal }),
    );
    expect(error).toMatchObject({ kind: "abort" });
    expect(error).toHaveProperty("cause", reason);
  });

  test("aborts the wait before a retry", async () => {
    const controller = new AbortController();
    const service = await answering(503, "", { "Retry-After": "9" });
    const logger = (): void => controller.abort(reason);
    const error = await rejectionOf(
      clientOf(service.url, { logger }).getVariablesCage({ id: "1" }, { signal: controller.signal }),
    );
    expect(error).toMatchObject({ kind: "abort" });
    expect(service.received).toHaveLength(1);
  });

  test("aborts a call of the openapi-fetch client", async () => {
    const service = await startService(() => controller.abort(reason));
    const controller = new AbortController();
    const { raw } = clientOf(service.url);
    const input = { params: { path: { id: "1" } }, signal: controller.signal };
    expect(await rejectionOf(raw.GET("/data_dictionary/variables_cages/{id}", input))).toHaveProperty(
      "cause",
      reason,
    );
  });

  test.each([[{}], ["abort"], [0], [new AbortController()]])(
    "that is none, such as %o, is refused by its name before anything is sent",
    async (signal) => {
      const service = await answering(200, CAGE);
      const api = clientOf(service.url);
      for (const call of [
        Reflect.apply(api.getVariablesCage, undefined, [{ id: "1" }, { signal }]),
        Reflect.apply(api.raw.GET, undefined, [
          "/data_dictionary/variables_cages/{id}",
          { params: { path: { id: "1" } }, signal },
        ]),
      ]) {
        expect(await rejectionOf(call)).toMatchObject({
          kind: "configuration",
          option: "signal",
          operationId: "getVariablesCage",
          message: expect.stringContaining("option signal must be an AbortSignal"),
        });
      }
      expect(service.received).toEqual([]);
    },
  );

  test("may be null, as that of fetch", async () => {
    const service = await answering(200, CAGE);
    const call = Reflect.apply(clientOf(service.url).getVariablesCage, undefined, [
      { id: "1" },
      { signal: null },
    ]);
    expect(await call).toEqual(CAGE);
  });

  test("may be of another realm, as a test runner's", async () => {
    const service = await answering(200, CAGE);
    const signal = { aborted: true, reason, addEventListener: () => {}, removeEventListener: () => {} };
    const call = Reflect.apply(clientOf(service.url).getVariablesCage, undefined, [{ id: "1" }, { signal }]);
    expect(await rejectionOf(call)).toMatchObject({ kind: "abort", cause: reason });
  });

  test("has no listener left after 1,000 calls", async () => {
    const fetch = async (): Promise<Response> => Response.json(CAGE, { headers: JSON_API });
    const api = clientOf("http://127.0.0.1:9", { fetch });
    const { signal } = new AbortController();
    for (let call = 0; call < 1000; call++) await api.getVariablesCage({ id: "1" }, { signal });
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });
});

describe("a body over the cap", () => {
  test("is an error, and reading stops", async () => {
    const stopped = withResolvers();
    const service = await startService((_request, response) => {
      response.once("close", () => stopped.resolve());
      response.writeHead(200, JSON_API);
      const more = (): void => {
        while (response.write(" ".repeat(65_536)));
      };
      response.on("drain", more);
      more();
    });
    const error = await rejectionOf(clientOf(service.url).getVariablesCage({ id: "1" }));
    expect(error).toBeInstanceOf(SizeError);
    expect(error).toMatchObject({
      kind: "size",
      status: 200,
      message: expect.stringContaining(String(8 * 1024 * 1024)),
    });
    await stopped.promise;
  });

  test("counts the bytes, which are allowed to be as many as the cap", async () => {
    const body = JSON.stringify({ ...CAGE, note: "é" });
    const service = await answering(200, body);
    const size = Buffer.byteLength(body);
    const api = clientOf(service.url);
    expect(await api.getVariablesCage({ id: "1" }, { maxBytes: size })).toEqual(JSON.parse(body));
    expect(await rejectionOf(api.getVariablesCage({ id: "1" }, { maxBytes: size - 1 }))).toMatchObject({
      kind: "size",
    });
  });

  test("may be of an error", async () => {
    const service = await answering(404, "x".repeat(100));
    const call = clientOf(service.url).resetSmartContractInstance(INSTANCE, { maxBytes: 50 });
    expect(await rejectionOf(call)).toMatchObject({ kind: "size", status: 404 });
  });
});

/** A promise, and what fulfils it. */
function withResolvers(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((fulfil) => {
    resolve = fulfil;
  });
  return { promise, resolve: () => resolve() };
}

/** An address that nobody listens at: it was free a moment ago. */
async function unusedAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}
