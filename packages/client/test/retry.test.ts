import { expect, test, vi } from "vitest";
import { createClient } from "./fixture/client.ts";
import { COPY, clientOf, NOWHERE, readBook, rejectionOf, stopTime, TENANT } from "./service.ts";

/** A fetch that never gives anything else than this status; 0: no connection. */
function failing(status: number, after = "0") {
  const headers = { "Retry-After": after };
  return vi.fn(async () => {
    if (status === 0) throw new TypeError("fetch failed");
    return new Response(null, { status, headers });
  });
}

test.each([
  ...[408, 429, 502, 503, 504, 0].map((status) => [status, 3] as const),
  ...[400, 401, 404, 422, 500, 501].map((status) => [status, 1] as const),
])("a GET that ends in %i is sent %i times, a POST once", async (status, count) => {
  const fetch = failing(status);
  await rejectionOf(readBook({ fetch }));
  expect(fetch).toHaveBeenCalledTimes(count);
  fetch.mockClear();
  const post = clientOf(NOWHERE, { fetch, retry: 5 }).returnBook(COPY);
  await rejectionOf(post);
  expect(fetch).toHaveBeenCalledTimes(1);
});

test("the client and the call say how often a GET is repeated, the call a POST", async () => {
  const fetch = failing(503);
  const api = clientOf(NOWHERE, { fetch, retry: 1 });
  for (const [count, call] of [
    [2, () => api.getBook({ bookId: "1" })],
    [1, () => api.getBook({ bookId: "1" }, { retry: 0 })],
    [4, () => api.returnBook(COPY, { retry: 3 })],
  ] as const) {
    await rejectionOf(call());
    expect(fetch).toHaveBeenCalledTimes(count);
    fetch.mockClear();
  }
});

test.each([503, 401])("the body of a %i that nobody reads is let go", async (status) => {
  const cancel = vi.fn();
  const responses = [
    new Response(new ReadableStream({ cancel }), { status, headers: { "Retry-After": "0" } }),
    new Response(null, { status: 500 }),
  ];
  const fetch = async () => responses.shift() ?? Response.error();
  const token = vi.fn(() => `token-${token.mock.calls.length}`);
  const api = createClient({ baseUrl: NOWHERE, tenant: TENANT, auth: { token }, fetch });
  expect(await rejectionOf(api.returnBook(COPY, { retry: 1 }))).toMatchObject({ status: 500 });
  expect(cancel).toHaveBeenCalledOnce();
});

test("a call is not repeated if the wait would pass its deadline", async () => {
  const fetch = failing(503, "5");
  const error = await rejectionOf(readBook({ fetch }, { timeout: 2000 }));
  expect(error).toMatchObject({ status: 503 });
  expect(fetch).toHaveBeenCalledTimes(1);
});

test.each([
  ["3", [3000, 3000]],
  // The clock begins with 2027.
  ["Fri, 01 Jan 2027 00:00:05 GMT", [5000, 300]],
  // It is after the deadline.
  ["9".repeat(400), []],
  // No seconds: exponential, anywhere below a bound.
  ...["", "-1", "Thu, 01 Jan 1970 00:00:00 GMT"].map((after): [string, number[]] => [
    after,
    [150, 300],
  ]),
])("the wait after %j is %j", async (after, expected) => {
  stopTime();
  vi.setSystemTime(new Date("2027-01-01T00:00:00Z"));
  const times: number[] = [];
  const fetch = (): Promise<Response> => {
    times.push(Date.now());
    return failing(503, after)();
  };
  const call = rejectionOf(readBook({ fetch, timeout: 0 }));
  await vi.runAllTimersAsync();
  await call;
  expect(times.slice(1).map((time, index) => time - (times[index] ?? 0))).toEqual(expected);
});
