import { describe, expect, onTestFinished, test, vi } from "vitest";
import { ApiError, type LogEntry } from "../src/index.ts";
import {
  CAGE,
  clientOf,
  fetchCage,
  INSTANCE,
  JSON_API,
  readCage,
  rejectionOf,
  type Service,
  startService,
} from "./service.ts";

/** A service that gives these statuses in turn, and 200 after them; 0 breaks the connection. */
function failing(statuses: readonly number[], after = "0"): Promise<Service> {
  const left = [...statuses];
  return startService((request, response) => {
    const status = left.shift() ?? 200;
    if (status === 0) return response.destroy();
    const body = request.method === "GET" ? CAGE : { acknowledge: true };
    response.writeHead(status, { ...JSON_API, "Retry-After": after });
    response.end(status === 200 ? JSON.stringify(body) : "");
    return undefined;
  });
}

describe("a GET", () => {
  test.each([408, 429, 502, 503, 504, 0])("is repeated twice after %i", async (status) => {
    const { url: baseUrl, received } = await failing([status, status]);
    expect(await readCage({ baseUrl })).toEqual(CAGE);
    expect(received).toHaveLength(3);
  });

  test("is not repeated a third time", async () => {
    const { url: baseUrl, received } = await failing([503, 503, 503]);
    expect(await rejectionOf(readCage({ baseUrl }))).toMatchObject({ status: 503 });
    expect(received).toHaveLength(3);
  });

  test.each([400, 401, 404, 422, 500, 501])("is not repeated after %i", async (status) => {
    const { url: baseUrl, received } = await failing([status]);
    await rejectionOf(readCage({ baseUrl }));
    expect(received).toHaveLength(1);
  });

  test.each([
    [{ retry: 0 }, {}],
    [{ retry: 2 }, { retry: 0 }],
  ])("is not repeated if the client or the call says so: %j, %j", async (options, call) => {
    const { url: baseUrl, received } = await failing([503]);
    await rejectionOf(readCage({ ...options, baseUrl }, call));
    expect(received).toHaveLength(1);
  });

  test("is not repeated if the wait would pass the deadline: the answer is given instead, with the wait", async () => {
    const { url: baseUrl, received } = await failing([503], "5");
    const call = readCage({ baseUrl }, { timeout: 2000 });
    expect(await rejectionOf(call)).toMatchObject({ status: 503, retryAfter: 5000 });
    expect(received).toHaveLength(1);
  });

  test("is repeated if an attempt hangs until its own deadline", async () => {
    const attempts = [() => new Promise<Response>(() => {}), fetchCage];
    const fetch = vi.fn(async () => attempts.shift()?.() ?? Response.error());
    const logger = vi.fn<(entry: LogEntry) => void>();
    expect(await readCage({ fetch, logger, attemptTimeout: 20 })).toEqual(CAGE);
    expect(logger.mock.calls[0]?.[0].error).toMatchObject({
      kind: "timeout",
      message: expect.stringContaining("20 ms (option attemptTimeout)"),
    });
  });
});

describe("a POST", () => {
  test.each([408, 429, 503, 0])("is never repeated of itself, after %i", async (status) => {
    const service = await failing([status]);
    const api = clientOf(service.url, { retry: 5 });
    await rejectionOf(api.resetSmartContractInstance(INSTANCE, { timeout: 5000 }));
    expect(service.received.map(({ method }) => method)).toEqual(["POST"]);
  });

  test("is repeated if its call says so", async () => {
    const service = await failing([503, 0]);
    const call = clientOf(service.url).resetSmartContractInstance(INSTANCE, { retry: 2 });
    expect(await call).toEqual({ acknowledge: true });
    expect(service.received.map(({ method }) => method)).toEqual(["POST", "POST", "POST"]);
  });
});

describe("the wait", () => {
  /**
   * The waits of a call whose answers all are 503 with this `Retry-After`, of which the clock makes
   * nothing.
   */
  async function waitsOf(after: string): Promise<number[]> {
    const waits: number[] = [];
    vi.spyOn(globalThis, "setTimeout").mockImplementation((wake, duration) => {
      waits.push(duration ?? 0);
      queueMicrotask(wake as () => void);
      return 0 as never;
    });
    onTestFinished(() => void vi.restoreAllMocks());
    const fetch = async (): Promise<Response> =>
      new Response(null, { status: 503, headers: after ? { "Retry-After": after } : {} });
    await rejectionOf(readCage({ fetch, timeout: 0 }));
    return waits;
  }

  test("grows exponentially, anywhere below its bound", async () => {
    const random = vi.spyOn(Math, "random").mockReturnValue(0.5);
    expect(await waitsOf("")).toEqual([150, 300]);
    random.mockReturnValue(0);
    expect(await waitsOf("")).toEqual([0, 0]);
  });

  test.each([
    ["3", 3000],
    ["1.5", 1500],
    ["0 ", 0],
    ["3600", 3_600_000],
    ["Thu, 01 Jan 1970 00:00:00 GMT", 0],
  ])("is what the service asks for: %s", async (after, expected) => {
    expect((await waitsOf(after))[0]).toBe(expected);
  });

  test.each(["9".repeat(400), "9999999", "Fri, 31 Dec 9999 23:59:59 GMT"])(
    "is none if a timer cannot hold what the service asks for: %s",
    async (after) => {
      expect(await waitsOf(after)).toEqual([]);
    },
  );

  test.each(["-1", "1, 2", "soon", "Infinity", "1e3", "."])(
    "is not shorter for what is neither seconds nor a date: %j",
    async (after) => {
      vi.spyOn(Math, "random").mockReturnValue(0.5);
      expect((await waitsOf(after))[0]).toBe(150);
    },
  );
});

describe("the logger", () => {
  test("is told of each attempt, with the time of the attempt alone", async () => {
    const entries: LogEntry[] = [];
    let clock = 0;
    const now = vi.spyOn(performance, "now").mockImplementation(() => clock);
    onTestFinished(() => now.mockRestore());
    const outcomes = [
      async () => new Response(null, { status: 503, headers: { "Retry-After": "0" } }),
      async () => Response.error(),
    ];
    const fetch = (): Promise<Response> => {
      clock += 100;
      return (outcomes.shift() ?? fetchCage)();
    };
    const logger = (entry: LogEntry): void => void entries.push(entry);
    await readCage({ fetch, logger });
    const entry = {
      operationId: "getVariablesCage",
      method: "GET",
      path: "/data_dictionary/variables_cages/{id}",
      milliseconds: 100,
      error: undefined,
    };
    expect(entries).toEqual([
      { ...entry, attempt: 1, status: 503 },
      { ...entry, attempt: 2, status: undefined, error: expect.any(ApiError) },
      { ...entry, attempt: 3, status: 200 },
    ]);
  });

  test.each([
    ["throws", vi.fn().mockThrow(new Error("The log is full."))],
    ["rejects", vi.fn().mockRejectedValue(new Error("The log is full."))],
  ])("that %s breaks no call", async (_how, logger) => {
    expect(await readCage({ fetch: fetchCage, logger })).toEqual(CAGE);
    expect(logger).toHaveBeenCalled();
  });
});
