import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import { listenOnFreePort } from "@workflow-api/workspace/testing";
import { expect, type Mock, onTestFinished, vi } from "vitest";
import type { CallOptions, Client, ClientOptions, OpenedBy, Secret } from "./fixture/client.ts";
import { createClient } from "./fixture/client.ts";

/** A real server of this test alone. */
export interface Service {
  readonly url: string;
  readonly received: readonly IncomingMessage[];
}

export const MEDIA_TYPE = "application/vnd.library+json";
export const LIBRARY_JSON: Readonly<Record<string, string>> = { "Content-Type": MEDIA_TYPE };
export const TENANT = "3f2b8c1e-7a4d-4e2b-9c6f-1d5e8a7b9c30";
export const KEYS = { secret: "secret-of-the-tests", key: "key-of-the-tests" };
export const NOWHERE = "http://127.0.0.1:9";
export const COPY = { shelfId: "shelf-1", bookId: "book-1" };
export const BOOK = { data: { id: "book-1", attributes: { title: "Notes", year: 1843 } } };
export const UNAUTHORIZED = { status: 401, code: 0, title: "Unauthorized" };
export const FAILURE: Readonly<Record<string, unknown>> = {
  id: {},
  links: [],
  status: 1,
  title: "Broken",
  // As some services write an object that is empty.
  meta: [],
};

/** Starts a server that notes each request, then responds by the listener. */
export async function startService(listener: RequestListener): Promise<Service> {
  const received: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    received.push(request);
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
  headers: Readonly<Record<string, string>> = LIBRARY_JSON,
): Promise<Service> {
  return startService((_request, response) => {
    response.writeHead(status, headers).end(typeof body === "string" ? body : JSON.stringify(body));
  });
}

/** Starts the service that the suite calls. Pages of any origin may call it, with any header. */
export async function behavingService(): Promise<string> {
  let busy = 0;
  type Row = [status: number, body?: string, headers?: Readonly<Record<string, string>>];
  const responses: Readonly<Record<string, Row>> = {
    redirect: [302, "", { Location: "/elsewhere" }],
    html: [502, "<h1>Bad Gateway</h1>", { "Content-Type": "text/html" }],
    garbage: [200, '{"data":'],
    large: [200, " ".repeat(100_000)],
    unknown: [401, JSON.stringify(UNAUTHORIZED)],
  };
  const related = { author: { attributes: {} } };
  const { url } = await startService(({ method, headers, url = "" }, response) => {
    response.setHeader("Access-Control-Allow-Origin", "*");
    response.setHeader(
      "Access-Control-Allow-Headers",
      headers["access-control-request-headers"] ?? "*",
    );
    const id = method === "OPTIONS" ? method : url.replace(/.*\W/, "");
    if (id === "silent") return;
    if (id === "stall" || id === "break") {
      response
        .writeHead(200, LIBRARY_JSON)
        .write('{"data":', () => id === "break" && response.destroy());
      return;
    }
    const book = { data: { ...BOOK.data, related }, received: headers };
    const isBusy = id === "busy" && busy++ === 0;
    const [status, body, responseHeaders = LIBRARY_JSON] =
      responses[id] ?? (isBusy ? [503] : [200, JSON.stringify(book)]);
    response.writeHead(status, responseHeaders).end(body);
  });
  return url;
}

type Options = Partial<ClientOptions & { readonly auth: Record<keyof typeof KEYS, Secret> }>;

/** A client of a service, with the key pair. */
export function clientOf(baseUrl: string, options: Options = {}): Client<OpenedBy<typeof KEYS>> {
  return createClient({ baseUrl, tenant: TENANT, auth: KEYS, ...options });
}

/** Reads the book 1 with the key pair, at {@link NOWHERE} unless an option says otherwise. */
export function readBook(options: Options, call?: CallOptions): Promise<unknown> {
  return clientOf(NOWHERE, options).getBook({ bookId: "1" }, call);
}

type Fetch = (request: Request) => Promise<Response>;

/** Stops the clock and chance of this test; timers advance by `vi`, and `Math.random` is 0.5. */
export function stopTime(): void {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  onTestFinished(() => void vi.useRealTimers().restoreAllMocks());
}

/** A response, whose body is {@link BOOK} by default. */
export function responseOf(
  body: unknown = BOOK,
  status = 200,
  headers: Readonly<Record<string, string>> = LIBRARY_JSON,
): Response {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return new Response(text, { status, headers });
}

/** A fetch that gives the same response to everything. */
export function fetchOf(...response: Parameters<typeof responseOf>): Mock<Fetch> {
  return vi.fn(async () => responseOf(...response));
}

/** Calls a method with what its types forbid. */
export function callAny(method: unknown, ...args: readonly unknown[]): Promise<unknown> {
  return Reflect.apply(method as () => Promise<unknown>, undefined, args);
}

/** What a call ends in that its types forbid. It sends nothing. */
export async function refusalOf(
  method: "getBook" | "returnBook",
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
