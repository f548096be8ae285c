import { Readable } from "node:stream";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createClient, type LogEntry } from "../src/index.ts";
import {
  answering,
  CAGE,
  DOMAIN,
  fetchCage,
  JSON_API,
  readCage,
  rejectionOf,
  startService,
} from "./service.ts";

describe("the deadline", () => {
  test("covers a function of the token that never returns", async () => {
    const service = await answering(200, CAGE);
    const auth = { apiKey: () => new Promise<string>(() => {}), apiSecret: "secret" };
    const api = createClient({ baseUrl: service.url, domain: DOMAIN, auth, timeout: 20 });
    expect(await rejectionOf(api.getVariablesCage({ id: "1" }))).toMatchObject({ kind: "timeout" });
    expect(service.received).toEqual([]);
  });

  test("ends a call once for all, whatever its fetch does later, and the logger is told of it", async () => {
    const errors: (string | undefined)[] = [];
    const rejections: ((error: Error) => void)[] = [];
    const fetch = (): Promise<Response> => new Promise((_, reject) => rejections.push(reject));
    const logger = ({ error }: LogEntry): void => void errors.push(error?.kind);
    expect(await rejectionOf(readCage({ fetch, logger, timeout: 20 }))).toMatchObject({
      kind: "timeout",
      name: "TimeoutError",
      message: expect.stringContaining("20 ms (option timeout)"),
    });
    rejections[0]?.(new Error("It noticed too late."));
    await expect.poll(() => errors).toEqual(["timeout"]);
    expect(rejections).toHaveLength(1);
  });

  test.each([
    ["30 seconds", undefined, [30_000]],
    ["none if it is 0", 0, []],
    ["never beyond what timers hold, which would pass at once", 2 ** 40, [2 ** 31 - 1]],
  ])("is %s, and leaves no timer", async (_what, timeout, expected) => {
    const set = vi.spyOn(globalThis, "setTimeout");
    const clear = vi.spyOn(globalThis, "clearTimeout");
    onTestFinished(() => void vi.restoreAllMocks());
    await readCage({ fetch: fetchCage }, { timeout });
    expect(set.mock.calls.map(([, duration]) => duration)).toEqual(expected);
    const cleared = clear.mock.calls.map(([timer]) => timer);
    for (const { value } of set.mock.results) expect(cleared).toContain(value);
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
  expect(await rejectionOf(readCage({ baseUrl }))).toMatchObject({
    kind: "size",
    status: 200,
    message: expect.stringContaining("8388608"),
  });
  await promise;
});

describe("the cap counts the bytes of all parts", () => {
  const whole = { ...CAGE, note: "é" };
  const text = JSON.stringify(whole);
  const bytes = Buffer.from(text);
  const middle = bytes.indexOf("é") + 1;
  const parts = [bytes.subarray(0, 9), bytes.subarray(9, middle), bytes.subarray(middle)];

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

  test("and nothing is read beyond it, also where a fetch looks at no signal", async () => {
    let count = 0;
    const endless = (function* () {
      for (; ; count++) yield Buffer.alloc(1000);
    })();
    const call = readCage({ fetch: fetchOf(Readable.from(endless)), maxBytes: 5000 });
    expect(await rejectionOf(call)).toMatchObject({ kind: "size" });
    expect(count).toBeLessThan(100);
  });
});
