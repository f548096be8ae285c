import { describe, expect, test, vi } from "vitest";
import { type ClientOptions, createClient } from "../src/index.ts";
import {
  CAGE,
  callAny,
  clientOf,
  DOMAIN,
  fetchOf,
  INSTANCE,
  KEYS,
  MEDIA_TYPE,
  NOWHERE,
  refusalOf,
  rejectionOf,
  responding,
  UNAUTHORIZED,
} from "./service.ts";

type Ask = (about: { readonly refused: boolean }) => string | Promise<string>;

/** A client that authenticates by a function. */
function bearerOf(bearer: Ask, options: Partial<ClientOptions> = {}) {
  return createClient({ baseUrl: NOWHERE, domain: DOMAIN, auth: { bearer }, ...options });
}

describe("every request", () => {
  test("carries a bearer token instead, which a function gives for each request", async () => {
    const fetch = fetchOf({ acknowledge: true });
    const tokens = ["token-1", "token-2"];
    const api = bearerOf(async () => tokens.shift() ?? "", { fetch });
    for (const token of ["token-1", "token-2"]) {
      await api.resetSmartContractInstance(INSTANCE);
      const headers = fetch.mock.lastCall?.[1].headers;
      expect(headers).toHaveProperty("authorization", `Bearer ${token}`);
      expect(headers).not.toHaveProperty("x-api-key");
    }
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
      const { url, received } = await responding(200, { acknowledge: true });
      await clientOf(url).resetSmartContractInstance(INSTANCE, { headers });
      expect(received[0]?.headers).toMatchObject({
        "idempotency-key": "reset-1",
        "x-api-key": KEYS.apiKey,
        "x-api-secret": KEYS.apiSecret,
        accept: MEDIA_TYPE,
        "x-domain": DOMAIN,
      });
      expect(received[0]?.headers).not.toHaveProperty("authorization");
    },
  );
});

describe("a function that gives a credential", () => {
  test.each([
    ["a GET is repeated once", "getVariablesCage", undefined, 2],
    ["a POST is not", "resetSmartContractInstance", undefined, 1],
    ["a POST is repeated if its call says so", "resetSmartContractInstance", { retry: 1 }, 2],
  ] as const)("is asked once more after a 401, as refused, and %s", async (...row) => {
    const [, method, options, count] = row;
    const apiKey = vi.fn<Ask>(async ({ refused }) => (refused ? "renewed" : "stale"));
    const fetch = fetchOf(UNAUTHORIZED, 401);
    const api = clientOf(NOWHERE, { auth: { ...KEYS, apiKey }, fetch });
    const call = api[method](Object({ ...INSTANCE, id: "1" }), options);
    expect(await rejectionOf(call)).toMatchObject({ status: 401 });
    expect(apiKey.mock.calls).toEqual([[{ refused: false }], [{ refused: true }]]);
    const sent = fetch.mock.calls.map(([, { headers }]) => new Headers(headers).get("x-api-key"));
    expect(sent).toEqual(["stale", "renewed"].slice(0, count));
  });

  test("whose error reaches the caller as it is, and nothing is sent", async () => {
    const ended = new Error("The session has ended.");
    const fetch = fetchOf();
    const api = bearerOf(() => Promise.reject(ended), { fetch });
    expect(await rejectionOf(api.resetSmartContractInstance(INSTANCE))).toBe(ended);
    expect(await rejectionOf(api.safe.resetSmartContractInstance(INSTANCE))).toBe(ended);
    expect(fetch).not.toHaveBeenCalled();
  });

  test.each(["two\nlines", undefined])("is named if it gives %j", async (token) => {
    const api = bearerOf(() => token as string);
    expect(await rejectionOf(api.resetSmartContractInstance(INSTANCE))).toMatchObject({
      kind: "configuration",
      option: "auth.bearer",
      operationId: "resetSmartContractInstance",
    });
  });
});

test.each([
  ["", ""],
  ["/", ""],
  ["///", ""],
  ["/prefix", "/prefix"],
  ["/pre%20fix/v2//", "/pre%20fix/v2"],
])(
  "the base URL may end in '%s', and that of the data dictionary be another one",
  async (...row) => {
    const [end, prefix] = row;
    const fetch = fetchOf();
    const { safe } = clientOf(`http://a.test${end}`, {
      dataDictionaryUrl: `http://b.test${end}`,
      fetch,
    });
    await safe.getVariablesCage({ id: "1" });
    await safe.resetSmartContractInstance(INSTANCE);
    expect(fetch.mock.calls.map(([url]) => url)).toEqual([
      `http://b.test${prefix}/data_dictionary/variables_cages/1`,
      expect.stringContaining(`http://a.test${prefix}/v1/flow_instances/`),
    ]);
  },
);

describe("a path argument", () => {
  const refused = ["", ".", "..", undefined, null, 5, true, {}, ["a"], Symbol("a"), "a\udc00"];
  test.each(refused.map((value) => ({ value })))(
    "that is $value is refused by its name",
    async ({ value }) => {
      for (const argument of Object.keys(INSTANCE)) {
        const args = { ...INSTANCE, [argument]: value };
        expect(await refusalOf("resetSmartContractInstance", args)).toMatchObject({
          name: "ArgumentError",
          kind: "argument",
          argument,
          message: expect.stringContaining(`The argument ${argument} `),
        });
      }
    },
  );

  test.each([[[]], [[null]], [[undefined]]])("that is omitted is refused: %j", async (args) => {
    const message = "getVariablesCage: The argument id is required.";
    expect(await refusalOf("getVariablesCage", ...args)).toHaveProperty("message", message);
  });

  test.each([
    "a/b",
    "%2F",
    "a?b=c#d",
    "ünï ☃ 🙂",
    ";a=1",
    "a\nb",
    "...",
    "%2e%2e",
    "\\",
    "{id}",
    "$&",
  ])("%j arrives as one segment that decodes to the same", async (id) => {
    const service = await responding(200, CAGE);
    await clientOf(service.url).getVariablesCage({ id });
    const [, ...segments] = service.received[0]?.url?.split(/[/?]/) ?? [];
    expect(segments.map(decodeURIComponent)).toEqual(["data_dictionary", "variables_cages", id]);
  });
});

test.each([[[]], [undefined], [null]])("an include of nothing is not sent: %j", async (include) => {
  const fetch = fetchOf();
  await callAny(clientOf(NOWHERE, { fetch }).getVariablesCage, { id: "1", include }, null);
  expect(fetch.mock.lastCall?.[0]).toBe(`${NOWHERE}/data_dictionary/variables_cages/1`);
});

test.each([[["author", "author"]], [["owner"]], [["toString"]], ["author"], [[null]]])(
  "the include %j is refused",
  async (include) => {
    const error = await refusalOf("getVariablesCage", { id: "1", include });
    expect(error).toMatchObject({ kind: "argument", argument: "include" });
  },
);

test("a body that an operation does not take is not sent", async () => {
  const fetch = fetchOf({ acknowledge: true });
  const { resetSmartContractInstance } = clientOf(NOWHERE, { fetch });
  await callAny(resetSmartContractInstance, { ...INSTANCE, body: { a: 1 } });
  const [, init] = fetch.mock.calls[0] ?? [];
  expect(init?.body).toBe(null);
  expect(init?.headers).not.toHaveProperty("content-type");
});
