import { freePort } from "@workflow-api/workspace/testing";
import { describe, expect, test, vi } from "vitest";
import {
  COPY,
  clientOf,
  fetchOf,
  LIBRARY_JSON,
  NOWHERE,
  readBook,
  rejectionOf,
  responseOf,
} from "./service.ts";

/** What a call ends in whose fetch does this. */
function outcomeOf(fetch: () => Promise<unknown>): Promise<unknown> {
  return rejectionOf(readBook({ fetch: fetch as () => Promise<Response>, retry: 0 }));
}

describe("a connection", () => {
  test("that is refused is an error with its cause", async () => {
    const baseUrl = `http://127.0.0.1:${await freePort()}`;
    expect(await rejectionOf(readBook({ baseUrl, retry: 0 }))).toMatchObject({
      kind: "connection",
      status: undefined,
      message: expect.stringContaining("cannot be reached: connect ECONNREFUSED"),
      cause: { code: "ECONNREFUSED" },
    });
  });

  test("that breaks in the middle of the body is an error, and no POST is sent again", async () => {
    const broken = new ReadableStream({ start: (body) => body.error(new Error("Gone")) });
    const fetch = vi.fn(async () => new Response(broken, { headers: LIBRARY_JSON }));
    const call = clientOf(NOWHERE, { fetch }).returnBook(COPY);
    const message = expect.stringContaining("returned 200, and a body that broke off: Gone");
    expect(await rejectionOf(call)).toMatchObject({ kind: "connection", status: 200, message });
    expect(fetch).toHaveBeenCalledTimes(1);
  });
});

describe("why a connection failed is said", () => {
  test("by the code, where several addresses were tried and the error has no message", async () => {
    const cause = Object.assign(new AggregateError([]), { code: "ECONNREFUSED" });
    const error = await outcomeOf(() => Promise.reject(new TypeError("fetch failed", { cause })));
    expect(error).toMatchObject({ message: expect.stringMatching(/: ECONNREFUSED$/) });
  });
});

describe("a redirect", () => {
  test.each([301, 302, 303, 307, 308])(
    "of status %i is an error, which names the target and the option of the base URL",
    async (status) => {
      const api = clientOf(NOWHERE, { fetch: fetchOf("", status, { Location: "/elsewhere" }) });
      expect(await rejectionOf(api.getBook({ bookId: "1" }))).toMatchObject({
        kind: "redirect",
        status,
        message:
          "GET http://127.0.0.1:9/catalogue/books/{bookId} redirects: " +
          "is the option catalogueUrl right?: /elsewhere",
      });
    },
  );

  test.each<[what: string, fields: object, kind: string | undefined]>([
    ["whose status a browser hides", { status: 0, type: "opaqueredirect" }, "redirect"],
    ["that is a 304, which leads nowhere", { status: 304 }, "undocumented"],
  ])("%s, by %o, is an error of the kind %s", async (_what, fields, kind) => {
    const values = Object.entries(fields).map(([name, value]) => [name, { value }]);
    const response = Object.defineProperties(responseOf(), Object.fromEntries(values));
    const outcome = readBook({ fetch: async () => response });
    expect(Object(await outcome.catch((error) => error)).kind).toBe(kind);
  });
});
