import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
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

describe("a body that cannot be read in parts", () => {
  const body = JSON.stringify(CAGE);
  const size = Buffer.byteLength(body);

  test.each([
    ["there is none, as in React Native", undefined],
    ["it is a stream of Node, as that of node-fetch", Readable.from([])],
  ])("is read as a whole, up to the cap, where %s", async (_where, stream) => {
    const fetch = async (): Promise<Response> =>
      Object.defineProperty(new Response(body, { headers: JSON_API }), "body", { value: stream });
    const api = clientOf("http://127.0.0.1:9", { fetch });
    expect(await api.getVariablesCage({ id: "1" }, { maxBytes: size })).toEqual(CAGE);
    expect(await rejectionOf(api.getVariablesCage({ id: "1" }, { maxBytes: size - 1 }))).toMatchObject({
      kind: "size",
    });
  });
});
