import { QueryClient } from "@tanstack/react-query";
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import createQueryClient from "openapi-react-query";
import { describe, expect, onTestFinished, test } from "vitest";
import { createClient, type Middleware } from "../src/index.ts";
import { answering, CAGE, clientOf, DOMAIN, INSTANCE, KEYS, MEDIA_TYPE, rejectionOf } from "./service.ts";

const PATH = "/data_dictionary/variables_cages/{id}";
const RESET =
  "/v1/flow_instances/{flowInstanceId}/relationships/container_instances/{containerInstanceId}/relationships/process_instances/{processInstanceId}/relationships/task_instances/{taskInstanceId}/reset";

describe("openapi-react-query", () => {
  test("works on the openapi-fetch client of the same configuration", async () => {
    const service = await answering(200, CAGE);
    const queries = createQueryClient(clientOf(service.url).raw);
    const options = queries.queryOptions("get", PATH, {
      params: { path: { id: "a/b" }, query: { include: ["author"] } },
    });
    const data = await new QueryClient().fetchQuery(options);
    expect(data).toEqual(CAGE);
    expect(service.received[0]).toMatchObject({
      target: "/data_dictionary/variables_cages/a%2Fb?include=author",
      headers: { accept: MEDIA_TYPE, "x-domain": DOMAIN, "x-api-key": KEYS.apiKey },
    });
  });

  test("gives the body of a documented error", async () => {
    const body = { status: 401, code: 0, title: "Unauthorized" };
    const service = await answering(401, body);
    const queries = createQueryClient(clientOf(service.url).raw);
    const options = queries.queryOptions("get", PATH, { params: { path: { id: "1" } } });
    expect(await rejectionOf(new QueryClient().fetchQuery({ ...options, retry: false }))).toEqual(body);
  });

  test.each(["", "null", "0", "false"])(
    "rejects an error with the body '%s', as it is none",
    async (body) => {
      const { raw } = clientOf((await answering(502, body)).url, { retry: 0 });
      const options = createQueryClient(raw).queryOptions("get", PATH, { params: { path: { id: "1" } } });
      expect(await rejectionOf(new QueryClient().fetchQuery({ ...options, retry: false }))).toMatchObject({
        kind: "undocumented",
        status: 502,
      });
    },
  );
});

test("MSW answers a client that was made before it listened", async () => {
  const api = clientOf("http://service.test");
  const server = setupServer(
    http.get("http://service.test/data_dictionary/variables_cages/:id", ({ params, request }) =>
      request.headers.get("x-api-key") === KEYS.apiKey
        ? HttpResponse.json(
            { data: { ...CAGE.data, id: params["id"] } },
            { headers: { "Content-Type": MEDIA_TYPE } },
          )
        : HttpResponse.error(),
    ),
  );
  server.listen();
  onTestFinished(() => server.close());
  expect((await api.getVariablesCage({ id: "cage-7" })).data.id).toBe("cage-7");
  expect((await api.raw.GET(PATH, { params: { path: { id: "cage-8" } } })).data?.data.id).toBe("cage-8");
});

describe("hooks of openapi-fetch", () => {
  test("see and change requests and answers, of the methods and of the plain client", async () => {
    const service = await answering(200, CAGE);
    const hook: Middleware = {
      onRequest: ({ request, schemaPath }) => {
        request.headers.set("X-Seen", schemaPath);
        return request;
      },
      onResponse: async ({ response }) => {
        const { data } = (await response.json()) as typeof CAGE;
        return Response.json({ data: { ...data, id: "changed" } }, { headers: response.headers });
      },
    };
    const api = clientOf(service.url, { middleware: [hook] });
    expect((await api.getVariablesCage({ id: "1" })).data.id).toBe("changed");
    expect((await api.raw.GET(PATH, { params: { path: { id: "1" } } })).data?.data.id).toBe("changed");
    expect(service.received.map(({ headers }) => headers["x-seen"])).toEqual([PATH, PATH]);
    api.raw.eject(hook);
    expect((await api.getVariablesCage({ id: "1" })).data.id).toBe("cage-1");
  });

  test("see errors, and leave those of documented answers to the methods", async () => {
    const service = await answering(404, { status: 404, code: 404, title: "Not Found" });
    const statuses: number[] = [];
    const api = clientOf(service.url);
    api.raw.use({ onResponse: ({ response }) => void statuses.push(response.status) });
    expect(await rejectionOf(api.resetSmartContractInstance(INSTANCE))).toMatchObject({
      kind: "status",
      status: 404,
    });
    expect(statuses).toEqual([404]);
  });

  test("can answer instead of the service", async () => {
    const onRequest = (): Response => Response.json(CAGE, { headers: { "Content-Type": MEDIA_TYPE } });
    const api = clientOf("http://127.0.0.1:9", { middleware: [{ onRequest }] });
    expect(await api.getVariablesCage({ id: "1" })).toEqual(CAGE);
  });

  test("cannot turn a request with credentials to another origin", async () => {
    const [service, other] = [await answering(200, CAGE), await answering(200, CAGE)];
    const onRequest = ({ request }: { request: Request }): Request => new Request(other.url, request);
    const api = clientOf(service.url, { middleware: [{ onRequest }] });
    for (const call of [
      api.getVariablesCage({ id: "1" }),
      api.raw.GET(PATH, { params: { path: { id: "1" } } }),
    ]) {
      expect(await rejectionOf(call)).toMatchObject({
        kind: "configuration",
        operationId: "getVariablesCage",
      });
    }
    expect([...service.received, ...other.received]).toEqual([]);
  });
});

describe("a request authenticates as the client was told, and in no other way", () => {
  const both = { authorization: "Bearer other", "X-API-KEY": "other", "x-api-secret": "other" };
  test.each([
    { auth: KEYS, sent: { "x-api-key": KEYS.apiKey, "x-api-secret": KEYS.apiSecret } },
    { auth: { bearer: "token-1" }, sent: { authorization: "Bearer token-1" } },
  ])("with $auth, whatever its own headers and hooks say", async ({ auth, sent }) => {
    const service = await answering(200, { acknowledge: true });
    const { raw } = createClient({ baseUrl: service.url, domain: DOMAIN, auth });
    const init = { params: { path: INSTANCE } };
    await raw.POST(RESET, { ...init, headers: { ...both, "X-Trace": "1" } });
    raw.use({
      onRequest: ({ request }) => {
        for (const [name, value] of Object.entries(both)) request.headers.set(name, value);
      },
    });
    await raw.POST(RESET, { ...init, headers: { "X-Trace": "1" } });
    for (const { headers } of service.received) {
      expect(headers["x-trace"]).toBe("1");
      const names = Object.keys(headers).filter((name) => /^(authorization|x-api-.*)$/.test(name));
      expect(Object.fromEntries(names.map((name) => [name, headers[name]]))).toEqual(sent);
    }
    expect(service.received).toHaveLength(2);
  });
});

describe("the openapi-fetch client", () => {
  test("returns errors as openapi-fetch does, and keeps what it is told of the address to itself", async () => {
    const body = { status: 404, code: 404, title: "Not Found" };
    const [service, other] = [await answering(404, body), await answering(200, {})];
    const { raw } = clientOf(service.url);
    const { error, response } = await raw.POST(RESET, { params: { path: INSTANCE }, baseUrl: other.url });
    expect({ error, status: response.status }).toEqual({ error: body, status: 404 });
    expect(other.received).toEqual([]);
  });

  test.each([
    { title: "an empty body", body: "" },
    { title: "null", body: "null" },
    { title: "truncated JSON", body: '{"data":{"id":' },
    { title: "HTML", body: "<html>", headers: { "Content-Type": "text/html" } },
    { title: "a body without what is required", body: "{}" },
  ])("rejects success with $title as the methods do", async ({ body, headers }) => {
    const service = await answering(200, body, headers);
    const { raw } = clientOf(service.url);
    const params = { path: { id: "1" } };
    for (const asked of [{}, { parseAs: "json" as const }]) {
      expect(await rejectionOf(raw.GET(PATH, { params, ...asked }))).toMatchObject({
        kind: "unreadable",
        status: 200,
        operationId: "getVariablesCage",
      });
    }
  });

  test.each([
    { title: "an object", headers: { "X-Trace": "1" } },
    { title: "Headers", headers: new Headers({ "X-Trace": "1" }) },
    { title: "Headers of another implementation", headers: Object(new Map([["X-Trace", "1"]])) },
    { title: "pairs", headers: [["X-Trace", "1"]] satisfies [string, string][] },
  ])("sends the headers of a call that are given as $title", async ({ headers }) => {
    const service = await answering(200, CAGE);
    await clientOf(service.url).raw.GET(PATH, { params: { path: { id: "1" } }, headers });
    expect(service.received[0]?.headers).toMatchObject({ "x-trace": "1", accept: MEDIA_TYPE });
  });

  test("gives fetch what else a call says, but for what the guards need", async () => {
    const said = { keepalive: true, mode: "same-origin", referrerPolicy: "origin", priority: "low" } as const;
    const inits: RequestInit[] = [];
    const fetch = async (_url: string, init: RequestInit): Promise<Response> => {
      inits.push(init);
      return Response.json(CAGE, { headers: { "Content-Type": MEDIA_TYPE } });
    };
    const { raw } = clientOf("http://127.0.0.1:9", { fetch });
    const { signal } = new AbortController();
    await raw.GET(PATH, { params: { path: { id: "1" } }, ...said, redirect: "follow", signal });
    expect(inits[0]).toMatchObject({ ...said, redirect: "manual" });
    expect(inits[0]?.signal).not.toBe(signal);
  });

  test("leaves a body alone that is asked for as a text", async () => {
    const service = await answering(200, '{"data":');
    const { raw } = clientOf(service.url);
    const { data } = await raw.GET(PATH, { params: { path: { id: "1" } }, parseAs: "text" });
    expect(data).toBe('{"data":');
  });

  test.each([
    ["GET", "/nope"],
    ["POST", "/data_dictionary/variables_cages/{id}"],
  ])("refuses what the contract has no operation for: %s %s", async (method, path) => {
    const service = await answering(200, CAGE);
    const { request } = clientOf(service.url).raw;
    const call = Reflect.apply(request, undefined, [method, path, { params: { path: { id: "1" } } }]);
    expect(await rejectionOf(call)).toMatchObject({
      kind: "configuration",
      message: `The contract has no operation ${method} ${path}.`,
    });
    expect(service.received).toEqual([]);
  });

  test("refuses a path argument that would leave its place, or none", async () => {
    const service = await answering(200, CAGE);
    const { raw } = clientOf(service.url);
    for (const params of [{ path: { id: ".." } }, { path: {} }, {}, undefined]) {
      expect(await rejectionOf(Reflect.apply(raw.GET, undefined, [PATH, { params }]))).toMatchObject({
        kind: "argument",
      });
    }
    expect(service.received).toEqual([]);
  });
});
