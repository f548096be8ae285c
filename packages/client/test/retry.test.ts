import { getEventListeners } from "node:events";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createClient, type LogEntry, type UndocumentedError } from "../src/index.ts";
import { limitsOf } from "../src/limits.ts";
import { nextDelay } from "../src/retry.ts";
import {
  CAGE,
  clientOf,
  DOMAIN,
  INSTANCE,
  MEDIA_TYPE,
  rejectionOf,
  type Service,
  startService,
} from "./service.ts";

const JSON_API = { "Content-Type": MEDIA_TYPE };
const quick = { delay: 1 };

/** A service that gives these statuses in turn, and 200 after them; 0 breaks the connection. */
function failing(
  statuses: readonly number[],
  headers: Readonly<Record<string, string>> = {},
): Promise<Service> {
  const left = [...statuses];
  return startService((request, response) => {
    const status = left.shift() ?? 200;
    if (status === 0) return response.destroy();
    const body = request.method === "GET" ? CAGE : { acknowledge: true };
    response.writeHead(status, { ...JSON_API, ...headers }).end(status === 200 ? JSON.stringify(body) : "");
    return undefined;
  });
}

describe("a call that only reads", () => {
  test.each([408, 429, 502, 503, 504, 0])("is repeated twice after %i", async (status) => {
    const service = await failing([status, status]);
    expect(await clientOf(service.url, { retry: quick }).getVariablesCage({ id: "1" })).toEqual(CAGE);
    expect(service.received).toHaveLength(3);
  });

  test("is not repeated a third time", async () => {
    const service = await failing([503, 503, 503]);
    const error = await rejectionOf(clientOf(service.url, { retry: quick }).getVariablesCage({ id: "1" }));
    expect(error).toMatchObject({ kind: "undocumented", status: 503 } satisfies Partial<UndocumentedError>);
    expect(service.received).toHaveLength(3);
  });

  test("waits with one listener of the signal of its fetch, however often: Node 20 warns of more than ten", async () => {
    const listeners: number[] = [];
    const fetch = async (_url: string, { signal }: RequestInit): Promise<Response> => {
      if (signal) listeners.push(getEventListeners(signal, "abort").length);
      return new Response(null, { status: 503 });
    };
    const api = clientOf("http://127.0.0.1:9", { fetch, retry: { limit: 12, delay: 0 } });
    await rejectionOf(api.getVariablesCage({ id: "1" }));
    expect(listeners).toEqual([0, ...Array(12).fill(1)]);
  });

  test.each([400, 401, 404, 422, 500, 501])("is not repeated after %i", async (status) => {
    const service = await failing([status]);
    await rejectionOf(clientOf(service.url, { retry: quick }).getVariablesCage({ id: "1" }));
    expect(service.received).toHaveLength(1);
  });

  test("is not repeated if the client or the call says so", async () => {
    const service = await failing([503, 503]);
    await rejectionOf(clientOf(service.url, { retry: 0 }).getVariablesCage({ id: "1" }));
    await rejectionOf(clientOf(service.url, { retry: 2 }).getVariablesCage({ id: "1" }, { retry: 0 }));
    expect(service.received).toHaveLength(2);
  });

  test("is repeated by the openapi-fetch client too", async () => {
    const service = await failing([503]);
    const input = { params: { path: { id: "1" } } };
    const { raw } = clientOf(service.url, { retry: quick });
    expect((await raw.GET("/data_dictionary/variables_cages/{id}", input)).data).toEqual(CAGE);
    expect(service.received).toHaveLength(2);
  });

  test("is not repeated if the wait would pass the deadline: the answer is given instead", async () => {
    const service = await failing([503], { "Retry-After": "5" });
    const call = clientOf(service.url).getVariablesCage({ id: "1" }, { timeout: 2000 });
    expect(await rejectionOf(call)).toMatchObject({ status: 503 });
    expect(service.received).toHaveLength(1);
  });

  test("is not repeated if the wait would pass the deadline, of which a hook has taken its part", async () => {
    const service = await failing([503], { "Retry-After": "5" });
    const { now } = performance;
    let late = 0;
    const clock = vi.spyOn(performance, "now").mockImplementation(() => now.call(performance) + late);
    onTestFinished(() => clock.mockRestore());
    const onRequest = (): void => {
      late = 8000;
    };
    const { error } = await clientOf(service.url, { middleware: [{ onRequest }] }).safe.getVariablesCage(
      { id: "1" },
      { timeout: 10_000 },
    );
    expect(error).toMatchObject({ kind: "undocumented", status: 503 });
    expect(service.received).toHaveLength(1);
  });

  test("waits as long as the service asks, in seconds or until a date", async () => {
    // Not every fetch takes the spaces away that may stand behind a value.
    for (const after of ["0", "0 ", "Thu, 01 Jan 1970 00:00:00 GMT"]) {
      const service = await failing([429], { "Retry-After": after });
      const retry = { delay: 1e9, maxDelay: 1e9 };
      expect(await clientOf(service.url, { retry }).getVariablesCage({ id: "1" })).toEqual(CAGE);
    }
  });
});

describe("a call that changes something", () => {
  test.each([408, 429, 503, 0])("is never repeated, after %i", async (status) => {
    const service = await failing([status]);
    await rejectionOf(
      clientOf(service.url, { retry: { limit: 5, delay: 1 } }).resetSmartContractInstance(INSTANCE),
    );
    expect(service.received.map(({ method }) => method)).toEqual(["POST"]);
  });

  test("is repeated if the call asks for it", async () => {
    const service = await failing([503, 0]);
    const call = clientOf(service.url).resetSmartContractInstance(INSTANCE, {
      retry: { limit: 2, delay: 1 },
    });
    expect(await call).toEqual({ acknowledge: true });
    expect(service.received.map(({ method }) => method)).toEqual(["POST", "POST", "POST"]);
  });
});

describe("what a call leaves out of its policy", () => {
  test("is as the factory has it", () => {
    const factory = limitsOf({ retry: { limit: 5, delay: 10, maxDelay: 20 } });
    expect(limitsOf({ retry: 3 }, factory)).toMatchObject({ retry: 3, delay: 10, maxDelay: 20 });
    expect(limitsOf({ retry: { delay: 1 } }, factory)).toMatchObject({ retry: 5, delay: 1, maxDelay: 20 });
  });

  test("is the default where the factory says nothing of it either", () => {
    const factory = limitsOf({ retry: { maxDelay: 20 } });
    expect(limitsOf({ retry: { delay: 1 } }, factory)).toMatchObject({ retry: 2, delay: 1, maxDelay: 20 });
  });

  test.each([
    ["a timeout alone", { timeout: 5000 }, 1],
    ["a delay alone", { retry: { delay: 1 } }, 4],
  ])(
    "leaves a call that changes something as it is, unless it is of retries: %s",
    async (_what, call, sent) => {
      const service = await failing([503, 503, 503, 503]);
      const api = clientOf(service.url, { retry: { limit: 3, delay: 1 } });
      await rejectionOf(api.resetSmartContractInstance(INSTANCE, call));
      expect(service.received).toHaveLength(sent);
    },
  );
});

describe("credentials that cannot be had for a repeat", () => {
  test.each([
    [503, { kind: "undocumented", status: 503 }],
    [0, { kind: "connection", status: undefined }],
  ])("leave the call with what came of the request that was sent: %i", async (status, expected) => {
    const service = await failing([status]);
    const tokens = ["token-1"];
    const bearer = (): string => tokens.pop() ?? "";
    const { error } = await createClient({
      baseUrl: service.url,
      domain: DOMAIN,
      auth: { bearer },
    }).safe.resetSmartContractInstance(INSTANCE, { retry: { limit: 3, delay: 1 } });
    expect(error).toMatchObject(expected);
    expect(service.received).toHaveLength(1);
  });
});

describe("the wait", () => {
  const limits = limitsOf({});
  const busy = { status: 503, response: undefined };
  const after = (
    value: string,
    began = performance.now(),
    { timeout }: { readonly timeout: number } = limits,
  ): number | undefined => {
    const headers = new Headers({ "Retry-After": value });
    return nextDelay({ ...limits, timeout }, 1, { status: 503, response: { headers } }, began);
  };

  test("grows exponentially, anywhere below its bound", () => {
    const waits = [1, 2].map((attempt) =>
      Array.from({ length: 500 }, () => nextDelay(limits, attempt, busy, performance.now()) ?? -1),
    );
    const longest = waits.map((each) => Math.max(...each));
    for (const each of waits) {
      expect(Math.min(...each)).toBeLessThan(100);
      expect(Math.min(...each)).toBeGreaterThanOrEqual(0);
    }
    expect(longest[0]).toBeLessThanOrEqual(300);
    expect(longest[1]).toBeGreaterThan(300);
    expect(longest[1]).toBeLessThanOrEqual(600);
    expect(nextDelay(limits, 3, busy, performance.now())).toBeUndefined();
  });

  test("is what the service asks for, up to the cap", () => {
    expect(after("3")).toBe(3000);
    expect(after("3600")).toBe(10_000);
    expect(after(new Date(Date.now() + 5000).toUTCString())).toBeGreaterThan(3000);
    expect(after(new Date(Date.now() - 5000).toUTCString())).toBe(0);
    expect(after("1.5")).toBe(1500);
  });

  test.each(["-1", "1, 2", "soon", "", "Infinity", "1e3", "."])(
    "is not shorter for what is neither seconds nor a date: %j",
    (value) => {
      const random = vi.spyOn(Math, "random").mockReturnValue(0.5);
      onTestFinished(() => random.mockRestore());
      expect(after(value)).toBe(150);
    },
  );

  test("is the cap, however long the service asks", () => {
    expect(after("9".repeat(400))).toBe(10_000);
    expect(after("Fri, 31 Dec 9999 23:59:59 GMT")).toBe(10_000);
  });

  test("is one that a timer can take, where there is no cap", () => {
    const endless = { ...limits, timeout: 0, maxDelay: Number.POSITIVE_INFINITY };
    const headers = new Headers({ "Retry-After": "2592000" });
    expect(nextDelay(endless, 1, { status: 503, response: { headers } }, performance.now())).toBe(
      2 ** 31 - 1,
    );
  });

  test("is none if the call would have to end before", () => {
    expect(after("3", performance.now() - 28_000)).toBeUndefined();
    expect(after("3", performance.now() - 20_000)).toBe(3000);
    expect(after("3", performance.now() - 28_000, { timeout: 0 })).toBe(3000);
  });
});

test("the logger is told of each attempt", async () => {
  const entries: LogEntry[] = [];
  const service = await failing([503, 0]);
  const logger = (entry: LogEntry): void => void entries.push(entry);
  await clientOf(service.url, { retry: quick, logger }).getVariablesCage({ id: "cage-1" });
  expect(entries.map(({ attempt, status, error }) => [attempt, status, error?.kind])).toEqual([
    [1, 503, undefined],
    [2, undefined, "connection"],
    [3, 200, undefined],
  ]);
  expect(entries[0]).toMatchObject({
    operationId: "getVariablesCage",
    method: "GET",
    path: "/data_dictionary/variables_cages/{id}",
    milliseconds: expect.any(Number),
  });
});

test("the time that the logger is told of is that of the attempt alone", async () => {
  const entries: LogEntry[] = [];
  let clock = 0;
  const now = vi.spyOn(performance, "now").mockImplementation(() => clock);
  onTestFinished(() => now.mockRestore());
  const fetch = async (): Promise<Response> => {
    clock += 100;
    return new Response(null, { status: 503 });
  };
  const logger = (entry: LogEntry): void => void entries.push(entry);
  await rejectionOf(
    clientOf("http://127.0.0.1:9", { fetch, logger, retry: quick }).getVariablesCage({ id: "1" }),
  );
  expect(entries.map(({ milliseconds }) => milliseconds)).toEqual([100, 100, 100]);
});

test("the time that the logger is told of is not that of the day, which may be set back", async () => {
  const entries: LogEntry[] = [];
  const { now } = Date;
  const clock = vi.spyOn(Date, "now").mockImplementation(() => now() - 1000 * clock.mock.calls.length);
  onTestFinished(() => clock.mockRestore());
  const service = await failing([]);
  const logger = (entry: LogEntry): void => void entries.push(entry);
  await clientOf(service.url, { logger }).getVariablesCage({ id: "1" });
  expect(entries.map(({ milliseconds }) => milliseconds)).toEqual([expect.any(Number)]);
  expect(entries[0]?.milliseconds).toBeGreaterThanOrEqual(0);
});

test.each<[string, () => void]>([
  [
    "throws",
    () => {
      throw new Error("The log is full.");
    },
  ],
  ["rejects", () => Promise.reject(new Error("The log is full."))],
])("a logger that %s breaks no call", async (_how, logger) => {
  const service = await failing([503]);
  expect(await clientOf(service.url, { retry: quick, logger }).getVariablesCage({ id: "1" })).toEqual(CAGE);
  expect(service.received).toHaveLength(2);
});
