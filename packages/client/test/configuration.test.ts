import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
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

describe("the factory refuses, naming the option,", () => {
  test.each([[undefined], ["tenant-1"], [`${DOMAIN}\n`], [[DOMAIN]], [DOMAIN.replace("-4", "-1")]])(
    "the domain %j, by what it must be and not by a regular expression",
    (domain) => {
      const error = errorOf({ ...base, domain });
      expect(error).toBeInstanceOf(ApiError);
      expect(error).toMatchObject({
        kind: "configuration",
        name: "ConfigurationError",
        option: "domain",
        message: "The option domain must be a UUID of version 4.",
      });
    },
  );

  test.each([
    "",
    "example.com",
    "ftp://example.com",
    "https://user:pass-word@example.com",
    "https://example.com?",
    "https://example.com/#part",
  ])("the base URL %j", (url) => {
    for (const option of ["baseUrl", "dataDictionaryUrl"])
      expect(errorOf({ ...base, [option]: url })).toMatchObject({ option });
  });

  const broken = ["", "pass-word\n", "pass\tpass-word", " pass-word", "pass-wörd", "nul\0", 7, {}];
  test.each(broken.map((value) => ({ value })))(
    "the credential $value, without showing it",
    ({ value }) => {
      for (const auth of [
        { ...KEYS, apiKey: value },
        { ...KEYS, apiSecret: value },
        { bearer: value },
      ])
        expect(errorOf({ ...base, auth })).toMatchObject({
          option: expect.stringMatching(/^auth\.(apiKey|apiSecret|bearer)$/),
        });
    },
  );

  test.each([{ apiKey: "pass-word" }, { ...KEYS, apiSecret: undefined }, { ...KEYS, bearer: "1" }])(
    "the credentials %o, without showing them",
    (auth) => {
      const message = expect.stringMatching(/takes exactly apiKey and apiSecret, or bearer\b/);
      expect(errorOf({ ...base, auth })).toMatchObject({ option: "auth", message });
    },
  );

  test.each([
    ["timeout", -1],
    ["timeout", "30"],
    ["maxBytes", Number.NaN],
    ["retry", { limit: 2 }],
    ["fetch", "fetch"],
    ["logger", console],
  ])("%s: %j", (option, value) => {
    expect(errorOf({ ...base, [option]: value })).toMatchObject({ kind: "configuration", option });
  });
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
