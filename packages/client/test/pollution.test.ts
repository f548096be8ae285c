import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect, test, vi } from "vitest";
import { createClient, createFetchClient } from "./fixture/client.ts";
import {
  BOOK,
  COPY,
  FAILURE,
  FETCH_OPTIONS,
  KEYS,
  NOWHERE,
  rejectionOf,
  responseOf,
  TENANT,
} from "./service.ts";

const entry = fileURLToPath(new URL("./fixture/client.ts", import.meta.url));
const { outputFiles } = await build({ entryPoints: [entry], bundle: true, write: false });
const types = new URL("./fixture/generated/contract.ts", import.meta.url);
const sources = [outputFiles[0]?.text, readFileSync(types, "utf8"), Object.keys(FETCH_OPTIONS)];

/** Whatever the program, openapi-fetch or the types of the contract may call a member. */
const words = new Set(sources.join().match(/[a-z_]\w*/gi));

/** What the language itself looks up on objects that it makes. */
const ofLanguage = ["get", "set", "then", "return"];

const EVIL = "http://evil.example";
const poisons = [EVIL, Object.assign(() => EVIL, { url: EVIL })];
// Calls fail by what Node.js itself looks up on `Object.prototype`.
const faces = [
  { call: callMethods, expected: await callMethods(), failBy: ["dispatcher"] },
  {
    call: callFetchClient,
    expected: await callFetchClient(),
    failBy: ["dispatcher", "referrer", "required"],
  },
];

test.each([...words].filter((name) => !(name in {} || ofLanguage.includes(name))))(
  "what Object.prototype has as %s, nobody has given",
  async (name) => {
    for (const poison of poisons)
      for (const { call, expected, failBy } of faces) {
        const polluted = await pollutedBy(name, poison, call);
        for (const sent of polluted.sent) expect(expected.sent).toContainEqual(sent);
        if (!failBy.includes(name)) expect(polluted).toEqual(expected);
      }
  },
);

test("a dispatcher on Object.prototype, which Node's fetch would use, gets nothing", async () => {
  const dispatch = vi.fn();
  const call = async () => createClient({ ...observe().options, fetch }).getBook({ bookId: "1" });
  const outcome = pollutedBy("dispatcher", { dispatch }, () => rejectionOf(call()));
  expect(await outcome).toMatchObject({ option: "fetchOptions.dispatcher" });
  expect(dispatch).not.toHaveBeenCalled();
});

async function pollutedBy<Result>(
  name: string,
  value: unknown,
  call: () => Promise<Result>,
): Promise<Result> {
  const descriptor = { value, configurable: true, enumerable: true, writable: true };
  Object.defineProperty(Object.prototype, name, descriptor);
  try {
    return await call();
  } finally {
    Reflect.deleteProperty(Object.prototype, name);
  }
}

/** What is sent, and what becomes of it. */
interface Observed {
  readonly sent: readonly unknown[];
  readonly outcomes: readonly unknown[];
}

async function callMethods(): Promise<Observed> {
  const { sent, options } = observe();
  const api = createClient(options);
  const outcomes = [
    await settled(api.getBook({ bookId: "1" })),
    await settled(api.returnBook(COPY)),
    await settled(api.returnBook(COPY)),
    await settled(api.getBook(Object({}))),
  ];
  return { sent, outcomes };
}

async function callFetchClient(): Promise<Observed> {
  const { sent, options } = observe();
  const client = createFetchClient(options);
  const get = "/catalogue/books/{bookId}";
  const post = "/v1/shelves/{shelfId}/books/{bookId}/return";
  const outcomes = [
    await settled(client.GET(get, { params: { path: { bookId: "1" } } })),
    await settled(client.POST(post, { params: { path: COPY } })),
    await settled(client.POST(post, { params: { path: COPY } })),
  ];
  return { sent, outcomes };
}

/** The options of a client, and what it sends. */
function observe() {
  const sent: unknown[] = [];
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const { signal: _, headers, ...rest } = { ...init };
    // It has no prototype: a real fetch would look up the other options there.
    sent.push([url, Object.getPrototypeOf(init), { ...headers }, rest]);
    if (url.includes("catalogue")) return responseOf(BOOK);
    return responseOf(
      ...(sent.length === 2 ? ([{ accepted: true }] as const) : ([FAILURE, 500] as const)),
    );
  };
  return { sent, options: { baseUrl: NOWHERE, tenant: TENANT, auth: KEYS, fetch } };
}

/** An outcome by its own members. */
async function settled(call: Promise<unknown>): Promise<unknown> {
  try {
    return ownMembers(await call);
  } catch (error) {
    return ownMembers(error);
  }
}

function ownMembers(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Response) return "a response";
  const text = value instanceof Error ? value.message : "";
  return [text, ...Object.keys(value).map((name) => [name, ownMembers(Reflect.get(value, name))])];
}
