import { inspect } from "node:util";
import { describe, expect, test, vi } from "vitest";
import { ApiError, createClient } from "../src/index.ts";
import { createFetchClient } from "../src/openapi-fetch.ts";
import * as operations from "../src/operations.ts";
import { callAny, DOMAIN, fetchCage, KEYS, NOWHERE, readCage, rejectionOf } from "./service.ts";

const base = { baseUrl: NOWHERE, domain: DOMAIN, auth: KEYS };

/** What both factories throw for options that no type would allow. */
function refusalOf(options: unknown): unknown {
  const [error, other] = [createClient, createFetchClient].map((create) => {
    try {
      return Reflect.apply(create, undefined, [options]);
    } catch (thrown) {
      return thrown;
    }
  });
  expect(String(other)).toBe(String(error));
  return error;
}

describe("the factory refuses, naming the option,", () => {
  test.each(
    [
      undefined,
      "",
      "tenant-1",
      `${DOMAIN}\n`,
      `${DOMAIN} `,
      [DOMAIN],
      DOMAIN.replace("-4", "-1"),
      DOMAIN.replaceAll("-", ""),
    ].map((domain) => ({ domain })),
  )("the domain $domain, by what it must be and not by a regular expression", ({ domain }) => {
    const error = refusalOf({ ...base, domain });
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      kind: "configuration",
      name: "ConfigurationError",
      option: "domain",
      message: "The option domain must be a UUID of version 4.",
    });
  });

  test.each([
    undefined,
    "",
    "example.com",
    "//example.com",
    "ftp://example.com",
    "https://user@example.com",
    "https://user:pass-word@example.com",
    "https://example.com?",
    "https://example.com?a=b",
    "https://example.com/#part",
    "https://",
  ])("the address %j", (address) => {
    const error = refusalOf({ ...base, baseUrl: address });
    expect(error).toMatchObject({
      option: "baseUrl",
      message: expect.stringContaining("option baseUrl "),
    });
    expect(inspect(error)).not.toContain("pass-word");
    if (address !== undefined)
      expect(refusalOf({ ...base, dataDictionaryUrl: address })).toMatchObject({
        option: "dataDictionaryUrl",
      });
  });

  const broken = [
    "",
    "line-1\nline-2",
    "tab\tbed",
    " blank-led",
    "blank-ended ",
    "ünïcode",
    "nul\0",
    7,
    {},
  ];
  test.each(broken.map((value) => ({ value })))(
    "the credential $value, without showing it",
    ({ value }) => {
      for (const [auth, name] of [
        [{ apiKey: value, apiSecret: "secret" }, "apiKey"],
        [{ apiKey: "key", apiSecret: value }, "apiSecret"],
        [{ bearer: value }, "bearer"],
      ] as const) {
        const error = refusalOf({ ...base, auth });
        expect(error).toMatchObject({ kind: "configuration", option: `auth.${name}` });
        if (typeof value === "string" && value.length > 4)
          expect(inspect(error, { showHidden: true, depth: 9 })).not.toContain(value.trim());
      }
    },
  );

  test.each(
    [
      { apiKey: "only-a-key" },
      { apiKey: "only-a-key", apiSecret: undefined },
      { ...KEYS, bearer: "and-a-token" },
    ].map((auth) => ({ auth })),
  )("the credentials $auth, without showing them", ({ auth }) => {
    const error = refusalOf({ ...base, auth });
    expect(error).toMatchObject({
      option: "auth",
      message: expect.stringMatching(
        /^The option auth takes exactly apiKey and apiSecret, or bearer\b/,
      ),
    });
    expect(inspect(error, { showHidden: true, depth: 9 })).not.toMatch(/only-a|and-a-t|of-the/);
  });

  test.each([
    ["timeout", -1],
    ["timeout", Number.NaN],
    ["timeout", "30"],
    ["maxBytes", Number.NaN],
    ["retry", -1],
    ["retry", { limit: 2 }],
    ["fetch", "fetch"],
    ["fetch", {}],
    ["logger", console],
  ])("%s: %j", (option, value) => {
    expect(refusalOf({ ...base, [option]: value })).toMatchObject({
      kind: "configuration",
      option,
    });
  });
});

test.each([[undefined], [{}], [operations]])(
  "operations that are none are refused: %o",
  (chosen) => {
    const call = async (): Promise<unknown> =>
      Reflect.apply(operations.createClient, undefined, [base, chosen]);
    return expect(call()).rejects.toMatchObject({ kind: "configuration", option: "operations" });
  },
);

test("a call of an operation that does not take the credentials is refused", async () => {
  const api = createClient({ ...base, auth: { bearer: "token-of-the-tests" } });
  const error = await rejectionOf(callAny(Reflect.get(api, "getVariablesCage"), { id: "1" }));
  expect(error).toMatchObject({
    kind: "configuration",
    option: "auth",
    message: "getVariablesCage: The option auth takes exactly apiKey and apiSecret.",
  });
});

test.each([
  ["timeout", -1],
  ["maxBytes", -1],
  ["retry", Number.NaN],
  ["signal", {}],
  ["signal", "abort"],
])("a call is refused before anything is sent if its own %s is %j", async (option, value) => {
  const fetch = vi.fn(fetchCage);
  expect(await rejectionOf(readCage({ fetch }, { [option]: value }))).toMatchObject({
    kind: "configuration",
    option,
    operationId: "getVariablesCage",
  });
  expect(fetch).not.toHaveBeenCalled();
});
