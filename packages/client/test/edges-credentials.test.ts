import { describe, expect, test } from "vitest";
import { client, JSON_TYPE } from "./edges.ts";
import { answering, rejectionOf, type Service } from "./service.ts";

describe("an answer of two keys in the query", () => {
  const auth = { one: "first&key", two: "second" };
  const readSafely = ({ url }: Service) =>
    Reflect.get(Object(client.create({ baseUrl: url, auth })["safe"]), "readMoved")();

  test("shows neither in its address", async () => {
    const service = await answering(204, "", {});
    const { response } = await readSafely(service);
    expect(service.received.map(({ target }) => target)).toEqual(["/moved?one=first%26key&two=second"]);
    expect(response.url).toBe(`${service.url}/moved`);
  });

  test("that is a redirect is an error like any other where it is documented", async () => {
    const service = await answering(303, { to: "there" }, { ...JSON_TYPE, Location: "/" });
    const { error } = await readSafely(service);
    expect(error).toMatchObject({ kind: "status", status: 303, body: { to: "there" } });
    expect(service.received).toHaveLength(1);
  });
});

test("a key in a cookie travels beside the cookies of the call, past hooks too", async () => {
  const service = await answering(204, "", {});
  for (const middleware of [[], [{ onRequest: () => undefined }]]) {
    const api = client.create({ baseUrl: service.url, auth: { cookie: "k;1" }, middleware });
    await api["readBaked"]?.({ flavour: "vanilla" });
  }
  const cookie = "flavour=vanilla; sid=k%3B1";
  expect(service.received.map(({ headers }) => headers.cookie)).toEqual([cookie, cookie]);
});

describe("a user name and a password", () => {
  test.each(["engine é/1", "engine%20%C3%A9%2F1", "YWRhOmVuZ2luZSDDqS8x", "ada"])(
    "are hidden where they come back, as %s",
    async (echo) => {
      const service = await answering(418, `<${echo}>`, { "Content-Type": "text/html" });
      const auth = { password: { username: "ada", password: "engine é/1" } };
      const api = client.create({ baseUrl: service.url, auth });
      expect(await rejectionOf(api["readUser"]?.() ?? Promise.resolve())).toMatchObject({
        message: expect.stringMatching(/: <█>$/),
      });
    },
  );

  test.each(["ada:lovelace", { username: "ada:lovelace", password: "engine" }, { username: "ada" }])(
    "are refused where they are none: %j",
    (password) => {
      expect(() => client.create({ baseUrl: "http://127.0.0.1:9", auth: { password } })).toThrow(
        "The option auth.password must be a username without a colon, and a password.",
      );
    },
  );
});
