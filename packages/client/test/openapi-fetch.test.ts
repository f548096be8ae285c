import { QueryClient } from "@tanstack/react-query";
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import createFetchClient, { type Middleware } from "openapi-fetch";
import createQueryClient from "openapi-react-query";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createFetch, type paths } from "./fixture/client.ts";
import {
  BOOK,
  COPY,
  clientOf,
  fetchOf,
  KEYS,
  LIBRARY_JSON,
  MEDIA_TYPE,
  NOWHERE,
  rejectionOf,
  responding,
  TENANT,
  UNAUTHORIZED,
} from "./service.ts";

const PATH = "/catalogue/books/{bookId}";
const book = { params: { path: { bookId: "1" } } };

/** The credentials that a request fields. */
function credentialsIn(request: Request | undefined): (string | null | undefined)[] {
  return ["x-key", "x-secret"].map((name) => request?.headers.get(name));
}

const BOTH = [KEYS.key, KEYS.secret];
const NONE = [null, null];

describe("GET", () => {
  test.each([
    [UNAUTHORIZED, 401, UNAUTHORIZED],
    [{ any: 1 }, 418, { any: 1 }],
    ["<h1>Bad Gateway</h1>", 500, "<h1>Bad Gateway</h1>"],
    ["", 500, ""],
  ])("returns the response, as openapi-fetch does: %j of %i", async (body, status, error) => {
    const result = await clientOf(NOWHERE, { fetch: fetchOf(body, status) }).GET(PATH, book);
    expect(result).toEqual({ error, response: expect.objectContaining({ status }) });
  });

  test("and `request` send what the operation needs, with the arrays of the contract", async () => {
    const fetch = fetchOf();
    const client = clientOf(NOWHERE, { fetch });
    const params = { ...book.params, query: { include: ["author" as const, "copies" as const] } };
    await client.GET(PATH, { params });
    await client.request("get", PATH, { params });
    expect(fetch).toHaveBeenCalledTimes(2);
    for (const [request] of fetch.mock.calls) {
      expect(request.url).toBe(`${NOWHERE}/catalogue/books/1?include=author,copies`);
      expect(credentialsIn(request)).toEqual(BOTH);
      expect(request.headers.get("accept")).toBe(MEDIA_TYPE);
      expect(request.headers.get("x-tenant")).toBe(TENANT);
    }
  });

  test("is retried, and ends at the limits and the signal of its call", async () => {
    const fetch = fetchOf(BOOK, 503);
    const client = clientOf(NOWHERE, { fetch });
    expect((await client.GET(PATH, book)).response.status).toBe(503);
    expect((await client.GET(PATH, { ...book, retry: 0 })).response.status).toBe(503);
    expect(fetch).toHaveBeenCalledTimes(4);
    const end = client.GET(PATH, { ...book, retry: 0, maxBytes: 9 });
    expect(await rejectionOf(end)).toMatchObject({ kind: "size" });
    const signal = AbortSignal.abort(new Error("left"));
    const aborted = await rejectionOf(client.GET(PATH, { ...book, signal }));
    expect(aborted).toMatchObject({ kind: "abort", cause: { message: "left" } });
  });

  test("refuses a path argument that is missing or leaves its segment", async () => {
    const fetch = fetchOf();
    const client = clientOf(NOWHERE, { fetch });
    for (const params of [{ path: { bookId: ".." } }, { path: {} }, undefined])
      expect(await rejectionOf(client.GET(PATH, Object({ params })))).toMatchObject({
        kind: "argument",
        argument: "bookId",
      });
    expect(fetch).not.toHaveBeenCalled();
  });

  test("reads a body as its call says, and the response keeps its URL", async () => {
    const { url } = await responding(200, BOOK);
    const client = clientOf(url);
    const text = JSON.stringify(BOOK);
    const parsed = await client.GET(PATH, { ...book, parseAs: "text" });
    expect(parsed.data).toBe(text);
    expect(parsed.response.url).toBe(`${url}/catalogue/books/1`);
    const { data } = await client.GET(PATH, { ...book, parseAs: "stream" });
    expect(await new Response(data).text()).toBe(text);
    for (const parseAs of ["blob", "arrayBuffer"] as const) {
      const result = await client.GET(PATH, { ...book, parseAs });
      expect(await new Response(result.data).text()).toBe(text);
    }
    const small = await client.GET(PATH, { ...book, parseAs: "stream", maxBytes: 9 });
    expect(await rejectionOf(new Response(small.data).text())).toMatchObject({ kind: "size" });
  });
});

describe("what a call gives itself", () => {
  const elsewhere = "http://evil.test";

  test.each<[string, object, string]>([
    ["base URL", { baseUrl: elsewhere }, `${elsewhere}/catalogue/books/1`],
    ["path", { pathSerializer: () => `${elsewhere}/x` }, `${elsewhere}/x`],
    ["path below another host", { pathSerializer: () => `${NOWHERE}.evil.test/` }, ""],
  ])("wins, and leads no credential elsewhere: %s", async (_what, options, url) => {
    const fetch = fetchOf();
    await clientOf(NOWHERE, { fetch })
      .GET(PATH, { ...book, ...options })
      .catch(() => {});
    const request = fetch.mock.lastCall?.[0];
    if (url) expect(request?.url).toBe(url);
    if (request) expect(credentialsIn(request)).toEqual(NONE);
  });

  test("wins if it is a fetch, which gets no credentials", async () => {
    const [fetch, other] = [fetchOf(), fetchOf()];
    await clientOf(NOWHERE, { fetch }).GET(PATH, { ...book, fetch: other });
    expect(fetch).not.toHaveBeenCalled();
    expect(credentialsIn(other.mock.lastCall?.[0])).toEqual(NONE);
  });

  test("reaches fetch beside what the client decides", async () => {
    const fetch = fetchOf();
    const client = clientOf(NOWHERE, { fetch, cache: "no-store" });
    await client.getBook({ bookId: "1" }, { keepalive: true, headers: { "X-Trace": "1" } });
    const request = fetch.mock.lastCall?.[0];
    expect(request).toMatchObject({ cache: "no-store", keepalive: true, redirect: "manual" });
    expect(request?.headers.get("x-trace")).toBe("1");
  });

  test("such as a credential is left as it is", async () => {
    const fetch = fetchOf();
    const headers = { "X-Key": "other" };
    await clientOf(NOWHERE, { fetch }).GET(PATH, { ...book, headers });
    expect(credentialsIn(fetch.mock.lastCall?.[0])).toEqual(["other", KEYS.secret]);
  });
});

describe("middleware", () => {
  test("sees no credentials, neither of the request nor with the response", async () => {
    const fetch = fetchOf();
    const client = clientOf(NOWHERE, { fetch });
    const seen: unknown[] = [];
    const middleware: Middleware = {
      onRequest: ({ request }) => {
        seen.push(credentialsIn(request));
        request.headers.set("X-Seen", "1");
      },
      onResponse: ({ request }) => void seen.push(credentialsIn(request)),
    };
    client.use(middleware);
    await client.getBook({ bookId: "1" });
    client.eject(middleware);
    await client.GET(PATH, book);
    expect(seen).toEqual([NONE, NONE]);
    const [first, second] = fetch.mock.calls.map(([request]) => request);
    expect(first?.headers.get("x-seen")).toBe("1");
    expect(second?.headers.get("x-seen")).toBeNull();
    for (const request of [first, second]) expect(credentialsIn(request)).toEqual(BOTH);
  });

  test("may set a credential itself, and lead a request elsewhere without one", async () => {
    const fetch = fetchOf();
    const client = clientOf(NOWHERE, { fetch });
    client.use({ onRequest: ({ request }) => request.headers.set("X-Key", "of the middleware") });
    await client.GET(PATH, book);
    expect(credentialsIn(fetch.mock.lastCall?.[0])).toEqual(["of the middleware", KEYS.secret]);
    client.use({ onRequest: () => new Request("http://127.0.0.1:99/catalogue/books/1") });
    await client.GET(PATH, book);
    expect(credentialsIn(fetch.mock.lastCall?.[0])).toEqual(NONE);
  });

  test("that reads a body leaves none: it reads a clone, or the call ends in an error", async () => {
    const client = clientOf(NOWHERE, { fetch: fetchOf() });
    const texts: string[] = [];
    const cloning: Middleware = {
      onResponse: async ({ response }) => void texts.push(await response.clone().text()),
    };
    client.use(cloning);
    expect(await client.getBook({ bookId: "1" })).toEqual(BOOK);
    expect(texts).toEqual([JSON.stringify(BOOK)]);
    client.eject(cloning);
    client.use({ onResponse: async ({ response }) => void (await response.text()) });
    expect(await rejectionOf(client.getBook({ bookId: "1" }))).toMatchObject({
      kind: "connection",
    });
  });

  test("may answer with a body of its own, made from that of the response", async () => {
    const client = clientOf(NOWHERE, { fetch: fetchOf(" ".repeat(100)) });
    const { headers } = new Response(null, { headers: LIBRARY_JSON });
    client.use({ onResponse: ({ response }) => new Response(response.body, { headers }) });
    const call = client.getBook({ bookId: "1" }, { maxBytes: 9 });
    expect(await rejectionOf(call)).toMatchObject({ kind: "size" });
  });

  test("that throws is the cause of an error of a method", async () => {
    const client = clientOf(NOWHERE, { fetch: fetchOf() });
    const cause = new Error("No.");
    client.use({ onResponse: () => Promise.reject(cause) });
    const { error } = await client.safe.getBook({ bookId: "1" });
    expect(error).toMatchObject({ kind: "configuration", cause, message: /No\.$/ });
  });
});

describe("createFetch", () => {
  const options = { baseUrl: `${NOWHERE}/api`, catalogueUrl: NOWHERE, tenant: TENANT, auth: KEYS };

  test("is a fetch for a client of openapi-fetch itself", async () => {
    const fetch = fetchOf();
    const stock = createFetchClient<paths>({
      baseUrl: NOWHERE,
      fetch: createFetch({ ...options, fetch }),
    });
    expect((await stock.GET(PATH, book)).data).toEqual(BOOK);
    expect(credentialsIn(fetch.mock.lastCall?.[0])).toEqual(BOTH);
    expect(fetch.mock.lastCall?.[0].headers.get("x-tenant")).toBe(TENANT);
  });

  test.each<[method: string, url: string, isOperation: boolean]>([
    ["GET", "/catalogue/books/1?include=author", true],
    ["GET", "/catalogue/books/a%2Fb", true],
    ["POST", "/api/v1/shelves/a/books/b/return", true],
    ["GET", "/api/v1/books", true],
    ["GET", "/v1/books", false],
    ["GET", "/api/catalogue/books/1", false],
    ["GET", "/catalogue/books/1/2", false],
    ["GET", "/catalogue/books/", false],
    ["POST", "/catalogue/books/1", false],
    ["GET", "/catalogue/books/../books/1", true],
    ["GET", ".evil.test/catalogue/books/1", false],
    // It needs no credentials.
    ["GET", "/api/v1/health", false],
  ])("finds the operation of %s %s: %s", async (method, url, isOperation) => {
    const fetch = fetchOf();
    await createFetch({ ...options, fetch })(NOWHERE.replace(":9", "") + url, { method });
    expect(credentialsIn(fetch.mock.lastCall?.[0])).toEqual(NONE);
    if (url.startsWith("/")) await createFetch({ ...options, fetch })(NOWHERE + url, { method });
    const expected = isOperation ? BOTH : NONE;
    if (url.startsWith("/")) expect(credentialsIn(fetch.mock.lastCall?.[0])).toEqual(expected);
  });
});

describe("openapi-react-query", () => {
  const outcomeOf = (body: unknown, status: number): Promise<unknown> => {
    const client = clientOf(NOWHERE, { fetch: fetchOf(body, status), retry: 0 });
    const options = createQueryClient(client).queryOptions("get", PATH, book);
    return new QueryClient().fetchQuery({ ...options, retry: false });
  };

  test("gets the data, or the body of an error", async () => {
    expect(await outcomeOf(BOOK, 200)).toEqual(BOOK);
    expect(await rejectionOf(outcomeOf(UNAUTHORIZED, 401))).toEqual(UNAUTHORIZED);
  });
});

test("MSW answers a client that was made before it listened", async () => {
  const client = clientOf("http://service.test");
  const server = setupServer(
    http.get("http://service.test/catalogue/books/:bookId", () =>
      HttpResponse.json(BOOK, { headers: LIBRARY_JSON }),
    ),
  );
  server.listen();
  onTestFinished(() => server.close());
  expect(await client.getBook({ bookId: "1" })).toEqual(BOOK);
  expect((await client.GET(PATH, book)).data).toEqual(BOOK);
});

describe("what stands on Object.prototype", () => {
  test("is read for no option, no credential and no argument", async () => {
    const read = vi.fn();
    const names = [...Object.keys(KEYS), "token", "login", "tenant", "catalogueUrl", "bookId"];
    for (const name of [...names, "include", "auth", "baseUrl", "timeout", "retry"]) {
      const get = (): unknown => read(name) ?? undefined;
      Object.defineProperty(Object.prototype, name, { get, set() {}, configurable: true });
      onTestFinished(() => void Reflect.deleteProperty(Object.prototype, name));
    }
    const client = clientOf(NOWHERE, { fetch: fetchOf() });
    await client.getBook({ bookId: "1" });
    const computed = new Set(read.mock.calls.flat());
    for (const name of ["auth", "baseUrl", "timeout", "retry"]) computed.delete(name);
    expect([...computed]).toEqual([]);
  });

  test("is no argument, and sent nowhere", async () => {
    const fetch = fetchOf();
    const descriptor = { value: "evil", configurable: true, enumerable: true, writable: true };
    Object.defineProperty(Object.prototype, "evil", descriptor);
    onTestFinished(() => void Reflect.deleteProperty(Object.prototype, "evil"));
    const client = clientOf(NOWHERE, { fetch });
    await client.getBook({ bookId: "1", include: [] });
    await client.safe.returnBook(COPY);
    expect(fetch).toHaveBeenCalledTimes(2);
    for (const [{ url, headers }] of fetch.mock.calls)
      expect([url, ...headers].join()).not.toContain("evil");
  });
});
