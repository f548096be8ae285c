import { getEventListeners } from "node:events";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { AbortError, createClient } from "../src/index.ts";
import {
  answering,
  CAGE,
  clientOf,
  DOMAIN,
  INSTANCE,
  MEDIA_TYPE,
  rejectionOf,
  startService,
} from "./service.ts";
import { withResolvers } from "./with-resolvers.ts";

const JSON_API = { "Content-Type": MEDIA_TYPE };

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

  test("leaves no timer of the wait before a retry", async () => {
    const waits = useFakeTimers();
    const controller = new AbortController();
    const fetch = async (): Promise<Response> => new Response(null, { status: 503 });
    const api = clientOf("http://127.0.0.1:9", { fetch, timeout: 0 });
    const outcome = rejectionOf(api.getVariablesCage({ id: "1" }, { signal: controller.signal }));
    await vi.advanceTimersByTimeAsync(20);
    expect(waits()).toBe(1);
    controller.abort(reason);
    expect(waits()).toBe(0);
    expect(await outcome).toHaveProperty("cause", reason);
  });

  test("ends a call whose fetch looks at no signal: nothing is repeated", async () => {
    const waits = useFakeTimers();
    const controller = new AbortController();
    const fetch = vi.fn(async () => {
      controller.abort(reason);
      return new Response(null, { status: 503 });
    });
    const api = clientOf("http://127.0.0.1:9", { fetch, timeout: 0 });
    const call = api.getVariablesCage({ id: "1" }, { signal: controller.signal });
    expect(await rejectionOf(call)).toHaveProperty("cause", reason);
    await vi.advanceTimersByTimeAsync(20);
    expect(waits()).toBe(0);
    await vi.runAllTimersAsync();
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  test("ends a call whose function of the token returns later: nothing is sent", async () => {
    useFakeTimers();
    const controller = new AbortController();
    const token = withResolvers();
    const fetch = vi.fn(async () => Response.json({ acknowledge: true }, { headers: JSON_API }));
    const bearer = (): Promise<string> => token.promise.then(() => "token");
    const api = createClient({ baseUrl: "http://127.0.0.1:9", domain: DOMAIN, auth: { bearer }, fetch });
    const call = api.resetSmartContractInstance(INSTANCE, { signal: controller.signal });
    controller.abort(reason);
    expect(await rejectionOf(call)).toHaveProperty("cause", reason);
    token.resolve();
    await vi.runAllTimersAsync();
    expect(fetch).not.toHaveBeenCalled();
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

  test("has one listener for all calls at once, of which Node 20 does not warn, and ends each of them", async () => {
    const fetch = (): Promise<Response> => new Promise(() => {});
    const api = clientOf("http://127.0.0.1:9", { fetch });
    const controller = new AbortController();
    const { signal } = controller;
    const calls = Array.from({ length: 20 }, () =>
      rejectionOf(api.getVariablesCage({ id: "1" }, { signal })),
    );
    expect(getEventListeners(signal, "abort")).toHaveLength(1);
    controller.abort(reason);
    for (const error of await Promise.all(calls)) {
      expect(error).toMatchObject({ kind: "abort", cause: reason });
    }
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  test("ends the calls that go on, after others with it have ended", async () => {
    const answers = [
      async () => Response.json(CAGE, { headers: JSON_API }),
      () => new Promise<never>(() => {}),
    ];
    const fetch = vi.fn(() => answers[fetch.mock.calls.length % 2]?.() ?? Promise.reject());
    const api = clientOf("http://127.0.0.1:9", { fetch });
    const controller = new AbortController();
    const { signal } = controller;
    const going = rejectionOf(api.getVariablesCage({ id: "1" }, { signal }));
    await api.getVariablesCage({ id: "1" }, { signal });
    controller.abort(reason);
    expect(await going).toMatchObject({ kind: "abort", cause: reason });
  });
});

/**
 * Has timers pass when the test says so.
 *
 * @returns What counts the waits before a retry that are going on. The platform has timers of its own.
 */
function useFakeTimers(): () => number {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  const waits = new Set<unknown>();
  const set = vi.spyOn(globalThis, "setTimeout");
  const clear = vi.spyOn(globalThis, "clearTimeout");
  onTestFinished(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });
  return () => {
    set.mock.calls.forEach(([, duration], index) => {
      if (duration === 150) waits.add(set.mock.results[index]?.value);
    });
    for (const [timer] of clear.mock.calls) waits.delete(timer);
    return waits.size;
  };
}
