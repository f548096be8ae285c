import { QueryClient } from "@tanstack/react-query";
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import createQueryClient from "openapi-react-query";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { ClientOptions, FetchOptions } from "../src/index.ts";
import { createFetchClient, type Middleware } from "../src/openapi-fetch.ts";
import {
  CAGE,
  callAny,
  clientOf,
  DOMAIN,
  fetchOf,
  JSON_API,
  KEYS,
  NOWHERE,
  rejectionOf,
  responseOf,
  UNAUTHORIZED,
} from "./service.ts";

const PATH = "/data_dictionary/variables_cages/{id}";
const one = { params: { path: { id: "1" } } } as const;

function fetchClientOf(url: string, options: Partial<ClientOptions> = {}) {
  return createFetchClient({ baseUrl: url, domain: DOMAIN, auth: KEYS, ...options });
}

describe("the openapi-fetch client", () => {
  test.each(["", CAGE])("rejects a success that lacks what was asked for: %j", async (body) => {
    const params = { ...one.params, query: { include: ["author" as const] } };
    const call = fetchClientOf(NOWHERE, { fetch: fetchOf(body) }).GET(PATH, { params });
    expect(await rejectionOf(call)).toMatchObject({ kind: "unreadable", status: 200 });
  });

  test("refuses unknown operations, and missing or bad path arguments", async () => {
    const api = fetchClientOf(NOWHERE);
    for (const call of [callAny(api.GET, "/nope", one), callAny(api.POST, PATH, one)])
      expect(await rejectionOf(call)).toMatchObject({ option: "path" });
    for (const params of [{ path: { id: ".." } }, {}, undefined])
      expect(await rejectionOf(callAny(api.GET, PATH, { params }))).toMatchObject({
        kind: "argument",
        argument: "id",
      });
  });

  test("ends at the limits and the signal of its call", async () => {
    const api = fetchClientOf(NOWHERE, { fetch: fetchOf() });
    const endOf = (options: object) => rejectionOf(api.GET(PATH, { ...one, ...options }));
    expect(await endOf({ maxBytes: 9 })).toMatchObject({ kind: "size" });
    const controller = new AbortController();
    const call = endOf({ signal: controller.signal });
    controller.abort(new Error("left"));
    expect(await call).toMatchObject({ kind: "abort", cause: { message: "left" } });
  });
});

/** Each option of the type, and one that a framework adds to it. */
const every: Required<FetchOptions> & { readonly next: object } = {
  cache: "no-store",
  credentials: "include",
  dispatcher: Object(),
  duplex: "half",
  integrity: "sha256-AAAA",
  keepalive: true,
  mode: "cors",
  referrer: "http://a.test/",
  referrerPolicy: "origin",
  window: null,
  next: { revalidate: 60 },
};
const headers = { "X-API-KEY": "other" };
const signal = AbortSignal.abort();
const decided = { body: "{}", headers, method: "PUT", redirect: "follow", signal };

describe("the options of fetch", () => {
  const fetchOptions = Object({ ...every, ...decided });
  type Options = Partial<ClientOptions>;
  test.each<[string, (options: Options) => Promise<unknown>]>([
    [
      "of a client",
      (options) => clientOf(NOWHERE, { ...options, fetchOptions }).getVariablesCage({ id: "1" }),
    ],
    [
      "of a call",
      (options) => clientOf(NOWHERE, options).getVariablesCage({ id: "1" }, { fetchOptions }),
    ],
    [
      "of a call by openapi-fetch",
      (options) => fetchClientOf(NOWHERE, options).GET(PATH, { ...one, ...every, headers }),
    ],
  ])("%s reach it, and change nothing that the client decides", async (_whose, call) => {
    const fetch = fetchOf();
    await call({ fetchOptions: { cache: "reload" }, fetch });
    expect(fetch.mock.calls[0]?.[1]).toMatchObject({
      ...every,
      body: null,
      headers: { "x-api-key": KEYS.apiKey },
      method: "GET",
      redirect: "manual",
      signal: { aborted: false },
    });
  });

  test.each(["method", "redirect", "pathSerializer", "querySerializer"])(
    "have no %s: it is refused rather than dropped",
    async (option) => {
      const call = callAny(fetchClientOf(NOWHERE).GET, PATH, { ...one, [option]: "follow" });
      expect(await rejectionOf(call)).toMatchObject({ kind: "configuration", option });
    },
  );

  test("of openapi-fetch itself, fetch and baseUrl, hold for their call", async () => {
    const fetch = vi.fn(async (_request: Request) => responseOf());
    await fetchClientOf(NOWHERE).GET(PATH, { ...one, fetch, baseUrl: "http://a.test/v2/" });
    const [request] = fetch.mock.calls[0] ?? [];
    expect(request?.url).toBe("http://a.test/v2/data_dictionary/variables_cages/1");
    expect(request?.headers.get("X-API-KEY")).toBe(KEYS.apiKey);
  });
});

describe("middleware", () => {
  test("sees requests without credentials, and adds headers and options to them", async () => {
    const fetch = fetchOf();
    const api = fetchClientOf(NOWHERE, { fetch });
    const middleware: Middleware = {
      onRequest: ({ request }) => {
        expect([...request.headers.keys()].join()).not.toContain("x-api");
        const added = { "X-Seen": "1", Authorization: "Bearer other" };
        return new Request(request, { cache: "reload", headers: added });
      },
    };
    api.use(middleware);
    await api.GET(PATH, one);
    api.eject(middleware);
    await api.GET(PATH, one);
    const [first, second] = fetch.mock.calls.map(([, init]) => init);
    const headers = { "x-seen": "1", "x-api-key": KEYS.apiKey };
    expect(first).toMatchObject({ cache: "reload", headers });
    expect(first?.headers).not.toHaveProperty("authorization");
    expect(second).not.toHaveProperty("cache");
    expect(second?.headers).not.toHaveProperty("x-seen");
  });

  test.each<[string, (request: Request) => Request | Promise<Request>]>([
    [
      "turn a request to another host, whose name may begin as that of the service",
      ({ url }) => new Request(url.replace("example", "example.evil.test")),
    ],
    [
      "read the body of a request",
      async (request) => {
        const read = new Request(request, { method: "POST", body: "{}" });
        await read.text();
        return read;
      },
    ],
  ])("cannot %s", async (_what, change) => {
    const fetch = fetchOf();
    const api = fetchClientOf("http://api.example", { fetch });
    api.use({ onRequest: ({ request }) => change(request) });
    expect(await rejectionOf(api.GET(PATH, one))).toMatchObject({ option: "middleware" });
    expect(fetch).not.toHaveBeenCalled();
  });
});

test("openapi-react-query gets the data, the body of an error, or the error", async () => {
  const outcomeOf = (body: unknown, status: number): Promise<unknown> => {
    const client = fetchClientOf(NOWHERE, { fetch: fetchOf(body, status), retry: 0 });
    const options = createQueryClient(client).queryOptions("get", PATH, one);
    return new QueryClient().fetchQuery({ ...options, retry: false });
  };
  expect(await outcomeOf(CAGE, 200)).toEqual(CAGE);
  expect(await rejectionOf(outcomeOf(UNAUTHORIZED, 401))).toEqual(UNAUTHORIZED);
  for (const body of ["", "null"])
    expect(await rejectionOf(outcomeOf(body, 502))).toMatchObject({ kind: "undocumented" });
});

test("MSW answers clients of both faces that were made before it listened", async () => {
  const [api, other] = [clientOf("http://service.test"), fetchClientOf("http://service.test")];
  const server = setupServer(
    http.get("http://service.test/data_dictionary/variables_cages/:id", () =>
      HttpResponse.json(CAGE, { headers: JSON_API }),
    ),
  );
  server.listen();
  onTestFinished(() => server.close());
  expect(await api.getVariablesCage({ id: "1" })).toEqual(CAGE);
  expect((await other.GET(PATH, one)).data).toEqual(CAGE);
});
