import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import { text } from "node:stream/consumers";
import { listenOnFreePort } from "@workflow-api/workspace/testing";
import { expect, type Mock, onTestFinished, vi } from "vitest";
import type { CallOptions, Client, ClientOptions, OpenedBy, Secret } from "../src/index.ts";
import { createClient } from "../src/index.ts";

/** A request as it arrived. */
export interface Received {
  readonly method: string;
  /** Path and query, as they were sent. */
  readonly target: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** A real server of this test alone. */
export interface Service {
  readonly url: string;
  readonly received: readonly Received[];
}

export const MEDIA_TYPE = "application/vnd.api+json";
export const JSON_API: Readonly<Record<string, string>> = { "Content-Type": MEDIA_TYPE };
export const DOMAIN = "3f2b8c1e-7a4d-4e2b-9c6f-1d5e8a7b9c30";
export const KEYS = { apiKey: "key-of-the-tests", apiSecret: "secret-of-the-tests" };
export const NOWHERE = "http://127.0.0.1:9";
export const INSTANCE = {
  flowInstanceId: "flow-1",
  containerInstanceId: "container-1",
  processInstanceId: "process-1",
  taskInstanceId: "task-1",
};
export const CAGE = {
  data: {
    type: "variables_cages",
    id: "cage-1",
    attributes: { name: "Parties", type: "custom", category: "text" },
    relationships: {},
  },
};

export const SERVER_ERROR: Readonly<Record<string, unknown>> = {
  id: {},
  type: "errors",
  links: [],
  status: 1,
  code: 2,
  title: "Broken",
  detail: "Detail",
  source: { trace: "inner-trace" },
  // As some services write an object that is empty.
  meta: [],
};

/** Starts a server that notes each request, then responds by the listener. */
export async function startService(listener: RequestListener): Promise<Service> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const { method = "", url: target = "", headers } = request;
    received.push({ method, target, headers, body: await text(request).catch(() => "") });
    listener(request, response);
  });
  const port = await listenOnFreePort(server);
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${port}`, received };
}

/** A server that gives the same response to everything. */
export function responding(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = JSON_API,
): Promise<Service> {
  return startService((_request, response) => {
    response.writeHead(status, headers).end(typeof body === "string" ? body : JSON.stringify(body));
  });
}

/** Starts the service that the suite calls. Pages of any origin may call it, with any header. */
export async function behavingService(): Promise<string> {
  let busy = 0;
  const behaviours: Readonly<Record<string, (response: ServerResponse) => unknown>> = {
    stall: (response) => response.writeHead(200, JSON_API).write('{"data":'),
    silent: () => {},
    break: (response) =>
      response.writeHead(200, JSON_API).write('{"data":', () => response.destroy()),
    redirect: (response) => response.writeHead(302, { Location: "/elsewhere" }).end(),
    html: (response) =>
      response.writeHead(502, { "Content-Type": "text/html" }).end("<h1>Bad Gateway</h1>"),
    garbage: (response) => response.writeHead(200, JSON_API).end('{"data":'),
    large: (response) => response.writeHead(200, JSON_API).end(" ".repeat(100_000)),
    unknown: (response) =>
      response
        .writeHead(401, JSON_API)
        .end('{ "status": 401, "code": 0, "title": "Unauthorized" }'),
  };
  const relationships = { author: { data: { attributes: {} } } };
  const { url } = await startService(({ method, headers, url: target = "" }, response) => {
    response.setHeader("Access-Control-Allow-Origin", "*");
    response.setHeader(
      "Access-Control-Allow-Headers",
      headers["access-control-request-headers"] ?? "*",
    );
    if (method === "OPTIONS") return response.writeHead(204).end();
    const name = /(\w+)$/.exec(target)?.[1] ?? "";
    if (behaviours[name]) return behaviours[name](response);
    if (name === "busy" && busy++ === 0)
      return response.writeHead(503, { "Retry-After": "0" }).end();
    const body = { data: { ...CAGE.data, relationships }, received: headers };
    return response.writeHead(200, JSON_API).end(JSON.stringify(body));
  });
  return url;
}

type Options = Partial<ClientOptions & { readonly auth: Record<keyof typeof KEYS, Secret> }>;

/** A client of a service, with the key pair. */
export function clientOf(baseUrl: string, options: Options = {}): Client<OpenedBy<typeof KEYS>> {
  return createClient({ baseUrl, domain: DOMAIN, auth: KEYS, ...options });
}

/** Reads the cage 1 with a client that has the key pair, at {@link NOWHERE} unless an option says. */
export function readCage(options: Options, call?: CallOptions): Promise<unknown> {
  return clientOf(NOWHERE, options).getVariablesCage({ id: "1" }, call);
}

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** A fetch that gives the same response to everything, {@link CAGE} by default. */
export function fetchOf(
  body: unknown = CAGE,
  status = 200,
  headers: Readonly<Record<string, string>> = JSON_API,
): Mock<Fetch> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return vi.fn(async () => new Response(text, { status, headers }));
}

/** Calls a method with what its types forbid. */
export function callAny(method: unknown, ...args: readonly unknown[]): Promise<unknown> {
  return Reflect.apply(method as () => Promise<unknown>, undefined, args);
}

/** What a call ends in that its types forbid. It sends nothing. */
export async function refusalOf(
  method: "getVariablesCage" | "resetSmartContractInstance",
  ...args: readonly unknown[]
): Promise<unknown> {
  const fetch = fetchOf();
  const error = await rejectionOf(callAny(clientOf(NOWHERE, { fetch })[method], ...args));
  expect(fetch).not.toHaveBeenCalled();
  return error;
}

/** What a promise is rejected with. */
export async function rejectionOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("The promise was fulfilled.");
}
