import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import compression from "compression";
import { lookup } from "mrmime";
import { showMockUrl } from "./mock-url.ts";

/** A running server. */
export interface RunningSite {
  /** Its URL, with a trailing slash. */
  readonly url: string;
  /** Lets pending requests finish, for at most `grace` milliseconds. */
  close(grace?: number): Promise<void>;
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

/** A file of the site, with the headers of its response. */
interface SiteFile {
  readonly content: string | Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** A built site in memory, so that a build can replace its folder. */
interface Site {
  readonly base: string;
  /** By the path of their URLs. */
  readonly files: ReadonlyMap<string, SiteFile>;
}

/**
 * Serves the built site, compressed, below the base path that it was built for.
 *
 * @throws {Error} It is not built, or the port cannot be listened on.
 */
export async function startSite(options: SiteOptions): Promise<RunningSite> {
  const { folder, port = 0, host = "127.0.0.1", mockUrl } = options;
  const site = await readSite(folder, mockUrl);
  const compress = compression();
  let isStopping = false;
  const server = createServer((request, response) => {
    if (isStopping) response.setHeader("Connection", "close");
    compress(request, response, () => respond(site, request, response));
  });
  await once(server.listen(port, host), "listening");
  const { port: listening } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${listening}${site.base}`,
    close: async (grace = 0) => {
      isStopping = true;
      const closed = once(server, "close");
      // Busy connections close with their next response; the remaining ones are idle.
      setTimeout(() => server.close(), Math.min(grace, 500));
      const end = setTimeout(() => server.closeAllConnections(), grace);
      await closed;
      clearTimeout(end);
    },
  };
}

function respond({ base, files }: Site, request: IncomingMessage, response: ServerResponse): void {
  const { pathname = "", search = "" } = URL.parse(`http://site${request.url}`) ?? {};
  const file = files.get(pathname) ?? files.get(`${pathname}index.html`);
  if (file !== undefined) response.writeHead(200, file.headers).end(file.content);
  else if (files.has(`${pathname}/index.html`))
    response.writeHead(301, { Location: `${pathname}/${search}` }).end();
  else {
    const missing = files.get(`${base}404.html`);
    response.writeHead(404, missing?.headers).end(missing?.content);
  }
}

async function readSite(folder: string, mockUrl: string | undefined): Promise<Site> {
  const built = await readFile(join(folder, "build.json"), "utf8").catch(() => {
    throw new Error(`There is no site in ${folder}. Build it: npm run build -w @workflow-api/docs`);
  });
  const { base }: { base: string } = JSON.parse(built);
  const files = new Map<string, SiteFile>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const path = file.slice(join(folder, "/").length).replaceAll("\\", "/");
    const content = await contentOf(file, mockUrl);
    const { pathname } = new URL(`http://site${base}${path}`);
    files.set(pathname, { content, headers: headersOf(path) });
  }
  return { base, files };
}

/** The content of a file, with the URL of the mock in pages. The contract stays unchanged. */
async function contentOf(file: string, mockUrl: string | undefined): Promise<string | Buffer> {
  if (!/\.(html|js|md|txt)$/.test(file)) return await readFile(file);
  const text = await readFile(file, "utf8");
  return mockUrl === undefined ? text : showMockUrl(text, mockUrl);
}

function headersOf(path: string): SiteFile["headers"] {
  const type = lookup(path) ?? "application/octet-stream";
  return {
    "Content-Type": type.startsWith("text/") ? `${type}; charset=utf-8` : type,
    // File names below _astro contain a hash of their content.
    "Cache-Control": path.startsWith("_astro/") ? "max-age=31536000, immutable" : "no-cache",
    "X-Content-Type-Options": "nosniff",
    // The policy of a page cannot say who may frame it.
    "Content-Security-Policy": "frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
  };
}
