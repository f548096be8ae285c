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
const POST = `POST ${NOWHERE}/v1/shelves/{shelfId}/books/{bookId}/return`;

/** What the return of a book ends in whose response is this. */
function returning(...[status, body, headers]: Row): Promise<unknown> {
  const api = clientOf(NOWHERE, { fetch: fetchOf(body, status, headers) });
  return rejectionOf(api.returnBook(COPY));
}
type Row = [status: number, body: unknown, headers?: Readonly<Record<string, string>>];

test("a documented error has its body, its response, and the words of the service", async () => {
  // A media type is the same in any case, and with parameters.
  const type = "Application/VND.Library+JSON; charset=utf-8";
  const headers = { "Content-Type": type, "X-Trace": "trace-1" };
  const error = await returning(500, FAILURE, headers);
  if (!isStatusError("returnBook", error)) throw error;
  expect(error).toMatchObject({ kind: "status", status: 500, method: "POST", body: FAILURE });
  expect(error.message).toBe(`${POST} returned 500: Broken`);
  expect(error.response?.headers.get("X-Trace")).toBe("trace-1");
  for (const each of [error, new Proxy(error as Error, {})]) {
    expect(isStatusError("returnBook", each)).toBe(true);
    expect(isStatusError("getBook", each)).toBe(false);
    expect(inspect(each)).toMatch(/^ApiError: POST .*\n {4}at /);
    // Its body may repeat a credential.
    expect(inspect(each) + JSON.stringify(each)).not.toContain("links");
  }
  for (const other of [new Error("other"), { kind: "status" }, null, undefined])
    expect(other instanceof ApiError || isStatusError("getBook", other)).toBe(false);
});

test("an error lacks nothing that was asked for", async () => {
  const api = clientOf(NOWHERE, { fetch: fetchOf(UNAUTHORIZED, 401) });
  const error = await rejectionOf(api.getBook({ bookId: "1", include: ["author"] }));
  expect(isStatusError("getBook", error)).toBe(true);
});

test.each<[...Row, says: string]>([
  [502, "<h1>Bad Gateway</h1>", HTML, ", which is not documented: <h1>Bad Gateway</h1>"],
  [503, { title: "Down", detail: "For an hour" }, {}, ", which is not documented: For an hour"],
  [503, { title: "Down", detail: "" }, {}, ", which is not documented: Down"],
  [503, { down: true }, {}, ', which is not documented: {"down":true}'],
  [202, { accepted: true }, {}, ', which is not documented: {"accepted":true}'],
  [404, "", { "Content-Type": MEDIA_TYPE }, " without status"],
  [401, { status: 401, code: 0 }, { "Content-Type": MEDIA_TYPE }, ' without title: {"status":401'],
  [401, UNAUTHORIZED, HTML, " without JSON: Unauthorized"],
])("an undocumented response is thrown: %i %j %o", async (status, body, headers, says) => {
  const error = await returning(status, body, headers);
  expect(error).toMatchObject({ kind: "undocumented", status, body });
  expect(String(error)).toContain(`${POST} returned ${status}${says}`);
});

describe("success", () => {
  test.each<[string, unknown, string, Readonly<Record<string, string>>?]>([
    ["an empty body", "", "data.attributes"],
    ["null", "null", "data.attributes: null"],
    ["no data", {}, "data.attributes: {}"],
    ["HTML", `<html>${"x".repeat(1000)}`, "JSON: <html>x", HTML],
    ["JSON that is called HTML", BOOK, "JSON: {", HTML],
    ["no content type", BOOK, "JSON: {", { "Content-Type": "" }],
    ["half of its JSON", '{"data":', 'JSON: {"data":'],
  ])("with %s is unreadable", async (_what, body, lack, headers) => {
    const error = await rejectionOf(readBook({ fetch: fetchOf(body, 200, headers) }));
    expect(error).toMatchObject({ kind: "unreadable", status: 200 });
    expect(String(error)).toContain(`returned 200 without ${lack}`);
    expect(String(error).length).toBeLessThan(400);
  });

  test.each([
    ["author", undefined, "author.attributes"],
    ["author", { author: { attributes: null } }, "author.attributes"],
    ["copies", { copies: null }, "copies"],
  ] as const)("that was asked for the %s lacks it in %j", async (name, related, lack) => {
    const fetch = fetchOf({ data: { ...BOOK.data, related } });
    const include: (typeof name)[] = [name];
    const call = clientOf(NOWHERE, { fetch }).getBook({ bookId: "1", include });
    // What becomes of the list does not matter.
    include.length = 0;
    const message = expect.stringContaining(`without data.related.${lack}: {`);
    expect(await rejectionOf(call)).toMatchObject({ kind: "unreadable", message });
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

  test("that calls itself application/json, also twice, is read", async () => {
    const type = { "Content-Type": "application/json, application/json; charset=utf-8" };
    expect(await readBook({ fetch: fetchOf(BOOK, 200, type) })).toEqual(BOOK);
  });
});

test("the methods under safe return the data, or the error, and the response", async () => {
  const read = clientOf(NOWHERE, { fetch: fetchOf() }).safe;
  const { response, ...rest } = await read.getBook({ bookId: "1" });
  expect(rest).toEqual({ data: BOOK });
  expect(response?.headers.get("Content-Type")).toBe(MEDIA_TYPE);
  const { safe } = clientOf(NOWHERE, { fetch: fetchOf(UNAUTHORIZED, 401) });
  const refused = await safe.getBook({ bookId: "1" });
  expect(refused.error).toMatchObject({ status: 401, response: refused.response });
  const unsent = await safe.getBook({ bookId: ".." });
  expect(unsent).toMatchObject({ error: { kind: "argument" }, response: undefined });
});
