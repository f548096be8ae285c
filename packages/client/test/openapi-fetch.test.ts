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
  fetchCage,
  INSTANCE,
  JSON_API,
  KEYS,
  NOWHERE,
  rejectionOf,
  responding,
  startService,
} from "./service.ts";

const PATH = "/data_dictionary/variables_cages/{id}";
const RESET =
  "/v1/flow_instances/{flowInstanceId}/relationships/container_instances/{containerInstanceId}/relationships/process_instances/{processInstanceId}/relationships/task_instances/{taskInstanceId}/reset";
const one = { params: { path: { id: "1" } } } as const;

function fetchClientOf(url: string, options: Partial<ClientOptions> = {}) {
  return createFetchClient({ baseUrl: url, domain: DOMAIN, auth: KEYS, ...options });
}

/** A fetch that notes with what it is called. */
function spy() {
  return vi.fn((_url: string, _init: RequestInit) => fetchCage());
}

describe("the openapi-fetch client", () => {
  test.each(["", CAGE])("rejects a success that lacks what was asked for: %j", async (body) => {
    const service = await responding(200, body);
    const params = { ...one.params, query: { include: ["author" as const] } };
    const call = fetchClientOf(service.url).GET(PATH, { params });
    expect(await rejectionOf(call)).toMatchObject({ kind: "unreadable", status: 200 });
  });

  test("refuses what the contract has no operation for, and no path argument or a bad one", async () => {
    const api = fetchClientOf(NOWHERE);
    for (const path of ["/nope", RESET])
      expect(await rejectionOf(callAny(api.GET, path, one))).toMatchObject({ option: "path" });
    for (const params of [{ path: { id: ".." } }, {}, undefined]) {
      const call = callAny(api.GET, PATH, { params });
      expect(await rejectionOf(call)).toMatchObject({ kind: "argument", argument: "id" });
    }
  });

  test("repeats a GET, and ends at the limits and the signal of its call", async () => {
    let attempts = 0;
    const service = await startService((_request, response) => {
      if (attempts++ === 0) response.writeHead(503, { "Retry-After": "0" }).end();
      else if (attempts < 4) response.writeHead(200, JSON_API).end(JSON.stringify(CAGE));
    });
    const api = fetchClientOf(service.url);
    expect((await api.GET(PATH, one)).data).toEqual(CAGE);
    const endOf = (options: object) => rejectionOf(api.GET(PATH, { ...one, ...options }));
    expect(await endOf({ maxBytes: 9 })).toMatchObject({ kind: "size" });
    expect(await endOf({ timeout: 50 })).toMatchObject({ kind: "timeout" });
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
    const fetch = spy();
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
    const service = await responding(200, CAGE);
    const fetch = vi.fn((request: Request) => globalThis.fetch(request));
    await fetchClientOf(NOWHERE).GET(PATH, { ...one, fetch, baseUrl: `${service.url}/v2/` });
    expect(fetch).toHaveBeenCalledTimes(1);
    expect(service.received).toMatchObject([
      { target: "/v2/data_dictionary/variables_cages/1", headers: { "x-api-key": KEYS.apiKey } },
    ]);
  });
});

describe("middleware", () => {
  test("sees requests without credentials, and adds headers and options to them", async () => {
    const fetch = spy();
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
      ({ url }) => new Request(url.replace("example", "example.evil.test"), { method: "POST" }),
    ],
    [
      "read the body of a request",
      async (request) => {
        const read = new Request(request, { body: "{}" });
        await read.text();
        return read;
      },
    ],
  ])("cannot %s", async (_what, change) => {
    const fetch = spy();
    const api = fetchClientOf("http://api.example", { fetch });
    api.use({ onRequest: ({ request }) => change(request) });
    const call = api.POST(RESET, { params: { path: INSTANCE } });
    expect(await rejectionOf(call)).toMatchObject({ option: "middleware" });
    expect(fetch).not.toHaveBeenCalled();
  });
});

test("openapi-react-query gets the data, the body of a documented error, and any other error", async () => {
  const outcomeOf = async (status: number, body: unknown): Promise<unknown> => {
    const client = fetchClientOf((await responding(status, body)).url, { retry: 0 });
    const options = createQueryClient(client).queryOptions("get", PATH, one);
    return new QueryClient().fetchQuery({ ...options, retry: false });
  };
  const unauthorized = { status: 401, code: 0, title: "Unauthorized" };
  expect(await outcomeOf(200, CAGE)).toEqual(CAGE);
  expect(await rejectionOf(outcomeOf(401, unauthorized))).toEqual(unauthorized);
  for (const body of ["", "null"])
    expect(await rejectionOf(outcomeOf(502, body))).toMatchObject({ kind: "undocumented" });
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
