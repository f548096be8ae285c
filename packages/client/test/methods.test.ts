import { describe, expect, test } from "vitest";
import { createMethods } from "../src/index.ts";
import { answering, CAGE, DOMAIN, INSTANCE, KEYS, rejectionOf } from "./service.ts";

const base = { domain: DOMAIN, auth: KEYS };

describe("the methods alone", () => {
  test("send what the client sends, and read what it reads", async () => {
    const service = await answering(200, CAGE);
    const api = createMethods({ ...base, baseUrl: service.url });
    expect((await api.getVariablesCage({ id: "a/b", include: [] })).data.id).toBe("cage-1");
    expect(service.received[0]).toMatchObject({
      target: "/data_dictionary/variables_cages/a%2Fb",
      headers: { "x-domain": DOMAIN, "x-api-key": KEYS.apiKey },
    });
    const { error } = await api.safe.getVariablesCage({ id: "1", include: ["author"] });
    expect(error).toMatchObject({ kind: "unreadable", message: expect.stringContaining("author") });
  });

  test("have every guard", async () => {
    const service = await answering(302, "", { Location: "/" });
    const api = createMethods({ ...base, baseUrl: service.url });
    expect(await rejectionOf(api.resetSmartContractInstance(INSTANCE))).toMatchObject({ kind: "redirect" });
    expect(await rejectionOf(api.getVariablesCage({ id: ".." }))).toMatchObject({ kind: "argument" });
    expect(service.received).toHaveLength(1);
  });

  test("come without an openapi-fetch client, and refuse the hooks of one", () => {
    const options = { ...base, baseUrl: "http://127.0.0.1:9" };
    expect(createMethods(options)).not.toHaveProperty("raw");
    const hooked = { ...options, middleware: [{ onRequest: () => undefined }] };
    // @ts-expect-error the types refuse them too
    expect(() => createMethods(hooked)).toThrow(
      expect.objectContaining({ option: "middleware", message: expect.stringContaining("createClient") }),
    );
  });

  test("are those that the way of authenticating opens", () => {
    const options = { baseUrl: "http://127.0.0.1:9", domain: DOMAIN };
    const api = createMethods({ ...options, auth: { bearer: "token" } });
    // @ts-expect-error it takes no bearer token
    expect(api.getVariablesCage).toBeDefined();
    // @ts-expect-error half a key pair
    expect(() => createMethods({ ...options, auth: { apiKey: "key" } })).toThrow();
  });
});
