import { inspect } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Auth, createClient, type LogEntry } from "../src/index.ts";
import { callAny, DOMAIN, INSTANCE, MEDIA_TYPE, NOWHERE, rejectionOf } from "./service.ts";

/** A credential that no message holds by chance. */
const secret = fc
  .string({
    unit: fc.integer({ min: 33, max: 126 }).map((code) => String.fromCharCode(code)),
    minLength: 10,
    maxLength: 900,
  })
  .filter((text) => new Set(text).size > 5);

/** What the body of a documented error has besides what it repeats. */
const SERVER_ERROR = {
  id: {},
  type: "errors",
  links: [],
  status: 1,
  code: 2,
  title: "t",
  detail: "d",
};

/** What a service or a platform may do with the headers that it got. */
const behaviours: Readonly<Record<string, (headers: string) => Promise<Response>>> = {
  "echoes them in a documented error": (headers) =>
    answer(500, JSON.stringify({ ...SERVER_ERROR, source: { headers }, meta: { headers } })),
  "echoes them as the title of an error": (headers) =>
    answer(500, JSON.stringify({ ...SERVER_ERROR, source: {}, meta: {}, title: headers })),
  "echoes them in an undocumented error": (headers) => answer(502, headers, "text/html"),
  "echoes them as JSON of another type": (headers) =>
    answer(200, JSON.stringify({ headers }), "application/json"),
  "echoes them as broken JSON": (headers) => answer(200, `{"headers": ${headers}`),
  "echoes them where a snippet ends": (headers) => answer(200, "x".repeat(90) + headers),
  "echoes them behind white space": (headers) => answer(200, " ".repeat(980) + headers),
  "echoes them without what was asked for": (headers) =>
    answer(200, JSON.stringify({ data: headers })),
  "echoes them in headers": (headers) =>
    answer(404, "", MEDIA_TYPE, { "X-Echo": encodeURIComponent(headers) }),
  "echoes them as the content type": (headers) => answer(200, "", `text/${headers}`),
  "redirects to them": (headers) =>
    answer(302, "", MEDIA_TYPE, { Location: `/${encodeURIComponent(headers)}` }),
  "throws an error that holds them": (headers) => Promise.reject(deepError(headers)),
  "throws them": (headers) => Promise.reject(headers),
  "breaks the body with them": async (headers) =>
    new Response(new ReadableStream({ start: (body) => body.error(deepError(headers)) })),
  "never answers": () => new Promise<Response>(() => {}),
};

const ways: readonly ((one: string, other: string) => Auth)[] = [
  (apiKey, apiSecret) => ({ apiKey, apiSecret }),
  (one, other) => ({ apiKey: () => one, apiSecret: async () => other }),
  (bearer) => ({ bearer }),
  (one) => ({ bearer: async () => one }),
];

test.each(Object.entries(behaviours))(
  "nothing that can be printed shows a credential if the service %s",
  async (_title, behave) => {
    await fc.assert(
      fc.asyncProperty(secret, secret, fc.constantFrom(...ways), async (one, other, authOf) => {
        for (const text of await everythingPrinted(authOf(one, other), behave))
          for (const each of variants(one, other)) expect(text.includes(each)).toBe(false);
      }),
      { numRuns: 25 },
    );
  },
);

test("a documented error has in its body what the service repeats, and prints it nowhere", async () => {
  const bearer = "token-that-is-repeated";
  const { error } = await endOf({ bearer }, () =>
    answer(500, JSON.stringify({ ...SERVER_ERROR, source: bearer, meta: {} })),
  );
  expect(error).toMatchObject({ kind: "status", body: { source: bearer } });
  expect(printed(error).join()).not.toContain(bearer);
});

test("of a credential that is escaped in a way of its own, the long runs are hidden", async () => {
  const { error } = await endOf({ bearer: "longrun1/longrun2" }, () =>
    answer(500, JSON.stringify({ ...SERVER_ERROR, title: "longrun1&#47;longrun2" })),
  );
  expect(printed(error).join()).not.toMatch(/longrun\d/);
});

const getter = (text: string) => ({
  get message() {
    throw new Error(text);
  },
});
test.each<[string, (text: string) => unknown]>([
  ["has a getter that throws", getter],
  ["is no text", (text) => ({ message: Object.assign(Object.create(null), { text }) })],
  ["is a list of texts", (text) => [text]],
  ["is a symbol", (text) => Symbol(text)],
])("of what fetch throws, and that %s, nothing is shown either", async (_what, thrown) => {
  const { error } = await endOf({ bearer: "token-of-the-odd" }, (headers) =>
    Promise.reject(thrown(headers)),
  );
  expect(error).toMatchObject({ kind: "connection", cause: expect.any(Error) });
  expect(printed(error).join()).not.toContain("of-the-odd");
});

test.each([
  [
    "that begins as another one does",
    { apiKey: "shared-start", apiSecret: "shared-start-and-end" },
    /: █ █$/,
  ],
  ["that is a part of a word", { apiKey: "~", apiSecret: "e" }, /: ~? ?█ █$|: █ █$/],
  ["that is a pattern", { apiKey: "$&", apiSecret: "[a]" }, /: █ █$/],
])("a credential %s is hidden wholly", async (_what, auth, message) => {
  const api = createClient({
    baseUrl: NOWHERE,
    domain: DOMAIN,
    auth,
    fetch: () => answer(418, `${auth.apiKey} ${auth.apiSecret}`),
  });
  const { error } = await api.safe.resetSmartContractInstance(INSTANCE);
  expect(error?.message).toMatch(message);
});

/** What a call ends in whose fetch does this with the headers of the request. */
async function endOf(auth: { bearer: string }, behave: (headers: string) => Promise<Response>) {
  const fetch = (_url: string, init: RequestInit): Promise<Response> =>
    behave(JSON.stringify(init.headers));
  const api = createClient({ baseUrl: NOWHERE, domain: DOMAIN, auth, fetch });
  return api.safe.resetSmartContractInstance(INSTANCE);
}

/** Everything that an application might print of a client and of what its calls end in. */
async function everythingPrinted(
  auth: Auth,
  behave: (headers: string) => Promise<Response>,
): Promise<string[]> {
  const entries: LogEntry[] = [];
  const fetch = (_url: string, init: RequestInit): Promise<Response> =>
    behave([...new Headers(init.headers).values()].join(" "));
  const logger = (entry: LogEntry): void => void entries.push(entry);
  const api = createClient({
    baseUrl: NOWHERE,
    domain: DOMAIN,
    auth,
    fetch,
    logger,
    timeout: 5,
    retry: 1,
  });
  const outcomes = await Promise.all([
    rejectionOf(callAny(Reflect.get(api, "resetSmartContractInstance"), INSTANCE)),
    rejectionOf(callAny(Reflect.get(api, "getVariablesCage"), { id: "1", include: ["author"] })),
  ]);
  const errors = outcomes.filter((outcome) => outcome instanceof Error);
  expect(errors).toHaveLength(2);
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
  return secrets.flatMap((each) => [
    each,
    JSON.stringify(each).slice(1, -1),
    encodeURIComponent(each),
  ]);
}

function deepError(text: string): Error {
  const inner = Object.assign(new Error(`inner ${text}`), {
    name: text,
    code: text,
    headers: text,
  });
  return Object.assign(new TypeError(`outer ${text}`, { cause: inner }), {
    request: { headers: text },
  });
}

async function answer(
  status: number,
  body: string,
  type: string = MEDIA_TYPE,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return new Response(body, { status, headers: { ...headers, "Content-Type": type } });
}
