import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { Call } from "../src/call.ts";
import { dataOf } from "../src/response.ts";
import { ApiError, isStatusError, operations } from "./fixture/client.ts";
import {
  BOOK,
  COPY,
  clientOf,
  FAILURE,
  fetchOf,
  MEDIA_TYPE,
  NOWHERE,
  readBook,
  rejectionOf,
  responseOf,
  UNAUTHORIZED,
} from "./service.ts";

const HTML = { "Content-Type": "text/html" };
const NOT_FOUND = { status: 404, code: 404, title: "Not Found" };

/** What the return of a book ends in whose response is this. */
function returning(...[status, body, headers]: Row): Promise<unknown> {
  const api = clientOf(NOWHERE, { fetch: fetchOf(body, status, headers) });
  return rejectionOf(api.returnBook(COPY));
}
type Row = [status: number, body: unknown, headers?: Readonly<Record<string, string>>];

describe("a documented error", () => {
  test("is thrown with its body, and its message names the title alone", async () => {
    // A media type is the same in any case, and with parameters.
    const type = "Application/VND.Library+JSON; charset=utf-8";
    const headers = { "Content-Type": type, "X-Trace": "trace-1" };
    const error = await returning(500, FAILURE, headers);
    if (!isStatusError("returnBook", error)) throw error;
    expect(error).toMatchObject({
      kind: "status",
      name: "ApiError",
      status: 500,
      body: FAILURE,
      method: "POST",
      path: expect.stringContaining("/{shelfId}/"),
      message: expect.stringMatching(/^POST http:.*\/return returned 500: Broken$/),
    });
    expect(error.response?.headers.get("X-Trace")).toBe("trace-1");
    expect(JSON.stringify(error)).not.toContain("links");
  });

  test("is not taken for another operation's, and lacks nothing that was asked for", async () => {
    const api = clientOf(NOWHERE, { fetch: fetchOf(UNAUTHORIZED, 401) });
    const error = await rejectionOf(api.getBook({ bookId: "1", include: ["author"] }));
    expect(isStatusError("getBook", error)).toBe(true);
    expect(isStatusError("returnBook", error)).toBe(false);
  });

  test("is known behind a Proxy, and in the console", async () => {
    const error = await returning(404, NOT_FOUND);
    for (const each of [error, new Proxy(error as Error, {})]) {
      expect(isStatusError("returnBook", each)).toBe(true);
      expect(each).toHaveProperty("body", NOT_FOUND);
      expect(inspect(each)).toMatch(/^ApiError: POST .*\n {4}at /);
    }
    for (const other of [new Error("other"), { kind: "status" }, null, undefined])
      expect(other instanceof ApiError || isStatusError("getBook", other)).toBe(false);
  });
});

describe("an undocumented response", () => {
  test.each<Row>([
    [502, "<h1>Bad Gateway</h1>", HTML],
    [422, { a: 1 }, { "Content-Type": "application/problem+json" }],
    [202, { accepted: true }],
    [404, ""],
    [401, { status: 401, code: 0 }],
    [404, { status: 404, code: 404, title: null }],
  ])("%i %j is thrown with its status, its body and a snippet", async (status, body, headers) => {
    const error = await returning(status, body, headers);
    expect(error).toMatchObject({ kind: "undocumented", status, body });
    const snippet = typeof body === "string" ? body : JSON.stringify(body);
    expect(String(error)).toMatch(/returned \d{3}(, which is not documented| without \w+)/);
    expect(String(error).endsWith(snippet && `: ${snippet}`)).toBe(true);
  });

  test.each<[body: unknown, says: string]>([
    [{ title: "Down", detail: "For an hour" }, ": For an hour"],
    [{ title: "Down", detail: "" }, ": Down"],
    [{ down: true }, ': {"down":true}'],
  ])("with the body %j says %s", async (body, says) => {
    expect(String(await returning(503, body)).split("/return returned ")).toEqual([
      expect.stringContaining("ApiError: POST http://127.0.0.1:9/v1/shelves/{shelfId}"),
      `503, which is not documented${says}`,
    ]);
  });
});

describe("success", () => {
  test.each<[string, unknown, Readonly<Record<string, string>>?]>([
    ["an empty body", ""],
    ["null", "null"],
    ["HTML", `<html>${"x".repeat(1000)}`, HTML],
    ["JSON that is called HTML", BOOK, HTML],
    ["no content type", BOOK, { "Content-Type": "" }],
    ["no data", {}],
  ])("with %s is unreadable", async (_what, body, headers) => {
    const error = await rejectionOf(readBook({ fetch: fetchOf(body, 200, headers) }));
    expect(error).toMatchObject({ kind: "unreadable", status: 200 });
    expect(String(error).length).toBeLessThan(400);
  });

  test.each([
    ["author", undefined, ".author.attributes"],
    ["author", { author: { attributes: null } }, ".author.attributes"],
    ["copies", { copies: null }, ".copies"],
  ] as const)("that was asked for the %s lacks it in %j", async (name, related, lack) => {
    const fetch = fetchOf({ data: { ...BOOK.data, related } });
    const call = clientOf(NOWHERE, { fetch }).getBook({ bookId: "1", include: [name] });
    expect(await rejectionOf(call)).toMatchObject({
      kind: "unreadable",
      message: expect.stringContaining(`without data.related${lack}: {`),
    });
  });

  test("that only inherits what it must hold lacks it", () => {
    const operation = { ...operations.getBook, bodies: { 200: "constructor" } };
    const received = { data: "{}", response: responseOf() };
    expect(() => dataOf(new Call(operation, NOWHERE), operation, received, "")).toThrow(
      /without constructor: \{\}$/,
    );
  });

  test.each<[charset: string, bytes: number[], expected: string | undefined]>([
    ["ISO-8859-1", [0xe9], "\u00e9"],
    ["utf-8", [0xc3, 0xa9], "\u00e9"],
    ["utf-8", [0xe9], undefined],
    ["x-unknown", [0x61], undefined],
  ])("in the charset %s is decoded by it, or an error: %j", async (charset, bytes, expected) => {
    const [before = "", after = ""] = JSON.stringify({ ...BOOK, note: "|" }).split("|");
    const body = Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]);
    const headers = { "Content-Type": `${MEDIA_TYPE}; charset=${charset}` };
    const { data, error } = await clientOf(NOWHERE, {
      fetch: async () => new Response(body, { headers }),
    }).safe.getBook({ bookId: "1" });
    if (expected) expect(data).toHaveProperty("note", expected);
    else expect(error).toMatchObject({ kind: "unreadable", message: /in another charset/ });
  });

  test("that is no JSON is called so", async () => {
    const message = expect.stringContaining("returned 200 without JSON: {");
    const error = await rejectionOf(readBook({ fetch: fetchOf('{"data":') }));
    expect(error).toMatchObject({ kind: "unreadable", message, body: '{"data":' });
  });

  test("that calls itself application/json, also twice, is read", async () => {
    const type = { "Content-Type": "application/json, application/json; charset=utf-8" };
    expect(await readBook({ fetch: fetchOf(BOOK, 200, type) })).toEqual(BOOK);
  });

  test("is held to what its call asked for, whatever becomes of the list", async () => {
    const api = clientOf(NOWHERE, { fetch: fetchOf() });
    const include: "author"[] = [];
    const first = api.getBook({ bookId: "1", include });
    include.push("author");
    const second = rejectionOf(api.getBook({ bookId: "1", include }));
    include.length = 0;
    expect(await first).toEqual(BOOK);
    expect(await second).toMatchObject({ kind: "unreadable" });
  });
});

describe("the methods under safe", () => {
  test("return the data and the response", async () => {
    const { safe } = clientOf(NOWHERE, { fetch: fetchOf() });
    const { response, ...rest } = await safe.getBook({ bookId: "1" });
    expect(rest).toEqual({ data: BOOK });
    expect(response?.headers.get("Content-Type")).toBe(MEDIA_TYPE);
  });

  test("return the error, and its response if there is one", async () => {
    const { safe } = clientOf(NOWHERE, { fetch: fetchOf(UNAUTHORIZED, 401) });
    const { error, response } = await safe.getBook({ bookId: "1" });
    expect(error).toMatchObject({ status: 401, response });
    const refused = await safe.getBook({ bookId: ".." });
    expect(refused).toMatchObject({ error: { kind: "argument" }, response: undefined });
  });
});
