import { describe, expect, test } from "vitest";
import { contractNamed, generatedClient } from "./generated-client.ts";
import { answering, rejectionOf } from "./service.ts";

const TOKEN = { auth: { token: "token-1" } };
const JSON_TYPE = { "Content-Type": "application/json" };

const client = await generatedClient(contractNamed("shapes.yaml"));

describe("ways of authenticating", () => {
  test("a key in the query, where it is optional", async () => {
    const service = await answering(200, "1", JSON_TYPE);
    await client.create({ baseUrl: service.url, auth: { query: "k&y" } })["readNumber"]?.();
    expect(service.received[0]?.target).toBe("/scalar?api%20key=k%26y");
  });

  test("a cookie and a token together, at an address of their own", async () => {
    const service = await answering(200, {}, JSON_TYPE);
    const auth = { cookie: "session", token: "token-1" };
    await client
      .create({ baseUrl: "http://127.0.0.1:9", reportsUrl: `${service.url}/r`, auth })
      ["readElsewhere"]?.();
    expect(service.received[0]).toMatchObject({
      target: "/r/v3/elsewhere",
      headers: { cookie: "sid=session", authorization: "Bearer token-1" },
    });
  });

  test("a user name and a password, below the main address", async () => {
    const service = await answering(200, { name: "n" }, JSON_TYPE);
    const auth = { basic: { username: "ada", password: "lovelacé" } };
    await client.create({ baseUrl: service.url, auth })["readBelow"]?.();
    expect(service.received[0]).toMatchObject({
      target: "/v4/below",
      headers: { authorization: `Basic ${Buffer.from("ada:lovelacé").toString("base64")}` },
    });
  });

  test.each([
    { username: "ada", password: "half a pair: \ud800" },
    { username: "\udc00", password: "lovelace" },
    { username: "a:da", password: "lovelace" },
  ])("a user name and a password that have no bytes, or a colon, are refused: %j", (basic) => {
    const create = () => client.create({ baseUrl: "http://127.0.0.1:9", auth: { basic } });
    expect(create).toThrow(expect.objectContaining({ kind: "configuration", option: "auth.basic" }));
  });

  test("credentials of another way than the operation takes are an error before anything is sent", async () => {
    const service = await answering(200, { name: "n" }, JSON_TYPE);
    const api = client.create({ baseUrl: service.url, ...TOKEN });
    const error = await rejectionOf(api["readBelow"]?.() ?? Promise.resolve());
    expect(error).toMatchObject({ kind: "configuration", message: expect.stringContaining("basic") });
    expect(service.received).toEqual([]);
  });

  test("an address that the contract has is used without an option", async () => {
    const service = await answering(204, "");
    const api = client.create({ baseUrl: "http://127.0.0.1:9", farExampleComApiUrl: service.url, ...TOKEN });
    await api["removeFar"]?.();
    expect(service.received[0]).toMatchObject({ method: "DELETE", target: "/far" });
  });
});
