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
    respond(500, JSON.stringify({ ...SERVER_ERROR, source: { headers }, meta: { headers } })),
  "echoes them as the title of an error": (headers) =>
    respond(500, JSON.stringify({ ...SERVER_ERROR, source: {}, meta: {}, title: headers })),
  "echoes them in an undocumented error": (headers) => respond(502, headers, "text/html"),
  "echoes them as JSON": (headers) => respond(200, JSON.stringify({ data: headers })),
  "echoes them where a snippet ends": (headers) => respond(200, "x".repeat(90) + headers),
  "echoes them behind white space": (headers) => respond(200, " ".repeat(980) + headers),
  "echoes them as the content type": (headers) => respond(200, "", `text/${headers}`),
  "redirects to them": async (headers) =>
    new Response(null, { status: 302, headers: { Location: `/${encodeURIComponent(headers)}` } }),
  "throws an error that holds them": (headers) => Promise.reject(deepError(headers)),
  "throws them": (headers) => Promise.reject(headers),
  "throws them as a symbol": (headers) => Promise.reject(Symbol(headers)),
  "throws them as a message that is no string": (headers) =>
    Promise.reject({ message: Object.assign(Object.create(null), { headers }) }),
  "throws what throws them when it is read": (headers) =>
    Promise.reject({
      get message() {
        throw new Error(headers);
      },
    }),
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

test.each([
  ["begins as another one does", "start", "start-and-end", "start start-and-end", "█ █"],
  ["is a letter of the client's own words", "k", "s", "k s", "█ █"],
  ["is a pattern", "$&", "[a]", "$& [a]", "█ █"],
  ["is escaped in a way of its own", "longrun1/longrun2", "s", "longrun1&#47;longrun2", "█&#47;█"],
])("a credential that %s is hidden wholly, and nothing else", async (_what, ...texts) => {
  const [apiKey, apiSecret, said, shown] = texts;
  const auth = { apiKey, apiSecret };
  const fetch = (): Promise<Response> => respond(418, said);
  const api = createClient({ baseUrl: NOWHERE, domain: DOMAIN, auth, fetch });
  expect(await rejectionOf(api.getVariablesCage({ id: "1" }))).toHaveProperty(
    "message",
    `getVariablesCage: The service answered 418, which is not documented: ${shown}`,
  );
});

/** Everything that an application might print of a client and of what its calls end in. */
async function everythingPrinted(
  auth: Auth,
  behave: (headers: string) => Promise<Response>,
): Promise<string[]> {
  const entries: LogEntry[] = [];
  const fetch = (_url: string, init: RequestInit): Promise<Response> =>
    behave([...new Headers(init.headers).values()].join(" "));
  const logger = (entry: LogEntry): void => void entries.push(entry);
  const options = { baseUrl: NOWHERE, domain: DOMAIN, auth, fetch, logger, timeout: 5, retry: 1 };
  const api = createClient(options);
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

async function respond(status: number, body: string, type = MEDIA_TYPE): Promise<Response> {
  return new Response(body, { status, headers: { "Content-Type": type } });
}
