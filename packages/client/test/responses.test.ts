import { describe, expect, test } from "vitest";
import { isStatusError } from "../src/index.ts";
import {
  CAGE,
  clientOf,
  INSTANCE,
  JSON_API,
  MEDIA_TYPE,
  readCage,
  rejectionOf,
  responding,
} from "./service.ts";

const HTML = { "Content-Type": "text/html" };
const NOT_FOUND = { status: 404, code: 404, title: "Not Found" };
const UNAUTHORIZED = { status: 401, code: 0, title: "Unauthorized" };
const SERVER_ERROR = {
  id: {},
  type: "errors",
  links: [],
  status: 1,
  code: 2,
  title: "Broken",
  detail: "Detail",
  source: { trace: "inner-trace" },
  meta: {},
};

/** What a reset ends in at a service that responds so. */
async function resetting(status: number, body: unknown, headers = JSON_API): Promise<unknown> {
  const { url } = await responding(status, body, headers);
  return rejectionOf(clientOf(url).resetSmartContractInstance(INSTANCE));
}

describe("a documented error", () => {
  test.each([
    [401, UNAUTHORIZED],
    [404, NOT_FOUND],
    // As some services write an object that is empty.
    [500, { ...SERVER_ERROR, meta: [] }],
  ])(
    "of status %i is thrown with its body, and its message names the title alone",
    async (...row) => {
      const [status, body] = row;
      // A media type is the same in any case, and with parameters.
      const type = "Application/VND.API+JSON; charset=utf-8";
      const error = await resetting(status, body, { "Content-Type": type, "X-Trace": "trace-1" });
      if (!isStatusError("resetSmartContractInstance", error)) throw error;
      expect(error).toMatchObject({
        kind: "status",
        name: "StatusError",
        status,
        body,
        method: "POST",
        path: expect.stringContaining("/{flowInstanceId}/"),
        message: `resetSmartContractInstance: The service answered ${status}: ${body.title}.`,
      });
      expect(error.response?.headers.get("X-Trace")).toBe("trace-1");
      expect(JSON.stringify(error)).not.toContain("inner-trace");
    },
  );

  test("is not taken for one of another operation, and lacks nothing that was asked for", async () => {
    const { url } = await responding(401, UNAUTHORIZED);
    const call = clientOf(url).getVariablesCage({ id: "1", include: ["author"] });
    const error = await rejectionOf(call);
    expect(isStatusError("getVariablesCage", error)).toBe(true);
    expect(isStatusError("resetSmartContractInstance", error)).toBe(false);
  });
});

describe("an undocumented response", () => {
  test.each<[number, unknown, Readonly<Record<string, string>>?]>([
    [502, "<h1>Bad Gateway</h1>", HTML],
    [422, { a: 1 }, { "Content-Type": "application/problem+json" }],
    [202, { acknowledge: true }],
    [404, ""],
    [404, null],
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
    const source = { request: { iban: "DE00-OF-A-CUSTOMER" } };
    const body = { title: "Down", meta: { trace: "at Internal.php:12" }, source };
    const { message } = Object(await resetting(503, body));
    expect(message).toContain("Down");
    expect(message).not.toMatch(/Internal|CUSTOMER/);
  });
});

describe("success", () => {
  test.each<[string, unknown, Readonly<Record<string, string>>?]>([
    ["an empty body", ""],
    ["null", "null"],
    ["a list", "[]"],
    ["HTML", `<html>${"x".repeat(1000)}`, HTML],
    ["JSON of another type", CAGE, { "Content-Type": "application/json" }],
    ["no content type", CAGE, {}],
    ["no data", {}],
    ["data without attributes", { data: { id: "1" } }],
    ["attributes that are a list", { data: { attributes: [] } }],
  ])("with %s is unreadable", async (_what, body, headers) => {
    const { url: baseUrl } = await responding(200, body, headers);
    const error = await rejectionOf(readCage({ baseUrl }));
    expect(error).toMatchObject({ kind: "unreadable", status: 200 });
    expect(String(error).length).toBeLessThan(400);
  });

  const [relationships, author] = ["data.relationships", "data.relationships.author"];
  test.each([
    ["author", undefined, relationships],
    ["author", { author: null }, author],
    ["author", { author: { data: [] } }, `${author}.data`],
    ["author", { author: { data: { attributes: "text" } } }, `${author}.data.attributes`],
    ["values", { values: { data: {} } }, `${relationships}.values.data`],
  ] as const)("that was asked for the %s lacks it in %j", async (name, relationships, lack) => {
    const service = await responding(200, { data: { ...CAGE.data, relationships } });
    const call = clientOf(service.url).getVariablesCage({ id: "cage-1", include: [name] });
    expect(await rejectionOf(call)).toMatchObject({
      kind: "unreadable",
      message: expect.stringContaining(`without ${lack}, which is required`),
    });
  });

  test("is held to what its call asked for, whatever becomes of the list", async () => {
    const { url } = await responding(200, CAGE);
    const include: "author"[] = [];
    const first = clientOf(url).getVariablesCage({ id: "1", include });
    include.push("author");
    const second = rejectionOf(clientOf(url).getVariablesCage({ id: "1", include }));
    include.length = 0;
    expect(await first).toEqual(CAGE);
    expect(await second).toMatchObject({ kind: "unreadable" });
  });
});

describe("the methods under safe", () => {
  test("return the data and the response, as those under withResponse do", async () => {
    const api = clientOf((await responding(200, CAGE)).url);
    for (const { getVariablesCage } of [api.safe, api.withResponse]) {
      const { response, ...rest } = await getVariablesCage({ id: "cage-1" });
      expect(rest).toEqual({ data: CAGE });
      expect(response?.headers.get("Content-Type")).toBe(MEDIA_TYPE);
    }
  });

  test("return the error, with its response if there is one, where those under withResponse throw it", async () => {
    const { safe, withResponse } = clientOf((await responding(404, NOT_FOUND)).url);
    const thrown = await rejectionOf(withResponse.resetSmartContractInstance(INSTANCE));
    expect(thrown).toMatchObject({ kind: "status" });
    const answered = await safe.resetSmartContractInstance(INSTANCE);
    expect(answered).toMatchObject({ error: { kind: "status" }, response: { status: 404 } });
    const refused = await safe.getVariablesCage({ id: ".." });
    expect(refused).toMatchObject({ error: { kind: "argument" }, response: undefined });
  });
});
