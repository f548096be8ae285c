import { describe, expect, test } from "vitest";
import {
  InternalServerError,
  isStatusError,
  NotFoundError,
  StatusError,
  UnauthorizedError,
  UndocumentedError,
  UnreadableError,
} from "../src/index.ts";
import { answering, CAGE, clientOf, INSTANCE, MEDIA_TYPE, rejectionOf } from "./service.ts";

const HTML = { "Content-Type": "text/html" };

describe("a documented error", () => {
  const serverError = {
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
  test.each([
    { status: 401, Class: UnauthorizedError, body: { status: 401, code: 0, title: "Unauthorized" } },
    { status: 404, Class: NotFoundError, body: { status: 404, code: 404, title: "Not Found" } },
    { status: 500, Class: InternalServerError, body: serverError },
  ])("of status $status is thrown as its class, with the body", async ({ status, Class, body }) => {
    const service = await answering(status, body, { "Content-Type": MEDIA_TYPE, "X-Trace": "trace-1" });
    const error = await rejectionOf(clientOf(service.url).resetSmartContractInstance(INSTANCE));
    expect(error).toBeInstanceOf(Class);
    expect(error).toBeInstanceOf(StatusError);
    if (!isStatusError("resetSmartContractInstance", error)) throw error;
    expect(error).toMatchObject({ kind: "status", name: Class.name, status, method: "POST", body });
    expect(error.path).toMatch(/^\/v1\/flow_instances\/\{flowInstanceId\}/);
    expect(error.headers?.get("X-Trace")).toBe("trace-1");
    expect(error.message).toContain("resetSmartContractInstance");
    expect(error.message).not.toContain("inner-trace");
    expect(JSON.stringify(error)).not.toContain("inner-trace");
  });

  test("is recognised by its media type, whatever its case and parameters", async () => {
    const headers = { "Content-Type": "Application/VND.API+JSON; charset=utf-8" };
    const service = await answering(404, { status: 404, code: 404, title: "Not Found" }, headers);
    const error = await rejectionOf(clientOf(service.url).resetSmartContractInstance(INSTANCE));
    expect(error).toBeInstanceOf(NotFoundError);
  });

  test("of a type that is long is told in a short message", async () => {
    const service = await answering(404, "", { "Content-Type": `text/${"x".repeat(5000)}` });
    const error = await rejectionOf(clientOf(service.url).resetSmartContractInstance(INSTANCE));
    expect(Reflect.get(Object(error), "message").length).toBeLessThan(400);
  });

  test("that lacks what its body must have is undocumented, and says what", async () => {
    const service = await answering(404, { status: 404, title: "Not Found" });
    const error = await rejectionOf(clientOf(service.url).resetSmartContractInstance(INSTANCE));
    expect(error).toBeInstanceOf(UndocumentedError);
    expect(error).toMatchObject({ message: expect.stringContaining("404, without code, which is required") });
  });

  test("lacks nothing that was asked for", async () => {
    const body = { status: 401, code: 0, title: "Unauthorized" };
    const service = await answering(401, body);
    const error = await rejectionOf(clientOf(service.url).getVariablesCage({ id: "1", include: ["author"] }));
    expect(error).toMatchObject({ kind: "status", status: 401, body });
  });

  test("is not taken for one of another operation", async () => {
    const service = await answering(401, { status: 401, code: 0, title: "Unauthorized" });
    const error = await rejectionOf(clientOf(service.url).getVariablesCage({ id: "cage-1" }));
    expect(isStatusError("getVariablesCage", error)).toBe(true);
    expect(isStatusError("resetSmartContractInstance", error)).toBe(false);
  });
});

test("an object that may be empty may be a list, as some services write it", async () => {
  const body = {
    status: 500,
    code: 1,
    title: "t",
    detail: "d",
    id: {},
    type: "errors",
    links: [],
    source: {},
    meta: [],
  };
  const service = await answering(500, body);
  const error = await rejectionOf(clientOf(service.url).resetSmartContractInstance(INSTANCE));
  expect(error).toMatchObject({ kind: "status", status: 500, body });
});

describe("an undocumented answer", () => {
  test.each([
    { title: "502 with HTML", status: 502, body: "<h1>Bad Gateway</h1>", headers: HTML },
    { title: "429", status: 429, body: { retry: true } },
    {
      title: "422",
      status: 422,
      body: { detail: "no" },
      headers: { "Content-Type": "application/problem+json" },
    },
    { title: "418", status: 418, body: "" },
    { title: "202", status: 202, body: { acknowledge: true } },
    { title: "404 with an empty body", status: 404, body: "" },
    { title: "404 with HTML", status: 404, body: "<h1>No</h1>", headers: HTML },
    { title: "404 with null", status: 404, body: "null" },
    { title: "500 with broken JSON", status: 500, body: '{"status":' },
    { title: "404 with the errors of a gateway", status: 404, body: { errors: [{ title: "No route" }] } },
    { title: "401 without a title", status: 401, body: { status: 401, code: 0 } },
    { title: "404 with null for its title", status: 404, body: { status: 404, code: 404, title: null } },
  ])("$title is thrown with its status and a snippet", async ({ status, body, headers }) => {
    const service = await answering(status, body, headers);
    const error = await rejectionOf(clientOf(service.url).resetSmartContractInstance(INSTANCE));
    expect(error).toBeInstanceOf(UndocumentedError);
    expect(error).toMatchObject({ kind: "undocumented", status, body: undefined });
    expect(String(error)).toContain(String(status));
    expect(String(error)).toContain(
      body === "" ? "(empty)" : String(typeof body === "string" ? body : JSON.stringify(body)),
    );
  });
});

test("an undocumented answer shows neither the request nor the trace that an error holds", async () => {
  const source = { request: { iban: "DE00-OF-A-CUSTOMER" } };
  const service = await answering(503, { title: "Down", meta: { trace: "at Internal.php:12" }, source });
  const error = await rejectionOf(clientOf(service.url, { retry: 0 }).getVariablesCage({ id: "1" }));
  expect(String(error)).toMatch(/: \{"title":"Down",…$/);
});

test("the snippet of an answer is one line: no terminal is told to do anything", async () => {
  const service = await answering(
    502,
    "\u001b[31mDown\r\nfor\u0000 today\u009b\u2028a\u2029b\u202ec\u200bd",
    {
      "Content-Type": "text/html",
    },
  );
  const error = await rejectionOf(clientOf(service.url, { retry: 0 }).getVariablesCage({ id: "1" }));
  expect(String(error)).toMatch(/: {2}\[31mDown for today a b c d$/);
});

describe("an unreadable answer", () => {
  test.each([
    { title: "an empty body", body: "" },
    { title: "null", body: "null" },
    { title: "a number", body: "1" },
    { title: "a string", body: '"text"' },
    { title: "malformed JSON", body: "{'data':1}" },
    { title: "truncated JSON", body: '{"data":{"id":' },
    { title: "HTML", body: "<html>", headers: HTML },
    { title: "another JSON type", body: CAGE, headers: { "Content-Type": "application/json" } },
    { title: "no content type", body: CAGE, headers: {} },
  ])("with $title is thrown with its status and a snippet", async ({ body, headers }) => {
    const service = await answering(200, body, headers);
    const error = await rejectionOf(clientOf(service.url).getVariablesCage({ id: "cage-1" }));
    expect(error).toBeInstanceOf(UnreadableError);
    expect(error).toMatchObject({ kind: "unreadable", status: 200, operationId: "getVariablesCage" });
    expect(error).not.toBeInstanceOf(SyntaxError);
  });

  const lacking = [
    {},
    { errors: [] },
    ...[undefined, null, [], { id: "1" }, { attributes: [] }, { attributes: "x" }].map((data) => ({ data })),
  ];
  test.each(lacking)(
    "without a member that the contract requires, or without what that holds, is named by it: %j",
    async (body) => {
      const service = await answering(200, body);
      const error = await rejectionOf(clientOf(service.url).getVariablesCage({ id: "cage-1" }));
      expect(error).toMatchObject({ kind: "unreadable", message: expect.stringContaining("without data") });
    },
  );

  const holding = [null, [], ...[null, [], "text", 1].map((attributes) => ({ attributes }))].map((data) => ({
    author: { data },
  }));
  const empty = [{ author: {} }, { author: "text" }, ...holding];
  test.each([{}, { author: null }, { client: { data: {} } }, undefined, null, [], ...empty])(
    "with the relationships %j lacks the author that was asked for",
    async (relationships) => {
      const service = await answering(200, { data: { ...CAGE.data, relationships } });
      const error = await rejectionOf(
        clientOf(service.url).getVariablesCage({ id: "cage-1", include: ["author"] }),
      );
      expect(error).toMatchObject({ kind: "unreadable", message: expect.stringContaining("author") });
    },
  );

  test.each([{}, 1, "text", { data: [] }].map((data) => ({ values: { data } })))(
    "with the relationships %j lacks the list of values that was asked for",
    async (relationships) => {
      const service = await answering(200, { data: { ...CAGE.data, relationships } });
      const call = clientOf(service.url).getVariablesCage({ id: "cage-1", include: ["values"] });
      expect(await rejectionOf(call)).toMatchObject({
        kind: "unreadable",
        message: expect.stringContaining("without values, which was asked for"),
      });
    },
  );

  test.each([
    { way: "straight", middleware: [] },
    { way: "past a hook", middleware: [{ onRequest: () => undefined }] },
  ])(
    "is held to what its call asked for, whatever becomes of the list, sent $way",
    async ({ middleware }) => {
      const author = { data: { attributes: {} } };
      const service = await answering(200, { data: { ...CAGE.data, relationships: { author } } });
      const api = clientOf(service.url, { middleware });
      const include: ("author" | "client")[] = ["author"];
      const first = api.getVariablesCage({ id: "1", include });
      include.push("client");
      const second = rejectionOf(api.getVariablesCage({ id: "1", include }));
      include.length = 0;
      expect(await first).toMatchObject({ data: { relationships: { author } } });
      expect(await second).toMatchObject({
        kind: "unreadable",
        message: expect.stringContaining("without client, which was asked for"),
      });
    },
  );

  test("shows no more than a little of a long body", async () => {
    const service = await answering(200, "x".repeat(100_000));
    const error = await rejectionOf(clientOf(service.url).getVariablesCage({ id: "cage-1" }));
    expect(String(error).length).toBeLessThan(400);
  });
});

describe("the methods under safe", () => {
  test("return the data and the response", async () => {
    const service = await answering(200, CAGE);
    const { data, error, response } = await clientOf(service.url).safe.getVariablesCage({ id: "cage-1" });
    expect({ data, error, status: response?.status }).toEqual({ data: CAGE, error: undefined, status: 200 });
  });

  test("return the error instead of throwing it", async () => {
    const service = await answering(404, { status: 404, code: 404, title: "Not Found" });
    const { data, error, response } = await clientOf(service.url).safe.resetSmartContractInstance(INSTANCE);
    expect({ data, status: response?.status }).toEqual({ data: undefined, status: 404 });
    expect(error).toBeInstanceOf(NotFoundError);
  });

  test("return the error of a request that was not sent", async () => {
    const { error, response } = await clientOf("http://127.0.0.1:9").safe.getVariablesCage({ id: ".." });
    expect(error?.kind).toBe("argument");
    expect(response).toBeUndefined();
  });
});
