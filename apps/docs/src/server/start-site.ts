import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer, type Server, type ServerResponse } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import sirv from "sirv";
import { listenError, StartError } from "./start-error.ts";

/** A server that answers. */
export interface Running {
  /** Its address, with a trailing slash. */
  readonly url: string;
  close(): Promise<void>;
}

/** Where the docs listen, and what they serve. */
export interface SiteOptions {
  readonly port: number;
  readonly host: string;
  /** The folder of the built site. */
  readonly folder?: string;
  /** The address of a mock that runs beside it, which its pages are told. */
  readonly mock?: string | undefined;
}

const built = fileURLToPath(new URL("../../dist/", import.meta.url));

/**
 * Serves the built site.
 * @throws {StartError} It is not built, or the port or host cannot be listened on.
 */
export async function startSite({ port, host, folder = built, mock }: SiteOptions): Promise<Running> {
  if (!existsSync(join(folder, "index.html"))) {
    throw new StartError(`There is no site in ${folder}. Build it with: npm run build -w @workflow-api/docs`);
  }
  const server = await createSite(folder, mock);
  await listen(server, port, host);
  return {
    url: addressOf(server, host),
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeAllConnections();
      }),
  };
}

async function createSite(folder: string, mock: string | undefined): Promise<Server> {
  const missing = await readFile(join(folder, "404.html"));
  const serve = sirv(folder, {
    brotli: true,
    etag: true,
    gzip: true,
    setHeaders: (response, path) => setHeaders(response, path, mock),
    onNoMatch: (_request, response) => {
      response.writeHead(404, { "content-type": "text/html; charset=utf-8" }).end(missing);
    },
  });
  return createServer((request, response) => {
    if (request.method === "GET" || request.method === "HEAD") {
      serve(request, response);
    } else {
      response.writeHead(405, { allow: "GET, HEAD" }).end();
    }
  });
}

function setHeaders(response: ServerResponse, path: string, mock: string | undefined): void {
  response.setHeader("x-content-type-options", "nosniff");
  response.setHeader("referrer-policy", "no-referrer");
  for (const [name, value] of Object.entries(mockHeaders(mock))) {
    response.setHeader(name, value);
  }
  if (path.endsWith(".yaml")) {
    response.setHeader("content-type", "application/yaml; charset=utf-8");
  }
  if (path.includes("/_astro/")) {
    // Their names hold a hash of what they contain.
    response.setHeader("cache-control", "public, max-age=31536000, immutable");
  }
}

/** What tells a page of the mock beside it. */
export function mockHeaders(mock: string | undefined): Readonly<Record<string, string>> {
  return mock === undefined ? {} : { "server-timing": `mock;desc="${mock}"` };
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => reject(listenError(error, port, host)));
    server.listen(port, host, resolve);
  });
}

function addressOf(server: Server, host: string): string {
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}/`;
}
