import { getEventListeners } from "node:events";
import { expect, onTestFinished, test, vi } from "vitest";
import { createClient } from "../src/index.ts";
import {
  answering,
  CAGE,
  clientOf,
  DOMAIN,
  INSTANCE,
  JSON_API,
  NOWHERE,
  rejectionOf,
  startService,
} from "./service.ts";

const reason = new Error("The user left.");

test("a signal that has fired already sends nothing", async () => {
  const service = await answering(200, CAGE);
  const call = clientOf(service.url).getVariablesCage(
    { id: "1" },
    { signal: AbortSignal.abort(reason) },
  );
  const error = await rejectionOf(call);
  expect(error).toMatchObject({ name: "AbortError", kind: "abort" });
  expect(error).toHaveProperty("cause", reason);
  expect(service.received).toEqual([]);
});

test("a signal aborts a request, and the connection with it", async () => {
  const controller = new AbortController();
  const closed = Promise.withResolvers<void>();
  const service = await startService((request) => {
    request.socket.once("close", () => closed.resolve());
    controller.abort(reason);
  });
  const call = clientOf(service.url).getVariablesCage({ id: "1" }, { signal: controller.signal });
  expect(await rejectionOf(call)).toHaveProperty("cause", reason);
  await closed.promise;
  expect(service.received).toHaveLength(1);
});

test("a signal aborts the reading of the body", async () => {
  const controller = new AbortController();
  const service = await startService((_request, response) => {
    response
      .writeHead(200, JSON_API)
      .write('{"data":', () => setImmediate(() => controller.abort(reason)));
  });
  const call = clientOf(service.url).getVariablesCage({ id: "1" }, { signal: controller.signal });
  expect(await rejectionOf(call)).toMatchObject({ kind: "abort", cause: reason });
});

test("a signal aborts the wait before a retry, and leaves no timer of it", async () => {
  const controller = new AbortController();
  const set = vi.spyOn(globalThis, "setTimeout");
  const clear = vi.spyOn(globalThis, "clearTimeout");
  onTestFinished(() => void vi.restoreAllMocks());
  const fetch = vi.fn(
    async () => new Response(null, { status: 503, headers: { "Retry-After": "9" } }),
  );
  const call = rejectionOf(
    clientOf(NOWHERE, { fetch, timeout: 0 }).getVariablesCage(
      { id: "1" },
      { signal: controller.signal },
    ),
  );
  await expect.poll(() => set.mock.calls.map(([, duration]) => duration)).toContain(9000);
  const wait = set.mock.results[set.mock.calls.findIndex(([, duration]) => duration === 9000)];
  controller.abort(reason);
  expect(await call).toMatchObject({ kind: "abort", cause: reason });
  expect(clear.mock.calls.map(([timer]) => timer)).toContain(wait?.value);
  expect(fetch).toHaveBeenCalledTimes(1);
});

test("a signal ends a call whose fetch looks at no signal: nothing is repeated", async () => {
  const controller = new AbortController();
  const fetch = vi.fn(async () => {
    controller.abort(reason);
    return new Response(null, { status: 503, headers: { "Retry-After": "9" } });
  });
  const set = vi.spyOn(globalThis, "setTimeout");
  onTestFinished(() => set.mockRestore());
  const call = clientOf(NOWHERE, { fetch }).getVariablesCage(
    { id: "1" },
    { signal: controller.signal },
  );
  expect(await rejectionOf(call)).toHaveProperty("cause", reason);
  await new Promise((resolve) => setImmediate(resolve));
  expect(set.mock.calls.map(([, duration]) => duration)).not.toContain(9000);
  expect(fetch).toHaveBeenCalledTimes(1);
});

test("a signal ends a call whose function of the token returns later: nothing is sent", async () => {
  const controller = new AbortController();
  const token = Promise.withResolvers<string>();
  const fetch = vi.fn(async () => Response.json({ acknowledge: true }, { headers: JSON_API }));
  const auth = { bearer: () => token.promise };
  const api = createClient({ baseUrl: NOWHERE, domain: DOMAIN, auth, fetch });
  const call = api.resetSmartContractInstance(INSTANCE, { signal: controller.signal });
  controller.abort(reason);
  expect(await rejectionOf(call)).toHaveProperty("cause", reason);
  token.resolve("token");
  await new Promise((resolve) => setImmediate(resolve));
  expect(fetch).not.toHaveBeenCalled();
});

test("a signal has no listener left after 1,000 calls", async () => {
  const fetch = async (): Promise<Response> => Response.json(CAGE, { headers: JSON_API });
  const api = clientOf(NOWHERE, { fetch });
  const { signal } = new AbortController();
  for (let call = 0; call < 1000; call++) await api.getVariablesCage({ id: "1" }, { signal });
  expect(getEventListeners(signal, "abort")).toEqual([]);
});
