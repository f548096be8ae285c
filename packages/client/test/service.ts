import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { type Client, type ClientOptions, createClient, type OpenedBy } from "../src/index.ts";

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

/** Starts a server that notes each request, then answers with the listener. */
export async function startService(listener: RequestListener): Promise<Service> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const { method = "", url: target = "", headers } = request;
    received.push({ method, target, headers, body: await text(request).catch(() => "") });
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, received };
}

/** A server that gives the same answer to everything. */
export function answering(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = JSON_API,
): Promise<Service> {
  return startService((_request, response) => {
    response.writeHead(status, headers).end(typeof body === "string" ? body : JSON.stringify(body));
  });
}

/** A client of a service, with the key pair. */
export function clientOf(
  url: string,
  options: Partial<ClientOptions> = {},
): Client<OpenedBy<typeof KEYS>> {
  return createClient({ baseUrl: url, domain: DOMAIN, auth: KEYS, ...options });
}

/** Calls a method with what its types forbid. */
export function callAny(method: unknown, ...args: readonly unknown[]): Promise<unknown> {
  return Reflect.apply(method as () => Promise<unknown>, undefined, args);
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
