import { inspect } from "node:util";
import { loadContract } from "@workflow-api/contract";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { ConfigurationError, createClient, createMethods, type LogEntry } from "../src/index.ts";
import { answering, CAGE, DOMAIN, INSTANCE, KEYS, rejectionOf } from "./service.ts";

const base = { baseUrl: "http://127.0.0.1:9", domain: DOMAIN, auth: KEYS };

/** What the factory throws for options that no type would allow. */
function refusalOf(options: unknown): unknown {
  try {
    Reflect.apply(createClient, undefined, [options]);
  } catch (error) {
    return error;
  }
  return undefined;
}

const { operations } = await loadContract();
const domains = operations.flatMap(({ parameters }) => parameters.filter(({ name }) => name === "X-Domain"));

/** Whether all operations refuse a domain for one pattern: where they differ, the factory takes what any may take. */
function isOfAnotherForm(domain: string): boolean {
  const reasons = domains.map(
    (each) => each.validate(domain).find(({ keyword }) => keyword === "pattern")?.message,
  );
  return reasons[0] !== undefined && new Set(reasons).size === 1;
}

describe("the factory refuses, naming the option,", () => {
  const others = ["tenant-1", `${DOMAIN} `, DOMAIN.replace("-4", "-1"), DOMAIN.replaceAll("-", "")];
  test.each([
    [undefined],
    [""],
    [`${DOMAIN}\n`],
    [[DOMAIN]],
    ...others.filter(isOfAnotherForm).map((domain): [string] => [domain]),
  ])("the domain %j", (domain) => {
    const error = refusalOf({ ...base, domain });
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error).toMatchObject({
      kind: "configuration",
      option: "domain",
      message: expect.stringContaining("option domain "),
    });
  });

  test.each([
    [undefined],
    [""],
    ["example.com"],
    ["//example.com"],
    ["ftp://example.com"],
    ["https://user@example.com"],
    ["https://user:pass-word@example.com"],
    ["https://example.com?"],
    ["https://example.com?a=b"],
    ["https://example.com/#part"],
    ["https://"],
  ])("the address %j", (address) => {
    const error = refusalOf({ ...base, baseUrl: address });
    expect(error).toMatchObject({
      kind: "configuration",
      option: "baseUrl",
      message: expect.stringContaining("option baseUrl "),
    });
    expect(inspect(error)).not.toContain("pass-word");
    if (address !== undefined) {
      const other = refusalOf({ ...base, dataDictionaryUrl: address });
      expect(other).toMatchObject({
        option: "dataDictionaryUrl",
        message: expect.stringContaining("option dataDictionaryUrl "),
      });
    }
  });

  const broken = [
    "",
    "line-1\nline-2",
    "sep\u2028arator",
    "tab\tbed",
    " padded",
    "padded ",
    "ünïcode",
    "nul\0",
    7,
    null,
    {},
  ];
  test.each(broken.map((value) => [value]))("the credential %j, without showing it", (value) => {
    for (const [auth, name] of [
      [{ apiKey: value, apiSecret: "secret" }, "apiKey"],
      [{ apiKey: "key", apiSecret: value }, "apiSecret"],
      [{ bearer: value }, "bearer"],
    ] as const) {
      const error = refusalOf({ ...base, auth });
      expect(error).toMatchObject({
        kind: "configuration",
        option: `auth.${name}`,
        message: expect.stringContaining(`auth.${name} `),
      });
      if (typeof value === "string" && value.length > 4) {
        expect(inspect(error, { showHidden: true, depth: 9 })).not.toContain(value.trim());
      }
    }
  });

  test.each([[undefined], [null], [{}]])(
    "the credentials %j, at the first call at the latest",
    async (auth) => {
      const options = { ...base, auth };
      const error =
        refusalOf(options) ??
        (await rejectionOf(Reflect.apply(createClient, undefined, [options]).getVariablesCage({ id: "1" })));
      expect(error).toMatchObject({
        kind: "configuration",
        option: "auth",
        message: expect.stringContaining("option auth"),
      });
    },
  );

  test.each([
    [{ apiKey: "only-a-key" }],
    [{ apiKey: "only-a-key", apiSecret: undefined }],
    [{ ...KEYS, bearer: "and-a-token" }],
    [{ token: "of-another-name" }],
    ["a-bare-token"],
  ])("the credentials %j, without showing them", (auth) => {
    const error = refusalOf({ ...base, auth });
    expect(error).toMatchObject({
      kind: "configuration",
      option: "auth",
      message: expect.stringContaining("option auth"),
    });
    for (const secret of ["only-a-key", "and-a-token", "of-another-name", "a-bare-token", KEYS.apiKey]) {
      expect(inspect(error, { showHidden: true, depth: 9 })).not.toContain(secret);
    }
  });

  test.each([
    ["timeout", -1],
    ["timeout", Number.NaN],
    ["timeout", "30"],
    ["maxBytes", Number.NaN],
    ["retry", -1],
    ["retry", { limit: Number.NaN }],
    ["middleware", {}],
    ["middleware", "onRequest"],
    ["middleware", [{}]],
    ["middleware", [{ onRequest: "text" }]],
    ["middleware", [undefined]],
    ["middleware", [() => {}]],
    ["fetch", "fetch"],
    ["fetch", {}],
    ["logger", console],
  ])("%s: %j", (option, value) => {
    const error = refusalOf({ ...base, [option]: value });
    expect(error).toMatchObject({
      kind: "configuration",
      option,
      message: expect.stringContaining(`option ${option} `),
    });
  });
});

test("hooks that are none are refused later too", () => {
  const { raw } = createClient(base);
  expect(() => Reflect.apply(raw.use, undefined, [{ onRequest: () => undefined }, {}])).toThrow(
    expect.objectContaining({ kind: "configuration", option: "middleware" }),
  );
});

test("options that are null are those that go without saying", async () => {
  const service = await answering(200, CAGE);
  const limits = { timeout: null, maxBytes: null, retry: null };
  const nothing = { ...limits, fetch: null, logger: null, middleware: null, dataDictionaryUrl: null };
  const api = Reflect.apply(createClient, undefined, [{ ...base, baseUrl: service.url, ...nothing }]);
  expect(await api.getVariablesCage({ id: "1" }, nothing)).toEqual(CAGE);
});

describe("a call is refused before anything is sent", () => {
  test("if its operation does not take the way of authenticating", async () => {
    const service = await answering(200, CAGE);
    const api = createClient({ ...base, baseUrl: service.url, auth: { bearer: "token-of-the-tests" } });
    const error = await rejectionOf(Reflect.get(api, "getVariablesCage")({ id: "1" }));
    expect(error).toMatchObject({
      kind: "configuration",
      operationId: "getVariablesCage",
      message: expect.stringContaining("apiKey and apiSecret"),
    });
    expect(service.received).toEqual([]);
  });

  test.each(["", "two\nlines", 7, undefined])("if the function of the token gives %j", async (token) => {
    const service = await answering(200, { acknowledge: true });
    const auth = { bearer: () => token as string };
    const error = await rejectionOf(
      createClient({ ...base, baseUrl: service.url, auth }).resetSmartContractInstance(INSTANCE),
    );
    expect(error).toMatchObject({ kind: "configuration", operationId: "resetSmartContractInstance" });
    expect(service.received).toEqual([]);
  });

  test("if the function of the token fails, with its reason", async () => {
    const service = await answering(200, { acknowledge: true });
    const auth = { bearer: async () => Promise.reject(new Error("The session has ended.")) };
    const error = await rejectionOf(
      createClient({ ...base, baseUrl: service.url, auth }).resetSmartContractInstance(INSTANCE),
    );
    expect(error).toMatchObject({ kind: "configuration", cause: { message: "The session has ended." } });
    expect(service.received).toEqual([]);
  });

  test.each([
    ["timeout", -1],
    ["maxBytes", -1],
    ["retry", Number.NaN],
  ])("if its own %s is %j", async (option, value) => {
    const service = await answering(200, CAGE);
    const api = createClient({ ...base, baseUrl: service.url });
    expect(await rejectionOf(api.getVariablesCage({ id: "1" }, { [option]: value }))).toMatchObject({
      kind: "configuration",
      option,
      operationId: "getVariablesCage",
    });
    expect(service.received).toEqual([]);
  });
});

test("credentials may be accessors of a class", async () => {
  class Vault {
    get apiKey(): string {
      return KEYS.apiKey as string;
    }
    get apiSecret(): string {
      return KEYS.apiSecret as string;
    }
  }
  const service = await answering(200, CAGE);
  await createClient({ ...base, baseUrl: service.url, auth: new Vault() }).getVariablesCage({ id: "1" });
  expect(service.received[0]?.headers).toMatchObject({
    "x-api-key": KEYS.apiKey,
    "x-api-secret": KEYS.apiSecret,
  });
});

test.each([
  ["createClient", createClient],
  ["createMethods", createMethods],
])("options may be accessors of a class: %s", async (_name, create) => {
  const service = await answering(200, CAGE);
  const entries: LogEntry[] = [];
  class Settings {
    readonly domain = DOMAIN;
    readonly auth = KEYS;
    get baseUrl(): string {
      return service.url;
    }
    get logger(): (entry: LogEntry) => void {
      return (entry) => void entries.push(entry);
    }
    get maxBytes(): number {
      return 1;
    }
  }
  expect(await rejectionOf(create(new Settings()).getVariablesCage({ id: "1" }))).toMatchObject({
    kind: "size",
  });
  expect(entries).toHaveLength(1);
});

test("a platform without a fetch is told to be given one, before anything else", async () => {
  const api = createClient(base);
  vi.stubGlobal("fetch", undefined);
  onTestFinished(() => void vi.unstubAllGlobals());
  const entries: LogEntry[] = [];
  const { safe } = createMethods({ ...base, logger: (entry) => void entries.push(entry) });
  for (const call of [api.safe.getVariablesCage({ id: "1" }), safe.getVariablesCage({ id: "1" })]) {
    expect((await call).error).toMatchObject({
      kind: "configuration",
      option: "fetch",
      operationId: "getVariablesCage",
      message: expect.stringContaining("option fetch must be a function"),
    });
  }
  expect(entries).toEqual([]);
});

test("an option that is changed after the client was made changes nothing", async () => {
  const service = await answering(200, CAGE);
  const retry = { limit: 0 };
  const options = { ...base, baseUrl: service.url, timeout: 10_000, fetch: globalThis.fetch, retry };
  const api = createClient(options);
  const fetch = (): Promise<Response> => Promise.reject(new Error("It was changed."));
  Object.assign(options, { baseUrl: "http://127.0.0.1:9", timeout: -1, fetch });
  Object.assign(retry, { limit: -1 });
  expect(await api.getVariablesCage({ id: "1" }, {})).toEqual(CAGE);
});
