import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve, sep } from "node:path";
import compression from "compression";
import send from "send";
import { showMockUrl } from "./mock-url.ts";

/** A running server. */
export interface RunningSite {
  /** Its URL, with a trailing slash. */
  readonly url: string;
  close(): Promise<void>;
}

/** Options of the server. */
export interface SiteOptions {
  /** The folder of the built site. */
  readonly folder: string;
  readonly port?: number;
  readonly host?: string;
  /** The URL of the mock to show in place of the default one. */
  readonly mockUrl?: string | undefined;
}

/** A built site. */
interface Site {
  readonly folder: string;
  /** The path that it was built for, with a slash at both ends. */
  readonly base: string;
  readonly mockUrl: string | undefined;
}

/**
 * Serves the built site, compressed, below the base path that it was built for.
 *
 * @throws {Error} It is not built, or the port cannot be listened on.
 */
export async function startSite(options: SiteOptions): Promise<RunningSite> {
  const { port = 0, host = "127.0.0.1", mockUrl } = options;
  const folder = resolve(options.folder);
  const site = { folder, base: await baseOf(folder), mockUrl };
  const compress = compression();
  const server = createServer((request, response) => {
    const answer = (): void => void respond(site, request, response);
    // A range is one of the bytes that are not compressed.
    if (request.headers.range === undefined) compress(request, response, answer);
    else answer();
  });
  await once(server.listen(port, host), "listening");
  const { port: listening } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${listening}${site.base}`,
    close: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function baseOf(folder: string): Promise<string> {
  const built = await readFile(join(folder, "build.json"), "utf8").catch(() => {
    throw new Error(`There is no site in ${folder}. Build it: npm run build -w @workflow-api/docs`);
  });
  const { base }: { base: string } = JSON.parse(built);
  return base;
}

async function respond(
  site: Site,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (request.method !== "GET" && request.method !== "HEAD") {
    response.writeHead(405, { Allow: "GET, HEAD" }).end();
    return;
  }
  const { pathname = "/", search = "" } = URL.parse(`http://site${request.url}`) ?? {};
  if (`${pathname}/` === site.base) return redirect(response, site.base + search);
  const path = pathname.startsWith(site.base) ? pathname.slice(site.base.length - 1) : "/404.html";
  if (path !== pathname.slice(site.base.length - 1)) response.statusCode = 404;
  // File names below _astro contain a hash of their content.
  const isHashed = path.startsWith("/_astro/");
  response.setHeader("Cache-Control", isHashed ? "max-age=31536000, immutable" : "no-cache");
  if (await sendPage(site, path, request, response)) return;
  sendFile(site, path, request, response)
    .on("directory", () => redirect(response, `${pathname}/${search}`))
    .on("error", ({ status }: { readonly status: number }) => {
      const isMissing = [400, 403, 404].includes(status) && path !== "/404.html";
      response.statusCode = isMissing ? 404 : status;
      if (isMissing) void sendMissing(site, request, response);
      else response.end();
    })
    .pipe(response);
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(301, { Location: location }).end();
}

function sendFile(
  { folder }: Site,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const acceptRanges = response.statusCode === 200;
  return send(request, path, { root: folder, cacheControl: false, acceptRanges });
}

/** Sends the page that says that there is none. */
async function sendMissing(
  site: Site,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.setHeader("Cache-Control", "no-cache");
  if (await sendPage(site, "/404.html", request, response)) return;
  sendFile(site, "/404.html", request, response).pipe(response);
}

/**
 * Sends a page with the URL of the mock. The contract stays unchanged.
 *
 * @returns Whether it is one.
 */
async function sendPage(
  { folder, mockUrl }: Site,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const types = { html: "text/html", md: "text/markdown", txt: "text/plain" };
  const [, extension = "html"] = /\.(\w+)$/.exec(path) ?? [];
  const type = Object.entries(types).find(([name]) => name === extension)?.[1];
  if (mockUrl === undefined || type === undefined) return false;
  const file = fileOf(folder, path.replace(/\/$/, "/index.html"));
  const content = file && (await readFile(file, "utf8").catch(() => undefined));
  if (content === undefined) return false;
  const page = showMockUrl(content, mockUrl);
  const etag = `W/"${createHash("sha256").update(page).digest("base64url")}"`;
  response.setHeader("Content-Type", `${type}; charset=utf-8`).setHeader("ETag", etag);
  const isKnown = request.headers["if-none-match"]?.split(/\s*,\s*/).includes(etag) === true;
  if (isKnown && response.statusCode === 200) response.writeHead(304).end();
  else response.end(page);
  return true;
}

/** The file of a path of a URL. `undefined`: it would be outside of the folder. */
function fileOf(folder: string, path: string): string | undefined {
  try {
    const file = join(folder, decodeURIComponent(path));
    return file.startsWith(folder + sep) && !file.includes("\0") ? file : undefined;
  } catch {
    return undefined;
  }
}

const headers = {
  "X-Content-Type-Options": "nosniff",
  // The policy of a page cannot say who may frame it.
  "Content-Security-Policy": "frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
};
