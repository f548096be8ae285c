import { Readable } from "node:stream";
import { freePort } from "@workflow-api/workspace/testing";
import { describe, expect, test, vi } from "vitest";
import {
  BOOK,
  COPY,
  clientOf,
  fetchOf,
  KEYS,
  LIBRARY_JSON,
  NOWHERE,
  readBook,
  rejectionOf,
  responseOf,
  startService,
  stopTime,
} from "./service.ts";

describe("a connection", () => {
  test("that is refused is an error with its cause", async () => {
    const baseUrl = `http://127.0.0.1:${await freePort()}`;
    expect(await rejectionOf(readBook({ baseUrl, retry: 1 }))).toMatchObject({
      kind: "connection",
      status: undefined,
      message: expect.stringMatching(/cannot be reached \(2 attempts\): connect ECONNREFUSED/),
      cause: { code: "ECONNREFUSED" },
    });
  });

  test("that is refused at several addresses says it by the code", async () => {
    const cause = Object.assign(new AggregateError([]), { code: "ECONNREFUSED" });
    const fetch = (): Promise<Response> => Promise.reject(new TypeError("fetch failed", { cause }));
    const message = expect.stringMatching(/: ECONNREFUSED$/);
    expect(await rejectionOf(readBook({ fetch, retry: 0 }))).toMatchObject({ message });
  });

  test("that breaks in the middle of the body is an error, and no POST is sent again", async () => {
    const broken = new ReadableStream({ start: (body) => body.error(new Error("Gone")) });
    const fetch = vi.fn(async () => new Response(broken, { headers: LIBRARY_JSON }));
    const call = clientOf(NOWHERE, { fetch }).returnBook(COPY);
    const message = expect.stringContaining("returned 200, and a body that broke off: Gone");
    expect(await rejectionOf(call)).toMatchObject({ kind: "connection", status: 200, message });
    expect(fetch).toHaveBeenCalledTimes(1);
  });
});

test.each<[fields: { readonly status: number; readonly type?: string }, kind: string]>([
  ...[301, 302, 303, 307, 308].map((status): [{ status: number }, string] => [
    { status },
    "redirect",
  ]),
  // A browser hides the status of a redirect that it does not follow.
  [{ status: 0, type: "opaqueredirect" }, "redirect"],
  [{ status: 304 }, "undocumented"],
])("a response with %o is an error of the kind %s", async (fields, kind) => {
  const values = Object.entries(fields).map(([name, value]) => [name, { value }]);
  const headers = { ...LIBRARY_JSON, Location: "/elsewhere" };
  const response = responseOf(BOOK, 200, headers);
  Object.defineProperties(response, { ...Object.fromEntries(values), ok: { value: false } });
  const error = await rejectionOf(readBook({ fetch: async () => response }));
  expect(error).toMatchObject({ kind, status: fields.status });
  if (kind === "redirect")
    expect(String(error)).toMatch(/redirects: is the option catalogueUrl right\?: \/elsewhere$/);
});

describe("the deadline", () => {
  test("ends a call once for all, whatever its fetch does later", async () => {
    const { promise, reject } = Promise.withResolvers<Response>();
    const fetch = vi.fn(() => promise);
    const message = expect.stringContaining("20 ms (option timeout)");
    const error = await rejectionOf(readBook({ fetch, timeout: 20 }));
    expect(error).toMatchObject({ kind: "timeout", message });
    reject(new Error("It noticed too late."));
    await new Promise((resolve) => setImmediate(resolve));
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  test.each([
    ["30 seconds", undefined, { kind: "timeout" }],
    ["none if it is 0", 0, BOOK],
    ["long if a timer cannot hold it", 2 ** 40, BOOK],
  ])("is %s, and leaves no timer", async (_what, timeout, expected) => {
    stopTime();
    const fetch = async (): Promise<Response> => {
      await new Promise((resolve) => setTimeout(resolve, 30_001));
      return responseOf();
    };
    const call = readBook({ fetch }, { timeout }).catch((error) => error);
    await vi.advanceTimersByTimeAsync(30_001);
    expect(await call).toMatchObject(expected);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("a signal", () => {
  const reason = new Error("The user left.");
  const aborted = { name: "ApiError", kind: "abort", cause: reason };

  test("that has fired already sends nothing", async () => {
    const fetch = fetchOf();
    const call = readBook({ fetch }, { signal: AbortSignal.abort(reason) });
    expect(await rejectionOf(call)).toMatchObject(aborted);
    expect(fetch).not.toHaveBeenCalled();
  });

  test("ends a call whose credential comes too late: nothing is sent", async () => {
    const fetch = fetchOf();
    const { promise, resolve } = Promise.withResolvers<string>();
    const auth = { ...KEYS, key: () => promise };
    const call = readBook({ auth, fetch }, { signal: AbortSignal.timeout(20) });
    const cause = { name: "TimeoutError" };
    expect(await rejectionOf(call)).toMatchObject({ kind: "abort", cause });
    resolve("late-key");
    await new Promise((resolve) => setImmediate(resolve));
    expect(fetch).not.toHaveBeenCalled();
  });

  test("aborts a request, and the connection with it", async () => {
    const controller = new AbortController();
    const closed = Promise.withResolvers<void>();
    const { url: baseUrl } = await startService((request) => {
      request.socket.once("close", () => closed.resolve());
      controller.abort(reason);
    });
    const call = readBook({ baseUrl }, { signal: controller.signal });
    expect(await rejectionOf(call)).toMatchObject(aborted);
    await closed.promise;
  });

  test.each([
    ["before a retry", () => {}],
    ["while a fetch that looks at no signal is under way", (abort: () => void) => abort()],
  ])("ends a call %s: nothing is sent again", async (_when, meanwhile) => {
    stopTime();
    const controller = new AbortController();
    const abort = (): void => controller.abort(reason);
    const fetch = vi.fn(async () => {
      meanwhile(abort);
      return new Response(null, { status: 503, headers: { "Retry-After": "9" } });
    });
    const { signal } = controller;
    const call = rejectionOf(readBook({ fetch, timeout: 0 }, { signal }));
    await vi.advanceTimersByTimeAsync(8000);
    abort();
    expect(await call).toMatchObject(aborted);
    await vi.advanceTimersByTimeAsync(8000);
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  test("before a credential function throws leaves no rejection unhandled", async () => {
    const controller = new AbortController();
    const key = (): string => {
      controller.abort();
      throw reason;
    };
    const call = readBook({ auth: { ...KEYS, key } }, { signal: controller.signal });
    expect(await rejectionOf(call)).toMatchObject({ kind: "abort" });
  });
});

describe("a body", () => {
  test("of more than 8 MiB is an error, and reading stops", async () => {
    const closed = Promise.withResolvers<void>();
    const { url: baseUrl } = await startService((_request, response) => {
      response.once("close", () => closed.resolve());
      Readable.from(Array(1000).fill(" ".repeat(65_536))).pipe(
        response.writeHead(200, LIBRARY_JSON),
      );
    });
    const message = expect.stringContaining("8388608");
    expect(await rejectionOf(readBook({ baseUrl }))).toMatchObject({ kind: "size", message });
    await closed.promise;
  });

  test("of endless empty chunks is too large", async () => {
    const fetch = async (): Promise<Response> => {
      const body = new ReadableStream({ pull: (stream) => stream.enqueue(new Uint8Array()) });
      return new Response(body, { headers: LIBRARY_JSON });
    };
    expect(await rejectionOf(readBook({ fetch }))).toMatchObject({ kind: "size" });
  });

  test("has the size of its bytes, also where a character is split", async () => {
    const book = { ...BOOK, note: "é" };
    const bytes = Buffer.from(JSON.stringify(book));
    const middle = bytes.indexOf("é") + 1;
    const fetch = async (): Promise<Response> => {
      const body = ReadableStream.from([bytes.subarray(0, middle), bytes.subarray(middle)]);
      return new Response(body, { headers: LIBRARY_JSON });
    };
    expect(await readBook({ fetch, maxBytes: bytes.length })).toEqual(book);
    const error = await rejectionOf(readBook({ fetch }, { maxBytes: bytes.length - 1 }));
    expect(error).toMatchObject({ kind: "size" });
  });
});
