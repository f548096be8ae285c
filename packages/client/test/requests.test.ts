import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createClient } from "./fixture/client.ts";
import {
  BOOK,
  COPY,
  callAny,
  clientOf,
  fetchOf,
  KEYS,
  MEDIA_TYPE,
  NOWHERE,
  refusalOf,
  rejectionOf,
  responding,
  TENANT,
  UNAUTHORIZED,
} from "./service.ts";

type Ask = (about: { readonly refused: boolean }) => string | Promise<string>;

/** A client that authenticates by a function. */
function tokenOf(token: Ask, fetch = fetchOf()) {
  return createClient({ baseUrl: NOWHERE, tenant: TENANT, auth: { token }, fetch });
}

describe("every request", () => {
  const headers = { "Idempotency-Key": "return-1" };
  test.each([[headers], [new Headers(headers)]])(
    "carries the keys, the settings, and the headers of its call: %o",
    async (headers) => {
      const { url, received } = await responding(200, { accepted: true });
      await clientOf(url).returnBook(COPY, { headers: headers as Headers });
      expect(received[0]?.headers).toMatchObject({
        "idempotency-key": "return-1",
        "x-key": KEYS.key,
        "x-secret": KEYS.secret,
        accept: MEDIA_TYPE,
        "x-tenant": TENANT,
      });
    },
  );
});

describe("a function that gives a credential", () => {
  test("is called for each request", async () => {
    const fetch = fetchOf({ accepted: true });
    const tokens = ["token-1", "token-2"];
    const api = tokenOf(async () => tokens.shift() ?? "", fetch);
    for (const token of ["token-1", "token-2"]) {
      await api.returnBook(COPY);
      const headers = fetch.mock.lastCall?.[0].headers;
      expect(headers?.get("authorization")).toBe(`Bearer ${token}`);
      expect(headers?.has("x-key")).toBe(false);
    }
  });

  test.each(["getBook", "returnBook"] as const)(
    "is asked once more after a 401, as refused, and %s is sent again if it gives another",
    async (method) => {
      for (const [renewed, count] of [
        ["renewed", 2],
        ["stale", 1],
      ] as const) {
        const key = vi.fn<Ask>(async ({ refused }) => (refused ? renewed : "stale"));
        const fetch = fetchOf(UNAUTHORIZED, 401);
        const api = clientOf(NOWHERE, { auth: { ...KEYS, key }, fetch, retry: 0 });
        const call = callAny(api[method], method === "getBook" ? { bookId: "1" } : COPY);
        expect(await rejectionOf(call)).toMatchObject({ status: 401 });
        const asked = key.mock.calls.map(([{ refused }]) => refused);
        expect(asked).toEqual([false, false, true]);
        const sent = fetch.mock.calls.map(([{ headers }]) => headers.get("x-key"));
        expect(sent).toEqual(["stale", "renewed"].slice(0, count));
      }
    },
  );

  test("whose error is the cause of an ApiError under safe, and nothing is sent", async () => {
    const ended = new Error("The session has ended.");
    const fetch = fetchOf();
    for (const token of [() => Promise.reject(ended), vi.fn<Ask>().mockThrow(ended)]) {
      const { error } = await tokenOf(token, fetch).safe.returnBook(COPY);
      const message = expect.stringMatching(/a function of auth threw: The session has ended/);
      expect(error).toMatchObject({ kind: "credential", cause: ended, message });
    }
    expect(fetch).not.toHaveBeenCalled();
  });

  test("is named if what it gives is no credential", async () => {
    const call = tokenOf(() => "").returnBook(COPY);
    expect(await rejectionOf(call)).toMatchObject({ kind: "configuration", option: "auth.token" });
  });
});

test("base URLs may end in slashes, and have a path", async () => {
  const fetch = fetchOf();
  const urls = { catalogueUrl: "http://b.test/pre%20fix/v2//", fetch };
  const { safe } = clientOf("http://a.test///", urls);
  await safe.getBook({ bookId: "1" });
  await safe.returnBook(COPY);
  expect(fetch.mock.calls.map(([{ url }]) => url)).toEqual([
    "http://b.test/pre%20fix/v2/catalogue/books/1",
    "http://a.test/v1/shelves/shelf-1/books/book-1/return",
  ]);
});

test.each([
  ["/api", "http://page.test/api"],
  ["/", "http://page.test"],
])("in a page, the base URL %j is %s", async (baseUrl, expected) => {
  vi.stubGlobal("location", { href: "http://page.test/shop/index.html?a#b" });
  onTestFinished(() => void vi.unstubAllGlobals());
  const fetch = fetchOf();
  await clientOf(baseUrl, { fetch }).getBook({ bookId: "1" });
  expect(fetch.mock.lastCall?.[0].url).toBe(`${expected}/catalogue/books/1`);
});

describe("a path argument", () => {
  test.each(["", ".", "..", undefined, null, {}])(
    "that is %j is refused by its name",
    async (value) => {
      for (const argument of Object.keys(COPY))
        expect(await refusalOf("returnBook", { ...COPY, [argument]: value })).toMatchObject({
          kind: "argument",
          argument,
          message: expect.stringContaining(`cannot be sent: the argument ${argument} `),
        });
    },
  );

  test("that is omitted is refused, also with all others", async () => {
    expect(await refusalOf("getBook")).toMatchObject({ argument: "bookId" });
  });

  const encoded = [
    "a/b",
    "%2F",
    "a?b=c#d",
    "ünï ☃ 🙂",
    ";a=1",
    "a\nb",
    "...",
    "%2e%2e",
    "\\",
    "$&",
  ];
  test.each(encoded)("%j arrives as one segment that decodes to the same", async (bookId) => {
    const service = await responding(200, BOOK);
    await clientOf(service.url).getBook({ bookId });
    const [, ...segments] = service.received[0]?.url?.split(/[/?]/) ?? [];
    expect(segments.map(decodeURIComponent)).toEqual(["catalogue", "books", bookId]);
  });
});

test("an include of nothing is not sent", async () => {
  const fetch = fetchOf();
  await clientOf(NOWHERE, { fetch }).getBook({ bookId: "1", include: [] });
  expect(fetch.mock.lastCall?.[0].url).toBe(`${NOWHERE}/catalogue/books/1`);
});

test("an argument that there is not is refused, rather than dropped", async () => {
  expect(await refusalOf("getBook", { bookId: "1", inclde: ["author"] })).toMatchObject({
    argument: "inclde",
    message: expect.stringContaining("the argument inclde is unknown: it takes { bookId,include }"),
  });
  expect(await refusalOf("returnBook", { ...COPY, body: {} })).toMatchObject({ argument: "body" });
});

test("an argument that is given alone is said to belong into an object", async () => {
  expect(await refusalOf("getBook", "c")).toHaveProperty(
    "message",
    `GET ${NOWHERE}/catalogue/books/{bookId} cannot be sent: ` +
      "the argument 0 is unknown: it takes { bookId,include }",
  );
});

test.each([
  ["a line break", { "X-Trace": "line\nbreak" }],
  ["what Node.js refuses", { Expect: "100-continue" }],
])("a header with %s cannot be sent, and is not retried", async (_what, headers) => {
  const { url, received } = await responding(200, BOOK);
  const call = clientOf(url).getBook({ bookId: "1" }, { headers });
  const message = expect.stringContaining("cannot be sent: ");
  expect(await rejectionOf(call)).toMatchObject({ kind: "configuration", message });
  expect(received).toEqual([]);
});

test("null is a body", async () => {
  const fetch = fetchOf();
  const api = tokenOf(() => "token-1", fetch);
  await callAny(api.safe.editBook, { number: 7, body: null });
  expect(await fetch.mock.lastCall?.[0].text()).toBe("null");
});
