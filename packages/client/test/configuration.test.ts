import { inspect } from "node:util";
import { expect, test } from "vitest";
import { ApiError, createClient } from "../src/index.ts";
import { createFetchClient } from "../src/openapi-fetch.ts";
import * as operations from "../src/operations.ts";
import { DOMAIN, KEYS, NOWHERE, refusalOf } from "./service.ts";

const base = { baseUrl: NOWHERE, domain: DOMAIN, auth: KEYS };

/** What both factories throw for options that no type would allow. */
function errorOf(options: unknown): unknown {
  const [error, other] = [createClient, createFetchClient].map((create) => {
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
const domains = [undefined, "tenant-1", `${DOMAIN}\n`, [DOMAIN], DOMAIN.replace("-4", "-1")];
const urls = [
  "",
  "a.test",
  "ftp://a.test",
  "https://a:pass-word@a.test",
  "https://a.test?",
  "https://a.test/#",
];
const secrets = ["", "pass-word\n", "pass\tpass-word", " pass-word", "pass-wörd", "nul\0", 7, {}];
const pairs = [
  { apiKey: "pass-word" },
  { ...KEYS, apiSecret: undefined },
  { ...KEYS, bearer: "1" },
];

test.each([
  ...domains.map((domain): Row => ["domain", { domain }]),
  ...urls.map((url): Row => ["baseUrl", { baseUrl: url }]),
  ...urls.map((url): Row => ["dataDictionaryUrl", { dataDictionaryUrl: url }]),
  ...secrets.map((apiKey): Row => ["auth.apiKey", { auth: { ...KEYS, apiKey } }]),
  ...secrets.map((apiSecret): Row => ["auth.apiSecret", { auth: { ...KEYS, apiSecret } }]),
  ...secrets.map((bearer): Row => ["auth.bearer", { auth: { bearer } }]),
  ...pairs.map((auth): Row => ["auth", { auth }]),
  ["timeout", { timeout: -1 }],
  ["timeout", { timeout: "30" }],
  ["maxBytes", { maxBytes: Number.NaN }],
  ["retry", { retry: { limit: 2 } }],
  ["fetch", { fetch: "fetch" }],
  ["logger", { logger: console }],
])("the factory refuses %s, without showing credentials: %o", (option, given) => {
  const error = errorOf({ ...base, ...given });
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ kind: "configuration", name: "ConfigurationError", option });
});

test("the factory says what a domain must be, and not by a regular expression", () => {
  const message = "The option domain must be a UUID of version 4.";
  expect(errorOf({ ...base, domain: "tenant-1" })).toHaveProperty("message", message);
});

test.each([[undefined], [{}], [operations]])(
  "operations that are none are refused: %o",
  (chosen) => {
    expect(() => Reflect.apply(operations.createClient, undefined, [base, chosen])).toThrow(
      "The option operations must be operations of this package.",
    );
  },
);

test.each([
  ["timeout", -1],
  ["retry", Number.NaN],
  ["signal", {}],
  ["headers", { "a b": "1" }],
  ["headers", { "X-Trace": "line\nbreak" }],
])("a call is refused if its own %s is %j", async (option, value) => {
  const error = await refusalOf("getVariablesCage", { id: "1" }, { [option]: value });
  const operationId = "getVariablesCage";
  expect(error).toMatchObject({ kind: "configuration", option, operationId });
});
