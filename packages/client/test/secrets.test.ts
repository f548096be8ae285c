import { inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { type Auth, type ClientOptions, createClient, type LogEntry, type Middleware } from "../src/index.ts";
import { redact } from "../src/secrets.ts";
import { DOMAIN, INSTANCE, MEDIA_TYPE } from "./service.ts";

/** A credential that no message holds by chance. */
const secret = fc
  .string({
    unit: fc.integer({ min: 33, max: 126 }).map((code) => String.fromCharCode(code)),
    minLength: 10,
    maxLength: 900,
  })
  .filter((text) => new Set(text).size > 5);

/** What the body of a documented error has besides what it repeats. */
const SERVER_ERROR = { id: {}, type: "errors", links: [], status: 1, code: 2, title: "t", detail: "d" };

/** What a service or a platform may do with the headers that it got. */
const behaviours = {
  "echoes them in a documented error": (headers: string) =>
    answer(500, JSON.stringify({ ...SERVER_ERROR, source: { headers }, meta: { headers } })),
  "echoes them in an undocumented error": (headers: string) => answer(502, headers, "text/html"),
  "echoes them as JSON of another type": (headers: string) =>
    answer(200, JSON.stringify({ headers }), "application/json"),
  "echoes them as broken JSON": (headers: string) => answer(200, `{"headers": ${headers}`),
  "echoes them behind other text": (headers: string) => answer(200, "x".repeat(90) + headers),
  "echoes them without what was asked for": (headers: string) =>
    answer(200, JSON.stringify({ data: headers })),
  "echoes them in headers": (headers: string) =>
    answer(404, "", MEDIA_TYPE, { "X-Echo": encodeURIComponent(headers) }),
  "echoes them as the content type": (headers: string) => answer(200, "", `text/${headers}`),
  "redirects to them": (headers: string) =>
    answer(302, "", MEDIA_TYPE, { Location: `/${encodeURIComponent(headers)}` }),
  "throws an error that holds them": (headers: string) => Promise.reject(deepError(headers)),
  "throws them": (headers: string) => Promise.reject(headers),
  "breaks the body with them": (headers: string) =>
    Promise.resolve(new Response(new ReadableStream({ start: (body) => body.error(deepError(headers)) }))),
  "never answers": (_headers: string) => new Promise<Response>(() => {}),
} as const;

describe.each(Object.entries(behaviours))(
  "nothing that can be printed shows a credential if the service %s",
  (_title, behave) => {
    test.each<[string, (one: string, other: string) => Auth]>([
      ["the key pair", (apiKey, apiSecret) => ({ apiKey, apiSecret })],
      ["functions of the key pair", (one, other) => ({ apiKey: () => one, apiSecret: async () => other })],
      ["a bearer token", (bearer) => ({ bearer })],
      ["a function of the bearer token", (one) => ({ bearer: async () => one })],
    ])("with %s", async (_way, authOf) => {
      await fc.assert(
        fc.asyncProperty(secret, secret, async (one, other) => {
          const printed = await everythingPrinted(authOf(one, other), behave);
          for (const text of printed)
            for (const each of variants(one, other)) expect(text.includes(each)).toBe(false);
        }),
        { numRuns: 15 },
      );
    });
  },
);

test("a documented error has in its body what the service repeats, and prints it nowhere", async () => {
  const bearer = "token-that-is-repeated";
  const fetch = (): Promise<Response> => behaviours["echoes them in a documented error"](bearer);
  const { error } = await createClient({ ...base, auth: { bearer }, fetch }).safe.resetSmartContractInstance(
    INSTANCE,
  );
  expect(error).toMatchObject({ kind: "status", body: { source: { headers: bearer } } });
  expect(printed(error).join()).not.toContain(bearer);
});

test("a hook sees no credential in the request, nor in an error", async () => {
  const seen: unknown[] = [];
  const hook: Middleware = {
    onRequest: ({ request }) => void seen.push([...request.headers]),
    onError: ({ error, request }) => void seen.push(error, [...request.headers]),
  };
  const fetch = (_url: string, init: RequestInit): Promise<Response> =>
    Promise.reject(deepError(JSON.stringify([...new Headers(init.headers)])));
  const auth = { apiKey: "key-of-the-hook", apiSecret: "secret-of-the-hook" };
  const api = createClient({ ...base, auth, fetch, retry: 0, middleware: [hook] });
  const { error } = await api.safe.getVariablesCage({ id: "1" });
  expect(error?.kind).toBe("connection");
  expect(seen).toHaveLength(3);
  expect(inspect(seen, { depth: 9, showHidden: true })).not.toContain("of-the-hook");
});

test.each<[string, (text: string) => unknown]>([
  [
    "has a getter that throws",
    (text) => ({
      get message() {
        throw new Error(text);
      },
    }),
  ],
  ["is no text", (text) => ({ message: Object.assign(Object.create(null), { text }) })],
  ["is a list of texts", (text) => [text]],
  ["is a symbol", (text) => Symbol(text)],
  ["is a function", (text) => Object.assign(() => {}, { message: text })],
])("of what fetch throws, and that %s, nothing is shown either", async (_what, thrown) => {
  const auth = { apiKey: "key-of-the-odd", apiSecret: "secret-of-the-odd" };
  const fetch = (_url: string, init: RequestInit): Promise<Response> =>
    Promise.reject(thrown(JSON.stringify(init.headers)));
  const { error } = await createClient({ ...base, auth, fetch, retry: 0 }).safe.getVariablesCage({ id: "1" });
  expect(error).toMatchObject({ kind: "connection", cause: expect.any(Error) });
  expect(printed(error).join()).not.toContain("of-the-odd");
});

test("of a credential that begins as another one does, nothing is shown either", async () => {
  const auth = { apiKey: "shared-start", apiSecret: "shared-start-and-end" };
  const fetch = (): Promise<Response> => answer(502, Object.values(auth).join(" "), "text/html");
  const { error } = await createClient({ ...base, auth, fetch, retry: 0 }).safe.getVariablesCage({ id: "1" });
  expect(error?.message).toMatch(/: █ █$/);
});

test("of a credential that is cut off with the rest of a content type, no part is shown", async () => {
  const bearer = "token-of-which-a-part-would-remain";
  const fetch = (): Promise<Response> => answer(200, "", `text/${"x".repeat(80)}${bearer}`);
  const { error } = await createClient({ ...base, auth: { bearer }, fetch }).safe.resetSmartContractInstance(
    INSTANCE,
  );
  expect(error?.message).toMatch(/the content type text\/x{80}█: /);
});

test.each(["s", "secret", "[secret]", "$&", "e"])(
  "a credential that is a part of a word is hidden as any other is: %s",
  async (apiSecret) => {
    const fetch = (): Promise<Response> => answer(502, `<${apiSecret}>`, "text/html");
    const auth = { apiKey: "~", apiSecret };
    const { error } = await createClient({ ...base, auth, fetch, retry: 0 }).safe.getVariablesCage({
      id: "1",
    });
    expect(error?.message).toMatch(/: <█>$/);
  },
);

describe("a credential that comes back escaped is hidden too", () => {
  const token = `a/b&c<d>"e'f+g=h%i\\\\j k`;
  const numbered = (text: string, write: (code: number) => string): string =>
    text.replace(/\W/g, (character) => write(character.charCodeAt(0)));
  const hex = (code: number): string => code.toString(16).padStart(4, "0");
  const names: Readonly<Record<string, string>> = {
    "&": "amp",
    "<": "lt",
    ">": "gt",
    '"': "quot",
    "'": "apos",
  };
  test.each([
    ["by names of HTML", token.replace(/[&<>"']/g, (character) => `&${names[character]};`)],
    ["by numbers of HTML", numbered(token, (code) => `&#${code};`)],
    ["by hexadecimal numbers of HTML", numbered(token, (code) => `&#x${hex(code).toUpperCase()};`)],
    [
      "as a template engine does",
      token.replaceAll("&", "&amp;").replaceAll("/", "&#x2F;").replaceAll("'", "&#39;"),
    ],
    ["in JSON", JSON.stringify(token).slice(1, -1)],
    ["in JSON with its slashes", JSON.stringify(token).slice(1, -1).replaceAll("/", "\\/")],
    ["in JSON that may stand in HTML", numbered(token, (code) => `\\u${hex(code)}`)],
    ["in an address", encodeURIComponent(token)],
    ["in a form", String(new URLSearchParams({ token })).slice("token=".length)],
    ["in JSON in JSON", JSON.stringify(JSON.stringify(token)).slice(3, -3)],
    ["in JSON in JSON in JSON", JSON.stringify(JSON.stringify(JSON.stringify(token))).slice(7, -7)],
    [
      "in JSON in JSON with its slashes",
      JSON.stringify(JSON.stringify(token).replaceAll("/", "\\/")).replaceAll("/", "\\/").slice(3, -3),
    ],
    ["in an address in an address", encodeURIComponent(encodeURIComponent(token))],
    ["in HTML in HTML", numbered(token, (code) => `&amp;#${code};`)],
    ["in JSON in an address", encodeURIComponent(JSON.stringify(token).slice(1, -1))],
    [
      "in JSON in JSON in an address in an address",
      encodeURIComponent(encodeURIComponent(JSON.stringify(JSON.stringify(token)).slice(3, -3))),
    ],
    ["in JSON in HTML", numbered(JSON.stringify(token).slice(1, -1), (code) => `&#${code};`)],
    [
      "in JSON that is ASCII alone, in JSON",
      numbered(JSON.stringify(token).slice(1, -1), (code) => `\\u${hex(code)}`),
    ],
    ["in lower case", encodeURIComponent(token).replace(/%\w\w/g, (each) => each.toLowerCase())],
  ])("%s", async (_how, escaped) => {
    const fetch = (): Promise<Response> => answer(502, `<${escaped}>`, "text/html");
    const api = createClient({ ...base, auth: { bearer: token }, fetch });
    const { error } = await api.safe.resetSmartContractInstance(INSTANCE);
    expect(error?.message).toMatch(/: <█>$/);
  });
});

// A text that can be matched in two ways at each of these takes longer than anybody waits.
test.each([
  ["pluses", "a+"],
  ["backslashes and quotes", '\\\\"'],
  ["backslashes", "\\"],
  ["percents", "%25"],
  ["escapes of JSON", "\\u1234"],
  ["escaped backslashes", "\\u005c"],
  ["escaped backslashes and quotes", '\\u005c"'],
  ["backslashes in an address", "%5C"],
  ["backslashes and quotes in an address", "%5C%22"],
  ["escapes of HTML", "&amp;"],
  ["all of them", "+%&\\/"],
])("a text that repeats a credential but for its end is searched at once: %s", (_what, part) => {
  const whole = part.repeat(2000);
  for (const shown of [whole, JSON.stringify(whole).slice(1, -1), encodeURIComponent(whole)]) {
    const text = shown.slice(0, 10_000);
    expect(redact(text, [`${whole.slice(0, 300)}~end`])).toBe(text);
  }
});

test("of a body of some megabytes no more is searched than its beginning", async () => {
  const replace = vi.spyOn(String.prototype, "replace");
  onTestFinished(() => replace.mockRestore());
  const fetch = (): Promise<Response> => answer(502, "\\".repeat(2 ** 22), "text/html");
  const { error } = await createClient({
    ...base,
    auth: { apiKey: "&key", apiSecret: "&secret" },
    fetch,
    retry: 0,
  }).safe.getVariablesCage({ id: "1" });
  expect(error).toMatchObject({ kind: "undocumented" });
  expect(Math.max(...replace.mock.contexts.map((text) => String(text).length))).toBe(2 ** 16);
});

test.each([
  { what: "white space", before: " ".repeat(2 ** 16 - 30) },
  { what: "repeated credentials", before: "k".repeat(700).repeat(93) },
])(
  "no part of a credential is shown from where the search of a body ends, behind $what",
  async ({ before }) => {
    const apiKey = "k".repeat(700);
    const fetch = (): Promise<Response> => answer(502, `${before}${apiKey}, said the gateway`, "text/html");
    const auth = { apiKey, apiSecret: "secret" };
    const { error } = await createClient({ ...base, auth, fetch, retry: 0 }).safe.getVariablesCage({
      id: "1",
    });
    expect(error).toMatchObject({ kind: "undocumented" });
    expect(error?.message).not.toContain("kkk");
  },
);

describe("an error of a function of the credentials does not show", () => {
  const over = (token: string) => (): string => {
    throw new Error(`${token} is over`);
  };
  /** The first time a token, then an error. */
  const once = (token: string): (() => string) => {
    let calls = 0;
    return () => (calls++ === 0 ? token : over(token)());
  };
  const hidden = { kind: "configuration", cause: { message: "█ is over" } };

  test.each<[string, Auth]>([
    ["a credential beside it", { apiKey: "static-key", apiSecret: over("static-key") }],
    ["what a function beside it returns", { apiKey: async () => "slow-key", apiSecret: over("slow-key") }],
  ])("%s", async (_what, auth) => {
    const api = createClient({ ...base, auth });
    const { error } = await api.safe.resetSmartContractInstance(INSTANCE);
    expect(error).toMatchObject(hidden);
  });

  test("what it returned for a call before, of whatever operation", async () => {
    const fetch = (): Promise<Response> => answer(404, "{}");
    const api = createClient({ ...base, auth: { apiKey: "key", apiSecret: once("token-of-before") }, fetch });
    await api.safe.resetSmartContractInstance(INSTANCE);
    const { error } = await api.safe.getVariablesCage({ id: "1" });
    expect(error).toMatchObject(hidden);
  });

  test("what it returned for an attempt before, in the log", async () => {
    const entries: LogEntry[] = [];
    const fetch = (): Promise<Response> => answer(503, "");
    const logger = (entry: LogEntry): void => void entries.push(entry);
    const api = createClient({ ...base, auth: { bearer: once("token-of-before") }, fetch, logger });
    await api.safe.resetSmartContractInstance(INSTANCE, { retry: { limit: 1, delay: 0 } });
    expect(entries).toMatchObject([{ status: 503 }, { error: hidden }]);
  });
});

const base: ClientOptions = { baseUrl: "http://127.0.0.1:9", domain: DOMAIN };

/** Everything that an application might print of a client and of what its calls end in. */
async function everythingPrinted(
  auth: Auth,
  behave: (headers: string) => Promise<Response>,
): Promise<string[]> {
  const entries: LogEntry[] = [];
  const fetch = (_url: string, init: RequestInit): Promise<Response> =>
    behave([...new Headers(init.headers).values()].join(" "));
  const logger = (entry: LogEntry): void => void entries.push(entry);
  const api = createClient({ ...base, auth, fetch, logger, timeout: 5, retry: { limit: 1, delay: 1 } });
  const outcomes = await Promise.all([
    api.resetSmartContractInstance(INSTANCE).catch((error: unknown) => error),
    Reflect.get(api, "getVariablesCage")({ id: "1", include: ["author"] }).catch((error: unknown) => error),
  ]);
  const errors = outcomes.filter((outcome) => outcome instanceof Error);
  expect(errors).not.toEqual([]);
  return [api, ...errors, ...errors.flatMap(causesOf), ...entries].flatMap(printed);
}

function printed(value: unknown): string[] {
  const all = { depth: Number.POSITIVE_INFINITY, showHidden: true, getters: true };
  const texts = [inspect(value), inspect(value, all), inspect({ value }, all), String(value)];
  const stack = value instanceof Error ? [value.message, value.stack ?? ""] : [];
  return [...texts, ...stack, JSON.stringify(value) ?? ""];
}

function causesOf(error: unknown): unknown[] {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause === undefined ? [] : [cause, ...causesOf(cause)];
}

function variants(...secrets: readonly string[]): string[] {
  return secrets.flatMap((each) => [each, JSON.stringify(each).slice(1, -1), encodeURIComponent(each)]);
}

function deepError(text: string): Error {
  const inner = Object.assign(new Error(`inner ${text}`), { name: text, code: text, headers: text });
  return Object.assign(new TypeError(`outer ${text}`, { cause: inner }), { request: { headers: text } });
}

function answer(
  status: number,
  body: string,
  type = MEDIA_TYPE,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return Promise.resolve(new Response(body, { status, headers: { ...headers, "Content-Type": type } }));
}
