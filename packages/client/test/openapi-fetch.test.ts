import { QueryClient } from "@tanstack/react-query";
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import createQueryClient from "openapi-react-query";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { ClientOptions, FetchOptions } from "../src/index.ts";
import { createFetchClient } from "../src/openapi-fetch.ts";
import {
  answering,
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
  startService,
} from "./service.ts";

const PATH = "/data_dictionary/variables_cages/{id}";
const RESET =
  "/v1/flow_instances/{flowInstanceId}/relationships/container_instances/{containerInstanceId}/relationships/process_instances/{processInstanceId}/relationships/task_instances/{taskInstanceId}/reset";
const one = { params: { path: { id: "1" } } } as const;

function fetchClientOf(url: string, options: Partial<ClientOptions> = {}) {
  return createFetchClient({ baseUrl: url, domain: DOMAIN, auth: KEYS, ...options });
}

describe("the openapi-fetch client", () => {
  test("sends what the methods send", async () => {
    const relationships = { author: { data: { attributes: {} } } };
    const body = { data: { ...CAGE.data, relationships } };
    const { url, received } = await answering(200, body);
    const params = { path: { id: "a/b" }, query: { include: ["author" as const] } };
    expect((await fetchClientOf(url).GET(PATH, { params })).data).toEqual(body);
    await clientOf(url).getVariablesCage({ id: "a/b", include: ["author"] });
    expect(received[0]).toEqual(received[1]);
  });

  test.each(["", CAGE])(
    "rejects a success that lacks what was asked for, as the methods do: %j",
    async (body) => {
      const service = await answering(200, body);
      const params = { path: { id: "1" }, query: { include: ["author" as const] } };
      expect(await rejectionOf(fetchClientOf(service.url).GET(PATH, { params }))).toMatchObject({
        kind: "unreadable",
        status: 200,
        operationId: "getVariablesCage",
      });
    },
  );

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
const decided = {
  body: "{}",
  headers: { "X-API-KEY": "other" },
  method: "PUT",
  redirect: "follow",
  signal: AbortSignal.abort(),
};

describe("the options of fetch", () => {
  test.each<[string, (options: Partial<ClientOptions>) => Promise<unknown>]>([
    [
      "of a client",
      (options) =>
        clientOf(NOWHERE, {
          ...options,
          fetchOptions: Object({ ...every, ...decided }),
        }).getVariablesCage({ id: "1" }),
    ],
    [
      "of a call",
      (options) =>
        clientOf(NOWHERE, { ...options, fetchOptions: { cache: "reload" } }).getVariablesCage(
          { id: "1" },
          { fetchOptions: Object({ ...every, ...decided }) },
        ),
    ],
    [
      "of a call by openapi-fetch",
      (options) =>
        fetchClientOf(NOWHERE, { ...options, fetchOptions: { cache: "reload" } }).GET(PATH, {
          ...one,
          ...every,
          headers: decided.headers,
        }),
    ],
  ])("%s reach it, and change nothing that the client decides", async (_whose, call) => {
    const fetch = vi.fn((_url: string, _init: RequestInit) => fetchCage());
    await call({ fetch });
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
    const service = await answering(200, CAGE);
    const fetch = vi.fn((request: Request) => globalThis.fetch(request));
    const baseUrl = `${service.url}/v2/`;
    const { data } = await fetchClientOf(NOWHERE).GET(PATH, { ...one, fetch, baseUrl });
    expect(data).toEqual(CAGE);
    expect(fetch).toHaveBeenCalledTimes(1);
    expect(service.received).toMatchObject([
      { target: "/v2/data_dictionary/variables_cages/1", headers: { "x-api-key": KEYS.apiKey } },
    ]);
  });
});

describe("middleware", () => {
  test("sees requests without credentials, and adds headers and options to them", async () => {
    const fetch = vi.fn((_url: string, _init: RequestInit) => fetchCage());
    const api = fetchClientOf(NOWHERE, { fetch });
    const middleware = {
      onRequest: ({ request }: { request: Request }) => {
        expect([...request.headers.keys()].join()).not.toContain("x-api");
        return new Request(request, { cache: "reload", headers: { "X-Seen": "1" } });
      },
    };
    api.use(middleware);
    await api.GET(PATH, one);
    api.eject(middleware);
    await api.GET(PATH, one);
    const headers = { "x-seen": "1", "x-api-key": KEYS.apiKey };
    expect(fetch.mock.calls[0]?.[1]).toMatchObject({ cache: "reload", headers });
    expect(fetch.mock.calls[1]?.[1]).not.toHaveProperty("cache");
    expect(fetch.mock.calls[1]?.[1].headers).not.toHaveProperty("x-seen");
  });

  test("cannot turn a request with credentials to another origin, nor say how it authenticates", async () => {
    const [service, other] = [await answering(200, CAGE), await answering(200, CAGE)];
    const api = fetchClientOf(service.url);
    api.use({
      onRequest: ({ request }) => request.headers.set("Authorization", "Bearer other") as undefined,
    });
    await api.GET(PATH, one);
    expect(service.received[0]?.headers).not.toHaveProperty("authorization");
    api.use({ onRequest: ({ request }) => new Request(other.url, request) });
    expect(await rejectionOf(api.GET(PATH, one))).toMatchObject({ kind: "configuration" });
    expect(other.received).toEqual([]);
  });

  test("cannot read the body of a request", async () => {
    const api = fetchClientOf(NOWHERE);
    const onRequest = async ({ request }: { request: Request }): Promise<Request> => {
      const read = new Request(request, { body: "{}" });
      await read.text();
      return read;
    };
    api.use({ onRequest });
    const call = api.POST(RESET, { params: { path: INSTANCE } });
    expect(await rejectionOf(call)).toMatchObject({ option: "middleware" });
  });

  test("cannot turn a request to a host whose name begins as that of the service", async () => {
    const fetch = vi.fn(fetchCage);
    const api = fetchClientOf("http://api.example", { fetch });
    api.use({
      onRequest: ({ request }) => new Request(request.url.replace("example", "example.evil.test")),
    });
    expect(await rejectionOf(api.GET(PATH, one))).toMatchObject({ kind: "configuration" });
    expect(fetch).not.toHaveBeenCalled();
  });
});

test("openapi-react-query gets the data, the body of a documented error, and any other error", async () => {
  const outcomeOf = async (status: number, body: unknown): Promise<unknown> => {
    const client = fetchClientOf((await answering(status, body)).url, { retry: 0 });
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
    http.get("http://service.test/data_dictionary/variables_cages/:id", ({ params, request }) =>
      request.headers.get("x-api-key") === KEYS.apiKey
        ? HttpResponse.json({ data: { ...CAGE.data, id: params["id"] } }, { headers: JSON_API })
        : HttpResponse.error(),
    ),
  );
  server.listen();
  onTestFinished(() => server.close());
  expect((await api.getVariablesCage({ id: "cage-7" })).data.id).toBe("cage-7");
  expect((await other.GET(PATH, one)).data?.data.id).toBe("1");
});
