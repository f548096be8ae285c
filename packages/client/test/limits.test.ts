import { execFile } from "node:child_process";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createClient, type LogEntry } from "../src/index.ts";
import {
  answering,
  CAGE,
  clientOf,
  DOMAIN,
  JSON_API,
  KEYS,
  NOWHERE,
  rejectionOf,
  startService,
} from "./service.ts";

const answer = async (): Promise<Response> => Response.json(CAGE, { headers: JSON_API });

describe("the deadline", () => {
  test("covers a service that never answers", async () => {
    const service = await startService(() => {});
    const error = await rejectionOf(
      clientOf(service.url).getVariablesCage({ id: "1" }, { timeout: 20 }),
    );
    expect(error).toMatchObject({
      kind: "timeout",
      name: "TimeoutError",
      message: expect.stringContaining("20 ms"),
    });
  });

  test("covers a service that stalls in the middle of the body", async () => {
    const service = await startService((_request, response) => {
      response.writeHead(200, JSON_API).write('{"data":');
    });
    const error = await rejectionOf(
      clientOf(service.url, { timeout: 50 }).getVariablesCage({ id: "1" }),
    );
    expect(error).toMatchObject({ kind: "timeout" });
  });

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
    const api = clientOf(NOWHERE, { fetch, logger, timeout: 20 });
    expect(await rejectionOf(api.getVariablesCage({ id: "1" }))).toMatchObject({ kind: "timeout" });
    rejections[0]?.(new Error("It noticed too late."));
    await expect.poll(() => errors).toEqual(["timeout"]);
    expect(rejections).toHaveLength(1);
  });

  test("is 30 seconds, and none if it is 0", async () => {
    const set = vi.spyOn(globalThis, "setTimeout");
    onTestFinished(() => set.mockRestore());
    await clientOf(NOWHERE, { fetch: answer }).getVariablesCage({ id: "1" });
    expect(new Set(set.mock.calls.map(([, duration]) => duration))).toEqual(new Set([30_000]));
    set.mockClear();
    await clientOf(NOWHERE, { fetch: answer }).getVariablesCage({ id: "1" }, { timeout: 0 });
    expect(set).not.toHaveBeenCalled();
  });

  test("beyond what timers hold is none that passes at once", async () => {
    const set = vi.spyOn(globalThis, "setTimeout");
    onTestFinished(() => set.mockRestore());
    await clientOf(NOWHERE, { fetch: answer, timeout: 2 ** 40 }).getVariablesCage({ id: "1" });
    expect(Math.max(...set.mock.calls.map(([, duration]) => duration ?? 0))).toBe(2 ** 31 - 1);
  });
});

test("nothing of a call that has ended keeps a process alive", async () => {
  const program = `
    import { createClient } from ${JSON.stringify(new URL("../src/index.ts", import.meta.url).href)};
    const fetch = async () => new Response(null, { status: 418 });
    const auth = ${JSON.stringify(KEYS)};
    const api = createClient({ baseUrl: "http://stub.test", domain: "${DOMAIN}", auth, fetch });
    const { error } = await api.safe.getVariablesCage({ id: "1" });
    const timers = process.getActiveResourcesInfo().filter((each) => each === "Timeout");
    console.log(JSON.stringify([error.kind, timers]));
  `;
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", program]);
  expect(JSON.parse(stdout)).toEqual(["undocumented", []]);
});

describe("a body over the cap", () => {
  test("of 8 MiB is an error, and reading stops", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const service = await startService((_request, response) => {
      response.once("close", () => resolve());
      response.writeHead(200, JSON_API);
      const more = (): void => {
        while (response.write(" ".repeat(65_536)));
      };
      response.on("drain", more);
      more();
    });
    const error = await rejectionOf(clientOf(service.url).getVariablesCage({ id: "1" }));
    expect(error).toMatchObject({
      kind: "size",
      status: 200,
      message: expect.stringContaining("8388608"),
    });
    await promise;
  });
});

describe("the cap counts the bytes of all parts", () => {
  const whole = { ...CAGE, note: "é" };
  const text = JSON.stringify(whole);
  const bytes = Buffer.from(text);
  const parts = [
    bytes.subarray(0, 9),
    bytes.subarray(9, bytes.indexOf("é") + 1),
    bytes.subarray(bytes.indexOf("é") + 1),
  ];
  const streams: Readonly<Record<string, () => unknown>> = {
    "of a web stream": () => ReadableStream.from(parts),
    "of a stream of Node, as that of node-fetch": () => Readable.from(parts),
    "of a body that cannot be read in parts, as in React Native": () => undefined,
  };
  test.each(Object.entries(streams))("%s", async (_what, streamOf) => {
    const fetch = async (): Promise<Response> =>
      Object.defineProperty(new Response(text, { headers: JSON_API }), "body", {
        value: streamOf(),
      });
    const api = clientOf(NOWHERE, { fetch });
    expect(await api.getVariablesCage({ id: "1" }, { maxBytes: bytes.length })).toEqual(whole);
    const call = api.getVariablesCage({ id: "1" }, { maxBytes: bytes.length - 1 });
    expect(await rejectionOf(call)).toMatchObject({ kind: "size" });
  });

  test("and nothing is read beyond it, also where a fetch looks at no signal", async () => {
    let count = 0;
    const endless = Readable.from(
      (function* () {
        for (; ; count++) yield Buffer.alloc(1000);
      })(),
    );
    const fetch = async (): Promise<Response> =>
      Object.defineProperty(new Response("", { headers: JSON_API }), "body", { value: endless });
    const call = clientOf(NOWHERE, { fetch, maxBytes: 5000 }).getVariablesCage({ id: "1" });
    expect(await rejectionOf(call)).toMatchObject({ kind: "size" });
    expect(count).toBeLessThan(100);
  });
});
