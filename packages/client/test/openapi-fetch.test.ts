import { QueryClient } from "@tanstack/react-query";
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import createQueryClient from "openapi-react-query";
import { describe, expect, onTestFinished, test } from "vitest";
import type { ClientOptions } from "../src/index.ts";
import { createFetchClient } from "../src/openapi-fetch.ts";
import {
  answering,
  CAGE,
  callAny,
  clientOf,
  DOMAIN,
  INSTANCE,
  JSON_API,
  KEYS,
  MEDIA_TYPE,
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
    const body = {
      ...CAGE,
      data: { ...CAGE.data, relationships: { author: { data: { attributes: {} } } } },
    };
    const service = await answering(200, body);
    const { data } = await fetchClientOf(service.url).GET(PATH, {
      params: { path: { id: "a/b" }, query: { include: ["author"] } },
    });
    expect(data).toEqual(body);
    await clientOf(service.url).getVariablesCage({ id: "a/b", include: ["author"] });
    expect(service.received[0]).toEqual(service.received[1]);
    expect(service.received[0]).toMatchObject({
      target: "/data_dictionary/variables_cages/a%2Fb?include=author",
      headers: { accept: MEDIA_TYPE, "x-domain": DOMAIN, "x-api-key": KEYS.apiKey },
    });
  });

  test("returns documented errors as openapi-fetch does", async () => {
    const body = { status: 404, code: 404, title: "Not Found" };
    const service = await answering(404, body);
    const call = fetchClientOf(service.url).POST(RESET, { params: { path: INSTANCE } });
    const { error, response } = await call;
    expect({ error, status: response.status }).toEqual({ error: body, status: 404 });
  });

  test.each([
    { title: "an empty body", body: "" },
    { title: "null", body: "null" },
    { title: "HTML", body: "<html>", headers: { "Content-Type": "text/html" } },
    { title: "a body without what is required", body: "{}" },
    { title: "a body without what was asked for", body: CAGE },
  ])("rejects success with $title as the methods do", async ({ body, headers }) => {
    const service = await answering(200, body, headers);
    const params = { path: { id: "1" }, query: { include: ["author" as const] } };
    expect(await rejectionOf(fetchClientOf(service.url).GET(PATH, { params }))).toMatchObject({
      kind: "unreadable",
      status: 200,
      operationId: "getVariablesCage",
    });
  });

  test.each([
    ["GET", "/nope"],
    ["POST", PATH],
  ])("refuses what the contract has no operation for: %s %s", async (method, path) => {
    const call = callAny(fetchClientOf(NOWHERE).request, method, path, one);
    expect(await rejectionOf(call)).toMatchObject({ kind: "configuration", option: "path" });
  });

  test("refuses a path argument that would leave its place, or none", async () => {
    const service = await answering(200, CAGE);
    for (const params of [{ path: { id: ".." } }, { path: {} }, {}, undefined]) {
      const call = callAny(fetchClientOf(service.url).GET, PATH, { params });
      expect(await rejectionOf(call)).toMatchObject({ kind: "argument", argument: "id" });
    }
    expect(service.received).toEqual([]);
  });

  test("repeats a GET, ends at the deadline, and at the signal of its call", async () => {
    let attempts = 0;
    const service = await startService((_request, response) => {
      if (attempts++ === 0) response.writeHead(503, { "Retry-After": "0" }).end();
      else if (attempts === 2) response.writeHead(200, JSON_API).end(JSON.stringify(CAGE));
    });
    const api = fetchClientOf(service.url);
    expect((await api.GET(PATH, one)).data).toEqual(CAGE);
    const hasty = fetchClientOf(service.url, { timeout: 50 });
    expect(await rejectionOf(hasty.GET(PATH, one))).toMatchObject({ kind: "timeout" });
    const controller = new AbortController();
    const call = rejectionOf(api.GET(PATH, { ...one, signal: controller.signal }));
    controller.abort(new Error("left"));
    expect(await call).toMatchObject({ kind: "abort", cause: { message: "left" } });
  });
});

describe("middleware", () => {
  test("sees requests without credentials, and adds headers to them", async () => {
    const service = await answering(200, CAGE);
    const api = fetchClientOf(service.url);
    const seen: string[] = [];
    const middleware = {
      onRequest: ({ request, schemaPath }: { request: Request; schemaPath: string }): void => {
        seen.push(...request.headers.keys());
        request.headers.set("X-Seen", schemaPath);
      },
    };
    api.use(middleware);
    await api.GET(PATH, one);
    expect(seen.filter((name) => name.startsWith("x-api"))).toEqual([]);
    expect(service.received[0]?.headers).toMatchObject({
      "x-seen": PATH,
      "x-api-key": KEYS.apiKey,
    });
    api.eject(middleware);
    await api.GET(PATH, one);
    expect(service.received[1]?.headers).not.toHaveProperty("x-seen");
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
});

test("a call has its own limits, and a middleware that reads its body is told so", async () => {
  const service = await answering(200, CAGE);
  const api = fetchClientOf(service.url);
  expect(await rejectionOf(api.GET(PATH, { ...one, maxBytes: 9 }))).toMatchObject({ kind: "size" });
  const onRequest = async ({ request }: { request: Request }): Promise<Request> => {
    const read = new Request(request, { body: "{}" });
    await read.text();
    return read;
  };
  api.use({ onRequest });
  expect(await rejectionOf(api.POST(RESET, { params: { path: INSTANCE } }))).toMatchObject({
    kind: "configuration",
    option: "middleware",
  });
  expect(service.received).toHaveLength(1);
});

describe("openapi-react-query", () => {
  const optionsOf = (url: string) => ({
    ...createQueryClient(fetchClientOf(url, { retry: 0 })).queryOptions("get", PATH, one),
    retry: false,
  });

  test("works on it", async () => {
    const service = await answering(200, CAGE);
    expect(await new QueryClient().fetchQuery(optionsOf(service.url))).toEqual(CAGE);
  });

  test("gives the body of a documented error", async () => {
    const body = { status: 401, code: 0, title: "Unauthorized" };
    const service = await answering(401, body);
    expect(await rejectionOf(new QueryClient().fetchQuery(optionsOf(service.url)))).toEqual(body);
  });

  test.each(["", "null"])("rejects an undocumented error with the body '%s'", async (body) => {
    const service = await answering(502, body);
    expect(await rejectionOf(new QueryClient().fetchQuery(optionsOf(service.url)))).toMatchObject({
      kind: "undocumented",
      status: 502,
    });
  });
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
