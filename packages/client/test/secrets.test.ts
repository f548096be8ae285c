import { inspect } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Auth, createClient } from "./fixture/client.ts";
import { COPY, callAny, FAILURE, NOWHERE, rejectionOf, responseOf, TENANT } from "./service.ts";

/** A credential that no message holds by chance. */
const secret = fc
  .string({
    unit: fc.integer({ min: 33, max: 126 }).map((code) => String.fromCharCode(code)),
    minLength: 10,
    maxLength: 900,
  })
  .filter((text) => new Set(text).size > 5);

/** What a service or a platform may do with the headers that it got. */
const behaviours: Readonly<Record<string, (headers: string) => Promise<Response> | Response>> = {
  "echoes them in a documented error": (headers) =>
    responseOf({ ...FAILURE, source: { headers }, meta: { headers } }, 500),
  "echoes them as the title of an error": (title) => responseOf({ ...FAILURE, title }, 500),
  "echoes them in an undocumented error": (headers) =>
    responseOf(headers, 502, { "Content-Type": "text/html" }),
  "echoes them as JSON": (headers) => responseOf({ data: headers }),
  "echoes them where a snippet ends": (headers) => responseOf("x".repeat(90) + headers),
  "echoes them behind white space": (headers) => responseOf(" ".repeat(980) + headers),
  "echoes them as the content type": (headers) =>
    responseOf("", 200, { "Content-Type": `text/${headers}` }),
  "redirects to them": (headers) =>
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
  "breaks the body with them": (headers) =>
    new Response(new ReadableStream({ start: (body) => body.error(deepError(headers)) })),
  "never answers": () => new Promise<Response>(() => {}),
};

const ways: readonly ((first: string, second: string) => Auth)[] = [
  (key, secret) => ({ key, secret }),
  (first, second) => ({ key: () => first, secret: async () => second }),
  (token) => ({ token }),
  (first) => ({ token: async () => first }),
];

test.each(Object.entries(behaviours))(
  "nothing that can be printed shows a credential if the service %s",
  async (_title, behave) => {
    await fc.assert(
      fc.asyncProperty(secret, secret, fc.constantFrom(...ways), async (first, second, authOf) => {
        const forms = [first, second].flatMap((each) => [
          each,
          JSON.stringify(each).slice(1, -1),
          encodeURIComponent(each),
        ]);
        for (const text of await everythingPrinted(authOf(first, second), behave))
          for (const form of forms) expect(text.includes(form)).toBe(false);
      }),
      { numRuns: 25 },
    );
  },
);

/** Everything that an application might print of a client and of what its calls end in. */
async function everythingPrinted(
  auth: Auth,
  behave: (headers: string) => Promise<Response> | Response,
): Promise<string[]> {
  const fetch = async ({ headers }: Request): Promise<Response> =>
    behave([...headers.values()].join(" "));
  const options = { baseUrl: NOWHERE, tenant: TENANT, auth, fetch, timeout: 5, retry: 1 };
  const api = createClient(options);
  const outcomes = await Promise.all([
    rejectionOf(callAny(Reflect.get(api, "returnBook"), COPY)),
    rejectionOf(callAny(Reflect.get(api, "getBook"), { bookId: "1", include: ["author"] })),
  ]);
  const errors = outcomes.filter((outcome) => outcome instanceof Error);
  expect(errors).toHaveLength(2);
  return [api, ...errors, ...errors.flatMap(({ cause }) => cause ?? [])].flatMap(printed);
}

function printed(value: unknown): string[] {
  const all = { depth: Number.POSITIVE_INFINITY };
  const stack = value instanceof Error ? [value.message, value.stack ?? ""] : [];
  return [inspect(value), inspect({ value }, all), String(value), ...stack, JSON.stringify(value)];
}

function deepError(text: string): Error {
  const inner = Object.assign(new Error(text), { name: text, headers: text });
  return Object.assign(new TypeError(`outer ${text}`, { cause: inner }), { request: text });
}
