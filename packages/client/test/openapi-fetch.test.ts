import { QueryClient } from "@tanstack/react-query";
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import createQueryClient from "openapi-react-query";
import { describe, expect, onTestFinished, test } from "vitest";
import { type ClientOptions, createFetchClient, type Middleware } from "./fixture/client.ts";
import {
  BOOK,
  callAny,
  clientOf,
  FETCH_OPTIONS,
  fetchOf,
  KEYS,
  LIBRARY_JSON,
  NOWHERE,
  rejectionOf,
  TENANT,
  UNAUTHORIZED,
} from "./service.ts";

const PATH = "/catalogue/books/{bookId}";
const book = { params: { path: { bookId: "1" } } } as const;

function fetchClientOf(url: string, options: Partial<ClientOptions> = {}) {
  return createFetchClient({ baseUrl: url, tenant: TENANT, auth: KEYS, ...options });
}

describe("the openapi-fetch client", () => {
  test.each(["", BOOK])("rejects a success that lacks what was asked for: %j", async (body) => {
    const params = { ...book.params, query: { include: ["author" as const] } };
    const call = fetchClientOf(NOWHERE, { fetch: fetchOf(body) }).GET(PATH, { params });
    expect(await rejectionOf(call)).toMatchObject({ kind: "unreadable", status: 200 });
  });

  test("refuses unknown operations, and missing or bad path arguments", async () => {
    const api = fetchClientOf(NOWHERE);
    for (const call of [callAny(api.GET, "/nope", book), callAny(api.POST, PATH, book)])
      expect(await rejectionOf(call)).toMatchObject({ option: "path" });
    for (const params of [{ path: { bookId: ".." } }, {}, undefined])
      expect(await rejectionOf(callAny(api.GET, PATH, { params }))).toMatchObject({
        kind: "argument",
        argument: "bookId",
      });
  });

  test("ends at the limits and the signal of its call", async () => {
    const api = fetchClientOf(NOWHERE, { fetch: fetchOf() });
    const endOf = (options: object) => rejectionOf(api.GET(PATH, { ...book, ...options }));
    expect(await endOf({ maxBytes: 9 })).toMatchObject({ kind: "size" });
    const controller = new AbortController();
    const call = endOf({ signal: controller.signal });
    controller.abort(new Error("left"));
    expect(await call).toMatchObject({ kind: "abort", cause: { message: "left" } });
  });
});

test("the options of fetch reach it, beside what the client decides", async () => {
  const fetch = fetchOf();
  const fetchOptions = FETCH_OPTIONS;
  await clientOf(NOWHERE, { fetch, fetchOptions }).getBook({ bookId: "1" });
  const options = { fetch, fetchOptions: { cache: "reload" } } as const;
  await clientOf(NOWHERE, options).getBook({ bookId: "1" }, { fetchOptions });
  await fetchClientOf(NOWHERE, options).GET(PATH, { ...book, fetchOptions });
  expect(fetch).toHaveBeenCalledTimes(3);
  for (const [, init] of fetch.mock.calls)
    expect(init).toMatchObject({
      ...fetchOptions,
      body: null,
      headers: { "x-key": KEYS.key },
      method: "GET",
      redirect: "manual",
      signal: { aborted: false },
    });
});

test.each(["baseUrl", "fetch", "method", "parseAs", "redirect"])(
  "a call has no option %s: it is refused rather than dropped",
  async (option) => {
    const fetch = fetchOf();
    const init = { ...book, [option]: "http://evil.test" };
    const call = callAny(fetchClientOf(NOWHERE, { fetch }).GET, PATH, init);
    expect(await rejectionOf(call)).toMatchObject({ kind: "configuration", option });
    expect(fetch).not.toHaveBeenCalled();
  },
);

describe("middleware", () => {
  test("sees requests without credentials, and adds headers to them", async () => {
    const fetch = fetchOf();
    const api = fetchClientOf(NOWHERE, { fetch });
    const middleware: Middleware = {
      onRequest: ({ request }) => {
        const names = [...request.headers.keys()];
        expect(names).toEqual(["accept", "x-tenant"]);
        return new Request(request, {
          headers: { ...Object.fromEntries(request.headers), "X-Seen": "1" },
        });
      },
    };
    api.use(middleware);
    await api.GET(PATH, book);
    api.eject(middleware);
    await api.GET(PATH, book);
    const [first, second] = fetch.mock.calls.map(([, init]) => init);
    expect(first).toMatchObject({ headers: { "x-seen": "1", "x-key": KEYS.key } });
    expect(second?.headers).not.toHaveProperty("x-seen");
  });

  test.each<[string, (request: Request) => Request | Promise<Request>]>([
    [
      "turn a request to another host, whose name may begin as that of the service",
      ({ method, url }) => new Request(url.replace("example", "example.evil.test"), { method }),
    ],
    [
      "read the body of a request",
      async (request) => {
        await request.text();
        return request;
      },
    ],
    ["change the method", (request) => new Request(request, { method: "PUT" })],
    [
      "set a credential",
      (request) => {
        request.headers.set("Authorization", "Bearer other");
        return request;
      },
    ],
  ])("cannot %s", async (_what, change) => {
    const fetch = fetchOf();
    const api = fetchClientOf("http://api.example", { fetch });
    api.use({ onRequest: ({ request }) => change(request) });
    const call = api.POST("/v1/books", { body: { title: "Notes", pin: "1" } });
    expect(await rejectionOf(call)).toMatchObject({ option: "middleware" });
    expect(fetch).not.toHaveBeenCalled();
  });
});

test("openapi-react-query gets the data, the body of an error, or the error", async () => {
  const outcomeOf = (body: unknown, status: number): Promise<unknown> => {
    const client = fetchClientOf(NOWHERE, { fetch: fetchOf(body, status), retry: 0 });
    const options = createQueryClient(client).queryOptions("get", PATH, book);
    return new QueryClient().fetchQuery({ ...options, retry: false });
  };
  expect(await outcomeOf(BOOK, 200)).toEqual(BOOK);
  expect(await rejectionOf(outcomeOf(UNAUTHORIZED, 401))).toEqual(UNAUTHORIZED);
  for (const body of ["", "null"])
    expect(await rejectionOf(outcomeOf(body, 502))).toMatchObject({ kind: "undocumented" });
});

test("MSW answers clients of both faces that were made before it listened", async () => {
  const [api, other] = [clientOf("http://service.test"), fetchClientOf("http://service.test")];
  const server = setupServer(
    http.get("http://service.test/catalogue/books/:bookId", () =>
      HttpResponse.json(BOOK, { headers: LIBRARY_JSON }),
    ),
  );
  server.listen();
  onTestFinished(() => server.close());
  expect(await api.getBook({ bookId: "1" })).toEqual(BOOK);
  expect((await other.GET(PATH, book)).data).toEqual(BOOK);
});
