import { Readable } from "node:stream";
import { describe, expect, test, vi } from "vitest";
import { SizeError } from "../src/index.ts";
import { answering, CAGE, clientOf, INSTANCE, MEDIA_TYPE, rejectionOf, startService } from "./service.ts";
import { withResolvers } from "./with-resolvers.ts";

const JSON_API = { "Content-Type": MEDIA_TYPE };

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

  test("is cancelled, also where its fetch looks at no signal", async () => {
    const cancel = vi.fn();
    const stream = new ReadableStream({ cancel, pull: (body) => body.enqueue(new Uint8Array(1000)) });
    const fetch = async (): Promise<Response> => new Response(stream, { headers: JSON_API });
    const call = clientOf("http://127.0.0.1:9", { fetch, maxBytes: 5000 }).getVariablesCage({ id: "1" });
    expect(await rejectionOf(call)).toMatchObject({ kind: "size" });
    expect(cancel).toHaveBeenCalledOnce();
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

  test("counts all parts of a body, which are put together where they are within it", async () => {
    const parts = JSON.stringify({ ...CAGE, note: "é" }).split(/(?<=[,é])/);
    const size = Buffer.byteLength(parts.join(""));
    const fetch = async (): Promise<Response> => {
      const bytes = parts.map((part) => new TextEncoder().encode(part));
      return new Response(ReadableStream.from([new Uint8Array(), ...bytes]), { headers: JSON_API });
    };
    const api = clientOf("http://127.0.0.1:9", { fetch });
    const whole = { ...CAGE, note: "é" };
    expect(await api.getVariablesCage({ id: "1" }, { maxBytes: size })).toEqual(whole);
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

describe("a body that is no web stream", () => {
  const body = JSON.stringify(CAGE);
  const size = Buffer.byteLength(body);

  test.each([
    ["there is none, as in React Native", () => undefined],
    [
      "it is a stream of Node, as that of node-fetch",
      () => Readable.from([body.slice(0, 9), body.slice(9)].map(Buffer.from)),
    ],
    ["it is a stream of texts", () => ReadableStream.from([body.slice(0, 9), "", body.slice(9)])],
    ["it is a stream of one text", () => ReadableStream.from([body])],
  ])("is read up to the cap, where %s", async (_where, streamOf) => {
    const fetch = async (): Promise<Response> => withBody(streamOf());
    const api = clientOf("http://127.0.0.1:9", { fetch });
    const hooked = clientOf("http://127.0.0.1:9", { fetch, middleware: [{ onRequest: () => undefined }] });
    for (const each of [api, hooked]) {
      expect(await each.getVariablesCage({ id: "1" }, { maxBytes: size })).toEqual(CAGE);
      expect(await rejectionOf(each.getVariablesCage({ id: "1" }, { maxBytes: size - 1 }))).toMatchObject({
        kind: "size",
      });
    }
  });

  test("is not read on beyond the cap, and the fetch is told", async () => {
    let signal: AbortSignal | null | undefined;
    let parts = 0;
    const endless = Readable.from(
      (function* () {
        for (; ; parts++) yield Buffer.alloc(1000);
      })(),
    );
    const fetch = async (_url: string, init: RequestInit): Promise<Response> => {
      signal = init.signal;
      return withBody(endless);
    };
    const call = clientOf("http://127.0.0.1:9", { fetch, maxBytes: 5000 }).getVariablesCage({ id: "1" });
    expect(await rejectionOf(call)).toMatchObject({ kind: "size" });
    expect(signal?.aborted).toBe(true);
    expect(parts).toBeLessThan(100);
  });

  function withBody(value: unknown): Response {
    return Object.defineProperty(new Response(body, { headers: JSON_API }), "body", { value });
  }
});
