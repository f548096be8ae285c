import { describe, expect, test, vi } from "vitest";
import { type Client, createClient } from "../src/index.ts";
import {
  answering,
  CAGE,
  clientOf,
  DOMAIN,
  fetchCage,
  INSTANCE,
  JSON_API,
  KEYS,
  MEDIA_TYPE,
  NOWHERE,
  readCage,
  rejectionOf,
  startService,
} from "./service.ts";

describe("every request", () => {
  test("carries the media type, the domain and the key pair, and nothing else to authenticate", async () => {
    const service = await answering(200, { acknowledge: false });
    const answer = await clientOf(service.url).resetSmartContractInstance(INSTANCE);
    expect(answer).toEqual({ acknowledge: false });
    const [request] = service.received;
    expect(request).toMatchObject({
      method: "POST",
      target:
        "/v1/flow_instances/flow-1/relationships/container_instances/container-1/relationships/process_instances/process-1/relationships/task_instances/task-1/reset",
      body: "",
      headers: {
        accept: MEDIA_TYPE,
        "x-domain": DOMAIN,
        "x-api-key": KEYS.apiKey,
        "x-api-secret": KEYS.apiSecret,
      },
    });
    expect(request?.headers).not.toHaveProperty("authorization");
  });

  test("carries a bearer token instead, which a function gives anew for each request", async () => {
    const service = await answering(200, { acknowledge: true });
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
      const service = await answering(200, { acknowledge: true });
      await clientOf(service.url).resetSmartContractInstance(INSTANCE, { headers });
      expect(service.received[0]?.headers).toMatchObject({
        "idempotency-key": "reset-1",
        "x-api-key": KEYS.apiKey,
        accept: MEDIA_TYPE,
        "x-domain": DOMAIN,
      });
      expect(service.received[0]?.headers).not.toHaveProperty("authorization");
    },
  );

  test.each([{ "a b": "1" }, { "X-Trace": "line\nbreak" }])(
    "is not sent with the headers %j",
    async (headers) => {
      const fetch = vi.fn(fetchCage);
      const call = readCage({ fetch }, { headers });
      expect(await rejectionOf(call)).toMatchObject({ kind: "configuration", option: "headers" });
      expect(fetch).not.toHaveBeenCalled();
    },
  );
});

describe("after a 401 a function of the credentials is asked once more, as refused,", () => {
  const unauthorized = { status: 401, code: 0, title: "Unauthorized" };

  /** The tokens that arrive, and what the function is called with, at a service that takes one. */
  async function renewal(call: (api: Client) => Promise<unknown>, valid = "token-2") {
    const service = await startService(({ method, headers }, response) => {
      const isValid = headers["x-api-key"] === valid;
      response.writeHead(isValid ? 200 : 401, JSON_API);
      const body = method === "GET" ? CAGE : { acknowledge: true };
      response.end(JSON.stringify(isValid ? body : unauthorized));
    });
    const asked: boolean[] = [];
    const apiKey = async ({ refused }: { readonly refused: boolean }): Promise<string> => {
      asked.push(refused);
      return asked.includes(true) ? "token-2" : "token-1";
    };
    const auth = { apiKey, apiSecret: "secret" };
    const outcome = await call(createClient({ baseUrl: service.url, domain: DOMAIN, auth })).catch(
      ({ status }) => status,
    );
    return { asked, outcome, count: service.received.length };
  }

  test("and a GET is repeated once", async () => {
    const call = (api: Client) => api.getVariablesCage({ id: "1" });
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
    const service = await answering(200, { acknowledge: true });
    const ended = new Error("The session has ended.");
    const auth = { bearer: async () => Promise.reject(ended) };
    const api = createClient({ baseUrl: service.url, domain: DOMAIN, auth });
    expect(await rejectionOf(api.resetSmartContractInstance(INSTANCE))).toBe(ended);
    expect(await rejectionOf(api.safe.resetSmartContractInstance(INSTANCE))).toBe(ended);
    expect(service.received).toEqual([]);
  });

  test.each(["", "two\nlines", 7, undefined])("names the option if it is %j", async (token) => {
    const auth = { bearer: () => token as string };
    const api = createClient({ baseUrl: NOWHERE, domain: DOMAIN, auth });
    expect(await rejectionOf(api.resetSmartContractInstance(INSTANCE))).toMatchObject({
      kind: "configuration",
      option: "auth.bearer",
      operationId: "resetSmartContractInstance",
    });
  });
});

describe("the base URL", () => {
  test.each(["", "/", "///", "/prefix", "/prefix/", "/pre%20fix/v2//"])(
    "may end in '%s'",
    async (end) => {
      const { url, received } = await answering(200, CAGE);
      await readCage({ baseUrl: url + end });
      expect(received[0]?.target).toBe(
        `${end.replace(/\/+$/, "")}/data_dictionary/variables_cages/1`,
      );
    },
  );

  test("of the data dictionary can be another one, with a version prefix", async () => {
    const [main, dictionary] = [
      await answering(200, { acknowledge: true }),
      await answering(200, CAGE),
    ];
    const api = clientOf(main.url, { dataDictionaryUrl: `${dictionary.url}/v2/` });
    await api.getVariablesCage({ id: "cage-1" });
    await api.resetSmartContractInstance(INSTANCE);
    expect(dictionary.received.map(({ target }) => target)).toEqual([
      "/v2/data_dictionary/variables_cages/cage-1",
    ]);
    expect(main.received).toHaveLength(1);
  });
});
