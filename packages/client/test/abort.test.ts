import { getEventListeners } from "node:events";
import { expect, onTestFinished, test, vi } from "vitest";
import { createClient } from "../src/index.ts";
import {
  answering,
  CAGE,
  DOMAIN,
  fetchCage,
  INSTANCE,
  NOWHERE,
  readCage,
  rejectionOf,
  startService,
} from "./service.ts";

const reason = new Error("The user left.");
const busy = { status: 503, headers: { "Retry-After": "9" } };

test("a signal that has fired already sends nothing", async () => {
  const { url: baseUrl, received } = await answering(200, CAGE);
  const call = readCage({ baseUrl }, { signal: AbortSignal.abort(reason) });
  expect(await rejectionOf(call)).toMatchObject({
    name: "AbortError",
    kind: "abort",
    cause: reason,
  });
  expect(received).toEqual([]);
});

test("a signal of AbortSignal.timeout is a deadline, as fetch tells them apart", async () => {
  const { url: baseUrl } = await startService(() => {});
  const call = readCage({ baseUrl }, { signal: AbortSignal.timeout(20) });
  expect(await rejectionOf(call)).toMatchObject({
    kind: "timeout",
    cause: { name: "TimeoutError" },
  });
});

test("a signal aborts a request, and the connection with it", async () => {
  const controller = new AbortController();
  const closed = Promise.withResolvers<void>();
  const { url: baseUrl, received } = await startService((request) => {
    request.socket.once("close", () => closed.resolve());
    controller.abort(reason);
  });
  const call = readCage({ baseUrl }, controller);
  expect(await rejectionOf(call)).toHaveProperty("cause", reason);
  await closed.promise;
  expect(received).toHaveLength(1);
});

test("a signal aborts the wait before a retry, and leaves no timer of it", async () => {
  const controller = new AbortController();
  const set = vi.spyOn(globalThis, "setTimeout");
  const clear = vi.spyOn(globalThis, "clearTimeout");
  onTestFinished(() => void vi.restoreAllMocks());
  const fetch = vi.fn(async () => new Response(null, busy));
  const call = rejectionOf(readCage({ fetch, timeout: 0 }, controller));
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
    return new Response(null, busy);
  });
  const set = vi.spyOn(globalThis, "setTimeout");
  onTestFinished(() => set.mockRestore());
  expect(await rejectionOf(readCage({ fetch }, controller))).toHaveProperty("cause", reason);
  await new Promise((resolve) => setImmediate(resolve));
  expect(set.mock.calls.map(([, duration]) => duration)).not.toContain(9000);
  expect(fetch).toHaveBeenCalledTimes(1);
});

test("a signal ends a call whose function of the token returns later: nothing is sent", async () => {
  const controller = new AbortController();
  const token = Promise.withResolvers<string>();
  const fetch = vi.fn(fetchCage);
  const auth = { bearer: () => token.promise };
  const api = createClient({ baseUrl: NOWHERE, domain: DOMAIN, auth, fetch });
  const call = api.resetSmartContractInstance(INSTANCE, controller);
  controller.abort(reason);
  expect(await rejectionOf(call)).toHaveProperty("cause", reason);
  token.resolve("token");
  await new Promise((resolve) => setImmediate(resolve));
  expect(fetch).not.toHaveBeenCalled();
});

test("a signal has no listener left after 1,000 calls", async () => {
  const { signal } = new AbortController();
  for (let call = 0; call < 1000; call++) await readCage({ fetch: fetchCage }, { signal });
  expect(getEventListeners(signal, "abort")).toEqual([]);
});
