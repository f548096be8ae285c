import { request } from "node:http";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { AbortController, AbortSignal } from "abort-controller";
import { expect, onTestFinished, test, vi } from "vitest";
import { runSuite } from "./runtime-suite.ts";
import { behavingService } from "./service.ts";

/** A fetch that only listens to its signal; its streams need a decoder, its texts do not. */
function fetchText(url: string, { method, headers, body, signal }: RequestInit): Promise<object> {
  return new Promise((resolve, reject) => {
    const options = { method, headers: Object(headers) };
    const sent = request(url, options, (incoming) => {
      const { statusCode: status, headers } = incoming;
      const received = { url, status, headers: new Headers(Object(headers)) };
      text(incoming).then(
        (read) => resolve({ ...received, body: Readable.from([read]), text: async () => read }),
        reject,
      );
    });
    signal?.addEventListener("abort", () => sent.destroy(new Error("Aborted")));
    sent.on("error", reject).end(body);
  });
}

test("the client behaves in this Node", async () => {
  expect(await runSuite(await behavingService())).toEqual({});
});

test("the client behaves on React Native: an old AbortController, no TextDecoder", async () => {
  const platform = { AbortController, AbortSignal, TextDecoder: undefined };
  for (const [name, value] of Object.entries(platform)) vi.stubGlobal(name, value);
  vi.stubGlobal("fetch", (sent: string | Request, init: RequestInit) => fetchText(`${sent}`, init));
  onTestFinished(() => void vi.unstubAllGlobals());
  // What the modules do when they load counts, too.
  vi.resetModules();
  const loaded = await import("./runtime-suite.ts");
  expect(await loaded.runSuite(await behavingService())).toEqual({});
});
