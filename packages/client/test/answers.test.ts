import { describe, expect, test } from "vitest";
import { isStatusError } from "../src/index.ts";
import {
  answering,
  CAGE,
  clientOf,
  INSTANCE,
  JSON_API,
  MEDIA_TYPE,
  readCage,
  rejectionOf,
} from "./service.ts";

const HTML = { "Content-Type": "text/html" };
const NOT_FOUND = { status: 404, code: 404, title: "Not Found" };
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

describe("a documented error", () => {
  test.each([
    [401, { status: 401, code: 0, title: "Unauthorized" }],
    [404, NOT_FOUND],
    [500, SERVER_ERROR],
    // As some services write an object that is empty.
    [500, { ...SERVER_ERROR, meta: [], title: "Listed" }],
  ])(
    "of status %i is thrown with its body, and its message names the title alone",
    async (...row) => {
      const [status, body] = row;
      const service = await answering(status, body, { ...JSON_API, "X-Trace": "trace-1" });
      const error = await rejectionOf(clientOf(service.url).resetSmartContractInstance(INSTANCE));
      if (!isStatusError("resetSmartContractInstance", error)) throw error;
      expect(error).toMatchObject({ kind: "status", name: "StatusError", status, body });
      expect(error).toMatchObject({
        method: "POST",
        path: expect.stringMatching("/{flowInstanceId}/"),
      });
      expect(error.response?.headers.get("X-Trace")).toBe("trace-1");
      expect(error.message).toBe(
        `resetSmartContractInstance: The service answered ${status}: ${body.title}.`,
      );
      expect(JSON.stringify(error)).not.toContain("inner-trace");
    },
  );

  test("is recognised by its media type, whatever its case and parameters", async () => {
    const headers = { "Content-Type": "Application/VND.API+JSON; charset=utf-8" };
    const { url } = await answering(404, NOT_FOUND, headers);
    const error = await rejectionOf(clientOf(url).resetSmartContractInstance(INSTANCE));
    expect(error).toMatchObject({ kind: "status" });
  });

  test("is not taken for one of another operation, and lacks nothing that was asked for", async () => {
    const { url } = await answering(401, { status: 401, code: 0, title: "Unauthorized" });
    const call = clientOf(url).getVariablesCage({ id: "1", include: ["author"] });
    const error = await rejectionOf(call);
    expect(isStatusError("getVariablesCage", error)).toBe(true);
    expect(isStatusError("resetSmartContractInstance", error)).toBe(false);
  });
});

describe("an undocumented answer", () => {
  test.each<[number, unknown, Readonly<Record<string, string>>?]>([
    [502, "<h1>Bad Gateway</h1>", HTML],
    [429, { retry: true }],
    [422, { a: 1 }, { "Content-Type": "application/problem+json" }],
    [418, ""],
    [202, { acknowledge: true }],
    [404, ""],
    [404, null],
    [500, '{"status":'],
    [401, { status: 401, code: 0 }],
    [404, { ...NOT_FOUND, title: null }],
  ])("%i %j is thrown with its status, its body and a snippet", async (status, body, headers) => {
    const service = await answering(status, body, headers);
    const error = await rejectionOf(clientOf(service.url).resetSmartContractInstance(INSTANCE));
    expect(error).toMatchObject({ kind: "undocumented", status, body });
    const snippet = typeof body === "string" ? body || "(empty)" : JSON.stringify(body);
    expect(String(error)).toContain(`answered ${status}, w`);
    expect(String(error).endsWith(`: ${snippet}`)).toBe(true);
  });

  test("shows neither the request nor the trace that an error holds", async () => {
    const source = { request: { iban: "DE00-OF-A-CUSTOMER" } };
    const body = { title: "Down", meta: { trace: "at Internal.php:12" }, source };
    const { url: baseUrl } = await answering(503, body);
    const { message } = Object(await rejectionOf(readCage({ baseUrl, retry: 0 })));
    expect(message).toContain("Down");
    expect(message).not.toMatch(/Internal|CUSTOMER/);
  });
});

describe("success", () => {
  const lacking = [undefined, null, [], { id: "1" }, { attributes: [] }, { attributes: "x" }];
  test.each<[string, unknown, Readonly<Record<string, string>>?]>([
    ["an empty body", ""],
    ["null", "null"],
    ["a list", "[]"],
    ["broken JSON", '{"data":'],
    ["HTML", "<html>", HTML],
    ["JSON of another type", CAGE, { "Content-Type": "application/json" }],
    ["no content type", CAGE, {}],
    ["no data", {}],
    ...lacking.map((data) => [`the data ${JSON.stringify(data)}`, { data }] as [string, unknown]),
  ])("with %s is unreadable", async (_what, body, headers) => {
    const { url: baseUrl } = await answering(200, body, headers);
    const error = await rejectionOf(readCage({ baseUrl }));
    expect(error).toMatchObject({ kind: "unreadable", status: 200 });
    expect(String(error).length).toBeLessThan(400);
  });

  const [relationships, author] = ["data.relationships", "data.relationships.author"];
  test.each([
    ["author", undefined, relationships],
    ["author", [], relationships],
    ["author", {}, author],
    ["author", { author: null }, author],
    ["author", { author: { data: [] } }, `${author}.data`],
    ["author", { author: { data: {} } }, `${author}.data.attributes`],
    ["author", { author: { data: { attributes: "text" } } }, `${author}.data.attributes`],
    ["values", { values: { data: {} } }, `${relationships}.values.data`],
    ["values", { values: { data: "text" } }, `${relationships}.values.data`],
  ] as const)("that was asked for the %s lacks it in %j", async (name, relationships, lack) => {
    const service = await answering(200, { data: { ...CAGE.data, relationships } });
    const call = clientOf(service.url).getVariablesCage({ id: "cage-1", include: [name] });
    expect(await rejectionOf(call)).toMatchObject({
      kind: "unreadable",
      message: expect.stringContaining(`without ${lack}, which is required`),
    });
  });

  test("is held to what its call asked for, whatever becomes of the list", async () => {
    const author = { data: { attributes: {} } };
    const service = await answering(200, { data: { ...CAGE.data, relationships: { author } } });
    const api = clientOf(service.url);
    const include: ("author" | "client")[] = ["author"];
    const first = api.getVariablesCage({ id: "1", include });
    include.push("client");
    const second = rejectionOf(api.getVariablesCage({ id: "1", include }));
    include.length = 0;
    expect(await first).toMatchObject({ data: { relationships: { author } } });
    expect(await second).toMatchObject({ kind: "unreadable" });
  });
});

describe("the methods under safe", () => {
  test("return the data and the response, as those under withResponse do", async () => {
    const service = await answering(200, CAGE);
    const api = clientOf(service.url);
    for (const { getVariablesCage } of [api.safe, api.withResponse]) {
      const { response, ...rest } = await getVariablesCage({ id: "cage-1" });
      expect(rest).toEqual({ data: CAGE });
      expect(response?.headers.get("Content-Type")).toBe(MEDIA_TYPE);
    }
  });

  test("return the error instead of throwing it, with its response if there is one", async () => {
    const service = await answering(404, NOT_FOUND);
    const answered = await clientOf(service.url).safe.resetSmartContractInstance(INSTANCE);
    expect(answered).toMatchObject({ error: { kind: "status" }, response: { status: 404 } });
    const refused = await clientOf(service.url).safe.getVariablesCage({ id: ".." });
    expect(refused).toMatchObject({ error: { kind: "argument" }, response: undefined });
  });
});
