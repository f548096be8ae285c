import { getEventListeners } from "node:events";
import { expect, onTestFinished, test, vi } from "vitest";
import { createClient } from "../src/index.ts";
import {
  DOMAIN,
  fetchCage,
  INSTANCE,
  NOWHERE,
  readCage,
  rejectionOf,
  startService,
} from "./service.ts";

const reason = new Error("The user left.");
const aborted = { name: "AbortError", kind: "abort", cause: reason };

test("a signal that has fired already sends nothing", async () => {
  const fetch = vi.fn(fetchCage);
  const call = readCage({ fetch }, { signal: AbortSignal.abort(reason) });
  expect(await rejectionOf(call)).toMatchObject(aborted);
  expect(fetch).not.toHaveBeenCalled();
});

test("a signal of AbortSignal.timeout is a deadline, as fetch tells them apart", async () => {
  const { url: baseUrl } = await startService(() => {});
  const call = readCage({ baseUrl }, { signal: AbortSignal.timeout(20) });
  const cause = { name: "TimeoutError" };
  expect(await rejectionOf(call)).toMatchObject({ kind: "timeout", cause });
});

test("a signal aborts a request, and the connection with it", async () => {
  const controller = new AbortController();
  const closed = Promise.withResolvers<void>();
  const { url: baseUrl, received } = await startService((request) => {
    request.socket.once("close", () => closed.resolve());
    controller.abort(reason);
  });
  expect(await rejectionOf(readCage({ baseUrl }, controller))).toMatchObject(aborted);
  await closed.promise;
  expect(received).toHaveLength(1);
});

test.each([
  ["before a retry", 1, () => {}],
  ["while a fetch that looks at no signal is under way", 0, (abort: () => void) => abort()],
])("a signal ends a call %s: nothing is sent again, and no timer is left", async (...row) => {
  const [, timers, meanwhile] = row;
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const controller = new AbortController();
  const abort = (): void => controller.abort(reason);
  const fetch = vi.fn(async () => {
    meanwhile(abort);
    return new Response(null, { status: 503, headers: { "Retry-After": "9" } });
  });
  const call = rejectionOf(readCage({ fetch, timeout: 0 }, controller));
  await vi.advanceTimersByTimeAsync(8000);
  expect(vi.getTimerCount()).toBe(timers);
  abort();
  expect(await call).toMatchObject(aborted);
  expect(vi.getTimerCount()).toBe(0);
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
  expect(await rejectionOf(call)).toMatchObject(aborted);
  token.resolve("token");
  await new Promise((resolve) => setImmediate(resolve));
  expect(fetch).not.toHaveBeenCalled();
});

test("a signal has no listener left after a call", async () => {
  const { signal } = new AbortController();
  await readCage({ fetch: fetchCage }, { signal });
  expect(getEventListeners(signal, "abort")).toEqual([]);
});
