import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createClient, type LogEntry, TimeoutError } from "../src/index.ts";
import { answering, CAGE, clientOf, DOMAIN, KEYS, MEDIA_TYPE, rejectionOf, startService } from "./service.ts";

const JSON_API = { "Content-Type": MEDIA_TYPE };

describe("the deadline", () => {
  test("covers a service that never answers", async () => {
    const service = await startService(() => {});
    const error = await rejectionOf(clientOf(service.url).getVariablesCage({ id: "1" }, { timeout: 20 }));
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({ kind: "timeout", message: expect.stringContaining("20 ms") });
  });

  test("covers a service that stalls in the middle of the body", async () => {
    const service = await startService((_request, response) => {
      response.writeHead(200, JSON_API).write('{"data":');
    });
    const error = await rejectionOf(clientOf(service.url, { timeout: 50 }).getVariablesCage({ id: "1" }));
    expect(error).toMatchObject({ kind: "timeout" });
  });

  test("covers a function of the token that never returns", async () => {
    const service = await answering(200, CAGE);
    const auth = { apiKey: () => new Promise<string>(() => {}), apiSecret: "secret" };
    const api = createClient({ baseUrl: service.url, domain: DOMAIN, auth, timeout: 20 });
    expect(await rejectionOf(api.getVariablesCage({ id: "1" }))).toMatchObject({ kind: "timeout" });
    expect(service.received).toEqual([]);
  });

  test("ends a call once for all, whatever its fetch does later", async () => {
    const errors: (string | undefined)[] = [];
    const rejections: ((error: Error) => void)[] = [];
    const fetch = (): Promise<Response> => new Promise((_, reject) => rejections.push(reject));
    const logger = ({ error }: LogEntry): void => void errors.push(error?.kind);
    const api = clientOf("http://127.0.0.1:9", { fetch, logger, timeout: 20, retry: { delay: 0 } });
    expect(await rejectionOf(api.getVariablesCage({ id: "1" }))).toMatchObject({ kind: "timeout" });
    rejections[0]?.(new Error("It noticed too late."));
    await expect.poll(() => errors).toEqual(["timeout"]);
    expect(rejections).toHaveLength(1);
  });

  test("is what hooks and the logger are told of", async () => {
    const kinds: unknown[] = [];
    const api = clientOf((await startService(() => {})).url, {
      timeout: 50,
      middleware: [{ onError: ({ error }) => void kinds.push(Reflect.get(Object(error), "kind")) }],
      logger: ({ error }) => void kinds.push(error?.kind),
    });
    expect(await rejectionOf(api.getVariablesCage({ id: "1" }))).toMatchObject({ kind: "timeout" });
    await expect.poll(() => kinds).toEqual(["timeout", "timeout"]);
  });

  test("of the client can be lifted for a call", async () => {
    const service = await startService((_request, response) => {
      setTimeout(() => response.writeHead(200, JSON_API).end(JSON.stringify(CAGE)), 60);
    });
    const api = clientOf(service.url, { timeout: 20 });
    expect(await api.getVariablesCage({ id: "1" }, { timeout: 0 })).toEqual(CAGE);
  });
});

test("nothing of a call that has ended keeps a process alive", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", PROGRAM], {
    cwd: import.meta.dirname,
  });
  expect(JSON.parse(stdout)).toEqual({ kind: "undocumented", during: ["Timeout"], after: [] });
});

const PROGRAM = `
  import { createClient } from "@workflow-api/client";
  const timers = () => process.getActiveResourcesInfo().filter((each) => each === "Timeout");
  let during;
  const fetch = async () => {
    during = timers();
    return new Response(null, { status: 418 });
  };
  const auth = ${JSON.stringify(KEYS)};
  const api = createClient({ baseUrl: "http://stub.test", domain: "${DOMAIN}", auth, fetch });
  const { error } = await api.safe.getVariablesCage({ id: "1" });
  console.log(JSON.stringify({ kind: error.kind, during, after: timers() }));
`;

test("a deadline beyond what timers hold is none that passes at once", async () => {
  const set = vi.spyOn(globalThis, "setTimeout");
  onTestFinished(() => set.mockRestore());
  const fetch = async (): Promise<Response> => Response.json(CAGE, { headers: JSON_API });
  await clientOf("http://127.0.0.1:9", { fetch, timeout: 2 ** 40 }).getVariablesCage({ id: "1" });
  const durations = set.mock.calls.map(([, duration]) => duration ?? 0);
  expect(durations).not.toEqual([]);
  expect(Math.max(...durations)).toBeLessThan(2 ** 31);
});

test("a deadline that differs with each call leaves no timer behind each", async () => {
  const fetch = async (): Promise<Response> => Response.json(CAGE, { headers: JSON_API });
  const api = clientOf("http://127.0.0.1:9", { fetch });
  const set = vi.spyOn(globalThis, "setTimeout");
  const clear = vi.spyOn(globalThis, "clearTimeout");
  onTestFinished(() => void vi.restoreAllMocks());
  for (let call = 0; call < 100; call++) {
    await api.getVariablesCage({ id: "1" }, { timeout: 10_000 + call });
  }
  const cleared = clear.mock.calls.map(([timer]) => timer);
  const left = set.mock.results.filter(({ value }) => !cleared.includes(value));
  expect(left.length).toBeLessThan(10);
});
