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

/** A built site in memory, so that a build can replace its folder. */
interface Site {
  readonly base: string;
  /** The content of each file, by the path of its URL. */
  readonly files: ReadonlyMap<string, string | Buffer>;
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
  const server = createServer((request, response) =>
    compress(request, response, () => respond(site, request, response)),
  );
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

function respond({ base, files }: Site, request: IncomingMessage, response: ServerResponse): void {
  const { pathname = "", search = "" } = URL.parse(`http://site${request.url}`) ?? {};
  if (files.has(`${pathname}/index.html`)) {
    response.writeHead(301, { Location: `${pathname}/${search}` }).end();
    return;
  }
  const path = [pathname, `${pathname}index.html`].find((each) => files.has(each));
  const served = path ?? `${base}404.html`;
  response.writeHead(path === undefined ? 404 : 200, headersOf(served)).end(files.get(served));
}

async function readSite(folder: string, mockUrl: string | undefined): Promise<Site> {
  const built = await readFile(join(folder, "build.json"), "utf8").catch(() => {
    throw new Error(`There is no site in ${folder}. Build it: npm run build -w @workflow-api/docs`);
  });
  const { base }: { base: string } = JSON.parse(built);
  const files = new Map<string, string | Buffer>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const path = file.slice(join(folder, "/").length).replaceAll("\\", "/");
    const { pathname } = new URL(`http://site${base}${path}`);
    files.set(pathname, await contentOf(file, mockUrl));
  }
  return { base, files };
}

/** The content of a file, with the URL of the mock in pages. The contract stays unchanged. */
async function contentOf(file: string, mockUrl: string | undefined): Promise<string | Buffer> {
  const content = await readFile(file);
  const isPage = mockUrl !== undefined && /\.(html|md|txt)$/.test(file);
  return isPage ? showMockUrl(content.toString(), mockUrl) : content;
}

function headersOf(path: string): Record<string, string> {
  const type = lookup(path) ?? "application/octet-stream";
  return {
    "Content-Type": type.startsWith("text/") ? `${type}; charset=utf-8` : type,
    // File names below _astro contain a hash of their content.
    "Cache-Control": path.includes("/_astro/") ? "max-age=31536000, immutable" : "no-cache",
    "X-Content-Type-Options": "nosniff",
    // The policy of a page cannot say who may frame it.
    "Content-Security-Policy": "frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
  };
}
