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
} from "./service.ts";

const headers = { "Idempotency-Key": "return-1" };
test.each([[headers], [new Headers(headers)]])(
  "a request fields the keys, the settings, and the headers of its call: %o",
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

test.each<[what: string, baseUrl: string, path: string, page?: string]>([
  ["may end in slashes", "http://a.test///", "http://a.test"],
  ["may have a path", "http://b.test/pre%20fix/v2//", "http://b.test/pre%20fix/v2"],
  ["is on its origin in a page", "/api", "http://page.test/api", "http://page.test/shop?a#b"],
  ["may be its origin in a page", "/", "http://page.test", "http://page.test/shop?a#b"],
])("a base URL %s: %s", async (_what, baseUrl, expected, href) => {
  if (href) vi.stubGlobal("location", { href });
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

  const texts = ["a/b", "%2F", "a?b=c#d", "ünï ☃ 🙂", ";a=1", "a\nb", "...", "%2e%2e", "\\", "$&"];
  test.each(texts)("%j arrives as one segment that decodes to the same", async (bookId) => {
    const service = await responding(200, BOOK);
    await clientOf(service.url).getBook({ bookId });
    const [, ...segments] = service.received[0]?.url?.split(/[/?]/) ?? [];
    expect(segments.map(decodeURIComponent)).toEqual(["catalogue", "books", bookId]);
  });
});

test.each([
  [{ bookId: "1", inclde: ["author"] }, "inclde"],
  [{ bookId: "1", body: {} }, "body"],
  ["c", "0"],
])("an argument that there is not is refused, rather than dropped: %j", async (args, argument) => {
  const says = `cannot be sent: the argument ${argument} is unknown: it takes { bookId,include }`;
  expect(await refusalOf("getBook", args)).toMatchObject({
    argument,
    message: `GET ${NOWHERE}/catalogue/books/{bookId} ${says}`,
  });
});

test("an include of nothing is not sent, and null is a body", async () => {
  const fetch = fetchOf();
  await clientOf(NOWHERE, { fetch }).getBook({ bookId: "1", include: [] });
  expect(fetch.mock.lastCall?.[0].url).toBe(`${NOWHERE}/catalogue/books/1`);
  const { safe } = createClient({
    baseUrl: NOWHERE,
    tenant: TENANT,
    auth: { token: "token-1" },
    fetch,
  });
  await callAny(safe.editBook, { number: 7, body: null });
  expect(await fetch.mock.lastCall?.[0].text()).toBe("null");
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
