import { createServer, type RequestListener } from "node:http";
import { listenOnFreePort } from "@workflow-api/workspace/testing";
import { expect, onTestFinished } from "vitest";
import {
  type JournalEntry,
  type MockOptions,
  type RunningMock,
  startMock,
} from "../../src/index.ts";
import { cage, contractFile, keys } from "./requests.ts";

// A real service behind the mock.

export interface ProxySetup {
  readonly mock: RunningMock;
  /** The targets of the requests that the service got. */
  readonly targets: (string | undefined)[];
}

/**
 * Starts a service, and a mock before it.
 *
 * @param path - That of the URL of the service.
 */
export async function start(
  service: RequestListener,
  options: MockOptions = {},
  path: string = "/base/",
): Promise<ProxySetup> {
  const targets: (string | undefined)[] = [];
  const server = createServer((incoming, response) => {
    targets.push(incoming.url);
    service(incoming, response);
  });
  const upstream = `http://127.0.0.1:${await listenOnFreePort(server)}${path}`;
  const mock = await startMock({ contract: contractFile, upstream, ...options });
  onTestFinished(async () => {
    await mock.close({ grace: 0 });
    server.closeAllConnections();
    server.close();
  });
  return { mock, targets };
}

export function sends(
  body: unknown,
  status = 200,
  headers: Record<string, string | string[]> = {},
): RequestListener {
  return (_, response) => {
    response
      .writeHead(status, { "content-type": "application/vnd.api+json", ...headers })
      .end(JSON.stringify(body));
  };
}

export async function ask(
  { mock }: ProxySetup,
  path: string = cage,
  init: RequestInit = {},
): Promise<Response> {
  return await fetch(mock.url + path, { headers: keys, redirect: "manual", ...init });
}

/** The last request, once it is in the journal. */
export async function lastOf({ mock }: ProxySetup): Promise<JournalEntry | undefined> {
  await expect.poll(() => mock.requests().at(-1)?.status ?? null).not.toBeNull();
  return mock.requests().at(-1);
}
