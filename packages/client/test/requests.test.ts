import { describe, expect, test, vi } from "vitest";
import { type Client, createClient, type OpenedBy } from "../src/index.ts";
import {
  CAGE,
  clientOf,
  DOMAIN,
  fetchCage,
  INSTANCE,
  JSON_API,
  KEYS,
  MEDIA_TYPE,
  NOWHERE,
  rejectionOf,
  responding,
} from "./service.ts";

describe("every request", () => {
  test("has the path of the contract with its arguments, and no body if there is none", async () => {
    const service = await responding(200, { acknowledge: false });
    const data = await clientOf(service.url).resetSmartContractInstance(INSTANCE);
    expect(data).toEqual({ acknowledge: false });
    expect(service.received).toMatchObject([
      {
        method: "POST",
        target:
          "/v1/flow_instances/flow-1/relationships/container_instances/container-1/relationships/process_instances/process-1/relationships/task_instances/task-1/reset",
        body: "",
      },
    ]);
  });

  test("carries a bearer token instead, which a function gives for each request", async () => {
    const service = await responding(200, { acknowledge: true });
    const tokens = ["token-1", "token-2"];
    const bearer = async (): Promise<string> => tokens.shift() ?? "";
    const api = createClient({ baseUrl: service.url, domain: DOMAIN, auth: { bearer } });
    await api.resetSmartContractInstance(INSTANCE);
    await api.resetSmartContractInstance(INSTANCE);
    expect(service.received.map(({ headers }) => headers.authorization)).toEqual([
      "Bearer token-1",
      "Bearer token-2",
    ]);
    expect(service.received[0]?.headers).not.toHaveProperty("x-api-key");
  });

  const headers = {
    "Idempotency-Key": "reset-1",
    Authorization: "Bearer other",
    "X-API-Key": "other",
    accept: "text/html",
    "X-DOMAIN": "0",
  };
  test.each([[headers], [new Headers(headers)], [Object.entries(headers)]])(
    "carries the headers of its call, which cannot override what the client sends: %o",
    async (headers) => {
      const service = await responding(200, { acknowledge: true });
      await clientOf(service.url).resetSmartContractInstance(INSTANCE, { headers });
      expect(service.received[0]?.headers).toMatchObject({
        "idempotency-key": "reset-1",
        "x-api-key": KEYS.apiKey,
        "x-api-secret": KEYS.apiSecret,
        accept: MEDIA_TYPE,
        "x-domain": DOMAIN,
      });
      expect(service.received[0]?.headers).not.toHaveProperty("authorization");
    },
  );
});

describe("after a 401 a function of the credentials is asked once more, as refused,", () => {
  type Api = Client<OpenedBy<typeof KEYS>>;

  /** What a call ends in, and what the function is called with, at a service that takes a token. */
  async function renewal(call: (api: Api) => Promise<unknown>, valid = "token-2") {
    const asked: boolean[] = [];
    const apiKey = async ({ refused }: { readonly refused: boolean }): Promise<string> => {
      asked.push(refused);
      return refused ? "token-2" : "token-1";
    };
    const fetch = vi.fn(async (_url: string, { method, headers }: RequestInit) => {
      if (new Headers(headers).get("x-api-key") !== valid)
        return Response.json({ status: 401 }, { status: 401 });
      return method === "GET"
        ? fetchCage()
        : Response.json({ acknowledge: true }, { headers: JSON_API });
    });
    const auth = { apiKey, apiSecret: "secret" };
    const api = createClient({ baseUrl: NOWHERE, domain: DOMAIN, auth, fetch });
    const outcome = await call(api).catch(({ status }) => status);
    return { asked, outcome, count: fetch.mock.calls.length };
  }

  test("and a GET is repeated once", async () => {
    const call = (api: Api) => api.getVariablesCage({ id: "1" });
    expect(await renewal(call)).toEqual({ asked: [false, true], outcome: CAGE, count: 2 });
    const dead = await renewal(call, "token-3");
    expect(dead).toEqual({ asked: [false, true], outcome: 401, count: 2 });
  });

  test("and a POST is repeated only if its call says so", async () => {
    const once = await renewal((api) => api.resetSmartContractInstance(INSTANCE));
    expect(once).toEqual({ asked: [false, true], outcome: 401, count: 1 });
    const again = await renewal((api) => api.resetSmartContractInstance(INSTANCE, { retry: 1 }));
    expect(again).toMatchObject({ outcome: { acknowledge: true }, count: 2 });
  });
});

describe("what a function of the credentials returns or throws", () => {
  test("reaches the caller as it is if it is an error, and nothing is sent", async () => {
    const ended = new Error("The session has ended.");
    const auth = { bearer: async () => Promise.reject(ended) };
    const fetch = vi.fn(fetchCage);
    const api = createClient({ baseUrl: NOWHERE, domain: DOMAIN, auth, fetch });
    expect(await rejectionOf(api.resetSmartContractInstance(INSTANCE))).toBe(ended);
    expect(await rejectionOf(api.safe.resetSmartContractInstance(INSTANCE))).toBe(ended);
    expect(fetch).not.toHaveBeenCalled();
  });

  test.each(["two\nlines", undefined])("names the option if it is %j", async (token) => {
    const auth = { bearer: () => token as string };
    const api = createClient({ baseUrl: NOWHERE, domain: DOMAIN, auth });
    expect(await rejectionOf(api.resetSmartContractInstance(INSTANCE))).toMatchObject({
      kind: "configuration",
      option: "auth.bearer",
      operationId: "resetSmartContractInstance",
    });
  });
});

test.each(["", "/", "///", "/prefix", "/pre%20fix/v2//"])(
  "the base URL may end in '%s', and that of the data dictionary be another one",
  async (end) => {
    const [main, dictionary] = [
      await responding(200, { acknowledge: true }),
      await responding(200, CAGE),
    ];
    const api = clientOf(main.url + end, { dataDictionaryUrl: dictionary.url + end });
    await api.getVariablesCage({ id: "1" });
    await api.resetSmartContractInstance(INSTANCE);
    const prefix = end.replace(/\/+$/, "");
    expect(dictionary.received).toMatchObject([
      { target: `${prefix}/data_dictionary/variables_cages/1` },
    ]);
    expect(main.received[0]?.target.startsWith(`${prefix}/v1/`)).toBe(true);
  },
);
