import { describe, expect, test } from "vitest";
import { createClient } from "../src/index.ts";
import {
  answering,
  CAGE,
  clientOf,
  DOMAIN,
  INSTANCE,
  KEYS,
  MEDIA_TYPE,
  rejectionOf,
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

  test("carries the headers of its call, which cannot override what the client sends", async () => {
    const service = await answering(200, { acknowledge: true });
    const own = { "Idempotency-Key": "reset-1", "X-Trace": "trace-1" };
    const others = {
      Authorization: "Bearer other",
      "X-API-Key": "other",
      accept: "text/html",
      "X-DOMAIN": "0",
    };
    const api = clientOf(service.url);
    await api.resetSmartContractInstance(INSTANCE, { headers: { ...own, ...others } });
    expect(service.received[0]?.headers).toMatchObject({
      "idempotency-key": "reset-1",
      "x-trace": "trace-1",
      "x-api-key": KEYS.apiKey,
      accept: MEDIA_TYPE,
      "x-domain": DOMAIN,
    });
    expect(service.received[0]?.headers).not.toHaveProperty("authorization");
  });

  test.each([{ "a b": "1" }, { "X-Trace": "line\nbreak" }])(
    "is not sent with the headers %j",
    async (headers) => {
      const service = await answering(200, { acknowledge: true });
      const call = clientOf(service.url).resetSmartContractInstance(INSTANCE, { headers });
      expect(await rejectionOf(call)).toMatchObject({ kind: "configuration", option: "headers" });
      expect(service.received).toEqual([]);
    },
  );
});

describe("what a function of the credentials throws", () => {
  test("reaches the caller as it is, and nothing is sent", async () => {
    const service = await answering(200, { acknowledge: true });
    const ended = new Error("The session has ended.");
    const auth = { bearer: async () => Promise.reject(ended) };
    const api = createClient({ baseUrl: service.url, domain: DOMAIN, auth });
    expect(await rejectionOf(api.resetSmartContractInstance(INSTANCE))).toBe(ended);
    expect(await rejectionOf(api.safe.resetSmartContractInstance(INSTANCE))).toBe(ended);
    expect(service.received).toEqual([]);
  });

  test.each(["", "two\nlines", 7, undefined])(
    "is told where it returns %j instead",
    async (token) => {
      const service = await answering(200, { acknowledge: true });
      const auth = { bearer: () => token as string };
      const api = createClient({ baseUrl: service.url, domain: DOMAIN, auth });
      expect(await rejectionOf(api.resetSmartContractInstance(INSTANCE))).toMatchObject({
        kind: "configuration",
        option: "auth.bearer",
        operationId: "resetSmartContractInstance",
      });
      expect(service.received).toEqual([]);
    },
  );
});

describe("the base address", () => {
  test.each(["", "/", "///", "/prefix", "/prefix/", "/pre%20fix/v2//"])(
    "may end in '%s'",
    async (end) => {
      const service = await answering(200, CAGE);
      await clientOf(service.url + end).getVariablesCage({ id: "cage-1" });
      expect(service.received[0]?.target).toBe(
        `${end.replace(/\/+$/, "")}/data_dictionary/variables_cages/cage-1`,
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
