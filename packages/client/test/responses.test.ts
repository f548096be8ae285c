import { inspect } from "node:util";
import { describe, expect, test, vi } from "vitest";
import { ApiError, isStatusError } from "../src/index.ts";
import {
  CAGE,
  clientOf,
  fetchOf,
  INSTANCE,
  MEDIA_TYPE,
  NOWHERE,
  readCage,
  rejectionOf,
  SERVER_ERROR,
  UNAUTHORIZED,
} from "./service.ts";

const HTML = { "Content-Type": "text/html" };
const NOT_FOUND = { status: 404, code: 404, title: "Not Found" };

/** What a reset ends in whose response is this. */
function resetting(...[status, body, headers]: Row): Promise<unknown> {
  const api = clientOf(NOWHERE, { fetch: fetchOf(body, status, headers) });
  return rejectionOf(api.resetSmartContractInstance(INSTANCE));
}
type Row = [status: number, body: unknown, headers?: Readonly<Record<string, string>>];

describe("a documented error", () => {
  test("is thrown with its body, and its message names the title alone", async () => {
    // A media type is the same in any case, and with parameters.
    const type = "Application/VND.API+JSON; charset=utf-8";
    const headers = { "Content-Type": type, "X-Trace": "trace-1" };
    const error = await resetting(500, SERVER_ERROR, headers);
    if (!isStatusError("resetSmartContractInstance", error)) throw error;
    expect(error).toMatchObject({
      kind: "status",
      name: "StatusError",
      status: 500,
      body: SERVER_ERROR,
      method: "POST",
      path: expect.stringContaining("/{flowInstanceId}/"),
      message: "resetSmartContractInstance: The service answered 500: Broken.",
    });
    expect(error.response?.headers.get("X-Trace")).toBe("trace-1");
    expect(JSON.stringify(error)).not.toContain("inner-trace");
  });

  test("is not taken for another operation's, and lacks nothing that was asked for", async () => {
    const api = clientOf(NOWHERE, { fetch: fetchOf(UNAUTHORIZED, 401) });
    const error = await rejectionOf(api.getVariablesCage({ id: "1", include: ["author"] }));
    expect(isStatusError("getVariablesCage", error)).toBe(true);
    expect(isStatusError("resetSmartContractInstance", error)).toBe(false);
  });

  test("is known by another copy of the package, behind a Proxy, and in a log", async () => {
    const error = await resetting(404, NOT_FOUND);
    vi.resetModules();
    const copy = await import("../src/index.ts");
    expect(copy.ApiError).not.toBe(ApiError);
    for (const each of [error, new Proxy(error as Error, {})]) {
      expect(each instanceof copy.ApiError && each instanceof ApiError).toBe(true);
      expect(copy.isStatusError("resetSmartContractInstance", each)).toBe(true);
      expect(each).toHaveProperty("body", NOT_FOUND);
      expect(inspect(each)).toMatch(/^ApiError: resetSmartContractInstance: .*\n {4}at /);
    }
    for (const other of [new Error("other"), { kind: "status" }, null, undefined])
      expect(other instanceof ApiError || isStatusError("getVariablesCage", other)).toBe(false);
  });
});

describe("an undocumented response", () => {
  test.each<Row>([
    [502, "<h1>Bad Gateway</h1>", HTML],
    [422, { a: 1 }, { "Content-Type": "application/problem+json" }],
    [202, { acknowledge: true }],
    [404, ""],
    [500, '{"status":'],
    [401, { status: 401, code: 0 }],
    [404, { ...NOT_FOUND, title: null }],
  ])("%i %j is thrown with its status, its body and a snippet", async (status, body, headers) => {
    const error = await resetting(status, body, headers);
    expect(error).toMatchObject({ kind: "undocumented", status, body });
    const snippet = typeof body === "string" ? body || "(empty)" : JSON.stringify(body);
    expect(String(error)).toContain(`answered ${status}, w`);
    expect(String(error).endsWith(`: ${snippet}`)).toBe(true);
  });

  test("shows neither the request nor the trace that an error holds", async () => {
    const body = { title: "Down", meta: { trace: "inner-trace" }, source: { iban: "DE00" } };
    expect(String(await resetting(503, body))).toMatch(/: \{"title":"Down",…$/);
  });
});

describe("success", () => {
  test.each<[string, unknown, Readonly<Record<string, string>>?]>([
    ["an empty body", ""],
    ["null", "null"],
    ["a list", "[]"],
    ["HTML", `<html>${"x".repeat(1000)}`, HTML],
    ["JSON of another type", CAGE, { "Content-Type": "application/json" }],
    ["no content type", CAGE, { "Content-Type": "" }],
    ["no data", {}],
    ["attributes that are a list", { data: { attributes: [] } }],
  ])("with %s is unreadable", async (_what, body, headers) => {
    const error = await rejectionOf(readCage({ fetch: fetchOf(body, 200, headers) }));
    expect(error).toMatchObject({ kind: "unreadable", status: 200 });
    expect(String(error).length).toBeLessThan(400);
  });

  test.each([
    ["author", undefined, ""],
    ["author", { author: null }, ".author"],
    ["author", { author: { data: [] } }, ".author.data"],
    ["author", { author: { data: { attributes: "text" } } }, ".author.data.attributes"],
    ["values", { values: { data: {} } }, ".values.data"],
  ] as const)("that was asked for the %s lacks it in %j", async (name, relationships, lack) => {
    const fetch = fetchOf({ data: { ...CAGE.data, relationships } });
    const call = clientOf(NOWHERE, { fetch }).getVariablesCage({ id: "1", include: [name] });
    expect(await rejectionOf(call)).toMatchObject({
      kind: "unreadable",
      message: expect.stringContaining(`without data.relationships${lack}, which is required`),
    });
  });

  test("is held to what its call asked for, whatever becomes of the list", async () => {
    const api = clientOf(NOWHERE, { fetch: fetchOf() });
    const include: "author"[] = [];
    const first = api.getVariablesCage({ id: "1", include });
    include.push("author");
    const second = rejectionOf(api.getVariablesCage({ id: "1", include }));
    include.length = 0;
    expect(await first).toEqual(CAGE);
    expect(await second).toMatchObject({ kind: "unreadable" });
  });
});

describe("the methods under safe", () => {
  test("return the data and the response, as those under withResponse do", async () => {
    const { safe, withResponse } = clientOf(NOWHERE, { fetch: fetchOf() });
    for (const { getVariablesCage } of [safe, withResponse]) {
      const { response, ...rest } = await getVariablesCage({ id: "1" });
      expect(rest).toEqual({ data: CAGE });
      expect(response?.headers.get("Content-Type")).toBe(MEDIA_TYPE);
    }
  });

  test("return the error and its response, where those under withResponse throw it", async () => {
    const { safe, withResponse } = clientOf(NOWHERE, { fetch: fetchOf(UNAUTHORIZED, 401) });
    const error = await rejectionOf(withResponse.getVariablesCage({ id: "1" }));
    const { response } = error as ApiError;
    expect(await safe.getVariablesCage({ id: "1" })).toMatchObject({ error, response });
    const refused = await safe.getVariablesCage({ id: ".." });
    expect(refused).toMatchObject({ error: { kind: "argument" }, response: undefined });
  });
});
