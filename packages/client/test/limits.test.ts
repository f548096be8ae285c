import { Readable } from "node:stream";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createClient, type LogEntry } from "../src/index.ts";
import {
  CAGE,
  DOMAIN,
  fetchCage,
  JSON_API,
  readCage,
  rejectionOf,
  responding,
  startService,
} from "./service.ts";

describe("the deadline", () => {
  test("covers a function of the token that never returns", async () => {
    const service = await responding(200, CAGE);
    const auth = { apiKey: () => new Promise<string>(() => {}), apiSecret: "secret" };
    const api = createClient({ baseUrl: service.url, domain: DOMAIN, auth, timeout: 20 });
    expect(await rejectionOf(api.getVariablesCage({ id: "1" }))).toMatchObject({ kind: "timeout" });
    expect(service.received).toEqual([]);
  });

  test("ends a call once for all, whatever its fetch does later, and the logger gets it", async () => {
    const { promise, reject } = Promise.withResolvers<Response>();
    const fetch = vi.fn(() => promise);
    const logger = vi.fn<(entry: LogEntry) => void>();
    const error = await rejectionOf(readCage({ fetch, logger, timeout: 20 }));
    expect(error).toMatchObject({
      kind: "timeout",
      name: "TimeoutError",
      message: expect.stringContaining("20 ms (option timeout)"),
      // A timer does not lead back to the call by itself.
      stack: expect.stringContaining("limits.test"),
    });
    reject(new Error("It noticed too late."));
    await new Promise((resolve) => setImmediate(resolve));
    expect(logger.mock.calls.map(([entry]) => entry.error)).toEqual([error]);
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  test.each([
    ["30 seconds", undefined, { kind: "timeout" }],
    ["none if it is 0", 0, CAGE],
    ["long if a timer cannot hold it", 2 ** 40, CAGE],
  ])("is %s, and leaves no timer", async (_what, timeout, expected) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const fetch = async (): Promise<Response> => {
      await new Promise((resolve) => setTimeout(resolve, 30_001));
      return fetchCage();
    };
    const call = readCage({ fetch }, { timeout }).catch((error) => error);
    await vi.advanceTimersByTimeAsync(30_001);
    expect(await call).toMatchObject(expected);
    expect(vi.getTimerCount()).toBe(0);
  });
});

test("a body of more than 8 MiB is an error, and reading stops", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { url: baseUrl } = await startService((_request, response) => {
    response.once("close", () => resolve());
    response.writeHead(200, JSON_API);
    const more = (): void => {
      while (response.write(" ".repeat(65_536)));
    };
    response.on("drain", more);
    more();
  });
  const message = expect.stringContaining("8388608");
  expect(await rejectionOf(readCage({ baseUrl }))).toMatchObject({ kind: "size", message });
  await promise;
});

describe("the cap counts the bytes of all parts", () => {
  const whole = { ...CAGE, note: "é" };
  const text = JSON.stringify(whole);
  const bytes = Buffer.from(text);
  const middle = bytes.indexOf("é") + 1;
  const parts = [bytes.subarray(0, middle), bytes.subarray(middle)];

  /** A fetch whose response has this body. */
  const fetchOf = (body: unknown) => async () =>
    Object.defineProperty(new Response(text, { headers: JSON_API }), "body", { value: body });

  test.each<[string, () => unknown]>([
    ["of a web stream", () => ReadableStream.from(parts)],
    ["of a stream of Node, as that of node-fetch", () => Readable.from(parts)],
    ["of a body that cannot be read in parts, as in React Native", () => undefined],
  ])("%s", async (_what, bodyOf) => {
    const maxBytes = bytes.length;
    expect(await readCage({ fetch: fetchOf(bodyOf()), maxBytes })).toEqual(whole);
    const call = readCage({ fetch: fetchOf(bodyOf()) }, { maxBytes: maxBytes - 1 });
    expect(await rejectionOf(call)).toMatchObject({ kind: "size" });
  });
});
