import { inspect } from "node:util";
import { expect, test } from "vitest";
import { ApiError, createClient, createFetch } from "./fixture/client.ts";
import { KEYS, NOWHERE, refusalOf, TENANT } from "./service.ts";

const base = { baseUrl: NOWHERE, tenant: TENANT, auth: KEYS };

/** What both factories throw for options that no type would allow. */
function errorOf(options: unknown): unknown {
  const [error, other] = [createClient, createFetch].map((create) => {
    try {
      return Reflect.apply(create, undefined, [options]);
    } catch (thrown) {
      return thrown;
    }
  });
  expect(String(other)).toBe(String(error));
  expect(inspect(error, { showHidden: true, depth: 9 })).not.toMatch(/pass-word|of-the-tests/);
  return error;
}

type Row = [option: string, given: object];
const domains = [undefined, "", `${TENANT}\n`];
const urls = ["", "a.test", "https://a:pass-word@a.test", "https://a.test?", "https://a.test/#"];
const secrets = ["", "pass-word\n", "pass\tpass-word", " pass-word", "pass-wörd", "nul\0"];

test.each([
  ...domains.map((tenant): Row => ["tenant", { tenant }]),
  ...urls.map((url): Row => ["baseUrl", { baseUrl: url }]),
  ...urls.map((url): Row => ["catalogueUrl", { catalogueUrl: url }]),
  ...secrets.map((key): Row => ["auth.key", { auth: { ...KEYS, key } }]),
  ...secrets.map((secret): Row => ["auth.secret", { auth: { ...KEYS, secret } }]),
  ...secrets.map((token): Row => ["auth.token", { auth: { token } }]),
])("the factory refuses %s, without showing credentials: %o", (option, given) => {
  const error = errorOf({ ...base, ...given });
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ kind: "configuration", name: "ApiError", option });
});

test.each([
  ["tenant", { ...base, tenant: undefined }],
  ["auth.key", { ...base, auth: { ...KEYS, key: undefined } }],
  ["auth.token", { ...base, auth: { token: undefined } }],
  ["baseUrl", { ...base, baseUrl: undefined }],
])("what is undefined is named, with where it may come from: %s", (option, options) => {
  const message = `The option ${option} is undefined: is the environment variable set?`;
  expect(errorOf(options)).toHaveProperty("message", message);
});

test.each(["a b", "X-Trace"])("a call is refused if its header %s cannot be sent", async (name) => {
  const error = await refusalOf("getBook", { bookId: "1" }, { headers: { [name]: "line\nbreak" } });
  expect(error).toMatchObject({ kind: "configuration", operationId: "getBook" });
});
