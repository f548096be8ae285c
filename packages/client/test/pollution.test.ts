import { describe, expect, test } from "vitest";
import type { Operation, Parameter, Server, Setting } from "../src/operation.ts";
import type { Limits, Login } from "../src/types.ts";
import {
  type CallOptions,
  type ClientOptions,
  type Contract,
  createClient,
  createFetchClient,
  type FetchOptions,
} from "./fixture/client.ts";
import { BOOK, COPY, FAILURE, KEYS, NOWHERE, responseOf, TENANT } from "./service.ts";

type Operations = Contract["operations"];
type ArgumentsOf<Id extends keyof Operations> = keyof Operations[Id]["arguments"];
type Name =
  | keyof (ClientOptions & CallOptions & Limits & Login & FetchOptions & RequestInit)
  | keyof (Contract["credentials"] & Operation & Parameter & Server & Setting)
  | { [Id in keyof Operations]: ArgumentsOf<Id> }[keyof Operations]
  | "auth"
  | "middleware"
  | "params"
  | "path"
  | "query"
  | "header"
  | "parseAs"
  | "baseUrl"
  | "pathSerializer"
  | "querySerializer"
  | "bodySerializer"
  | "requestInitExt"
  | "Request"
  | "cause"
  | "option"
  | "response"
  | "data"
  | "error"
  | "200"
  | "418";

/** Every option and argument that the types have: the compiler says if one is missing. */
const names: Readonly<Record<Name, true>> = {
  "200": true,
  "418": true,
  "If-Match": true,
  "X-Flags": true,
  "page[size]": true,
  Request: true,
  accept: true,
  argument: true,
  auth: true,
  baseUrl: true,
  bodies: true,
  body: true,
  bodySerializer: true,
  bookId: true,
  cache: true,
  catalogueUrl: true,
  cause: true,
  credentials: true,
  data: true,
  dispatcher: true,
  duplex: true,
  error: true,
  fetch: true,
  fetchOptions: true,
  header: true,
  headers: true,
  include: true,
  includes: true,
  integrity: true,
  keepalive: true,
  key: true,
  label: true,
  login: true,
  maxBytes: true,
  method: true,
  middleware: true,
  mode: true,
  name: true,
  new: true,
  number: true,
  operationId: true,
  option: true,
  owner: true,
  parameters: true,
  params: true,
  parseAs: true,
  password: true,
  path: true,
  pathSerializer: true,
  pattern: true,
  probe: true,
  query: true,
  querySerializer: true,
  redirect: true,
  referrer: true,
  referrerPolicy: true,
  requestInitExt: true,
  required: true,
  response: true,
  retry: true,
  scale: true,
  secret: true,
  security: true,
  separator: true,
  serializer: true,
  server: true,
  settings: true,
  shelfId: true,
  signal: true,
  sort: true,
  suffix: true,
  tenant: true,
  timeout: true,
  token: true,
  treeIds: true,
  url: true,
  username: true,
  window: true,
};

const EVIL = "http://evil.example";
const poisons = { "a string": EVIL, "a function": () => EVIL, "an object": { url: EVIL } };

/** What `Request` of Node.js itself looks up on `Object.prototype`: such calls fail. */
const ofPlatform = ["referrer", "required"];

describe.each(Object.entries(poisons))("%s on Object.prototype", (_what, poison) => {
  test.each(Object.keys(names))("is nobody's %s", async (name) => {
    for (const call of [callMethods, callFetchClient]) {
      const expected = await call();
      const polluted = await pollutedBy(name, poison, call);
      if (call === callMethods || !ofPlatform.includes(name)) expect(polluted).toEqual(expected);
      for (const sent of polluted.sent) expect(expected.sent).toContainEqual(sent);
    }
  });
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
    await settled(api.safe.getBook({ bookId: "1" })),
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
    await settled(client.GET(get, { params: { path: { bookId: "1" } } })),
  ];
  return { sent, outcomes };
}

/** The options of a client, and what it sends. */
function observe() {
  const sent: unknown[] = [];
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const { signal: _, headers, ...own } = { ...init };
    // It has no prototype: a real fetch would look up the other options there.
    sent.push([url, Object.getPrototypeOf(init), { ...headers }, own]);
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
