import { once } from "node:events";
import { rmSync } from "node:fs";
import { cp, mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, extname, join } from "node:path";
import compression from "compression";
import sirv from "sirv";
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

/** Types that a browser would otherwise download, or decode differently. */
const types: ReadonlyMap<string, string> = new Map([
  [".md", "text/markdown; charset=utf-8"],
  [".txt", "text/plain; charset=utf-8"],
  [".yaml", "application/yaml; charset=utf-8"],
]);

/** The headers of pages. Their own policy cannot say who may frame them. */
const pageHeaders = new Headers({
  "Content-Security-Policy": "frame-ancestors 'none'",
  "Content-Type": "text/html; charset=utf-8",
  "Referrer-Policy": "no-referrer",
});

/**
 * Serves the built site, compressed, below the base path that it was built for.
 *
 * @throws {Error} It is not built, or the port cannot be listened on.
 */
export async function startSite(options: SiteOptions): Promise<RunningSite> {
  const { folder, port = 0, host = "127.0.0.1", mockUrl } = options;
  const built = await readFile(join(folder, "build.json"), "utf8").catch(() => {
    throw new Error(`There is no site in ${folder}. Build it: npm run build -w @workflow-api/docs`);
  });
  const { base }: { base: string } = JSON.parse(built);
  // A copy, so that a build can replace the site.
  const root = await mkdtemp(join(tmpdir(), "docs-"));
  const remove = (): void => rmSync(root, { recursive: true, force: true });
  process.once("exit", remove);
  await cp(folder, join(root, base), { recursive: true });
  if (mockUrl !== undefined) await showMock(root, mockUrl);
  const respond = await createResponder(root, base);
  let isStopping = false;
  const server = createServer((request, response) => {
    if (isStopping) response.setHeader("Connection", "close");
    respond(request, response);
  });
  await once(server.listen(port, host), "listening").catch(({ message }: Error) => {
    throw new Error(`The docs cannot listen on ${host}:${port}: ${message}.`);
  });
  const { port: listening } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${listening}${base}`,
    close: async (grace = 0) => {
      isStopping = true;
      const closed = once(server, "close");
      // Busy connections close with their next response; the remaining ones are idle.
      setTimeout(() => server.close(), Math.min(grace, 500));
      const end = setTimeout(() => server.closeAllConnections(), grace);
      await closed;
      clearTimeout(end);
      process.off("exit", remove);
      remove();
    },
  };
}

/** Responds with the files of a folder, in which the site is below its base path. */
async function createResponder(root: string, base: string): Promise<RequestListener> {
  const paths = await readdir(root, { recursive: true });
  const pages = paths.filter((path) => path.endsWith("index.html")).map(dirname);
  // A folder without its slash leads to its page.
  const folders = new Set(pages.map((path) => encodeURI(`/${path.replaceAll("\\", "/")}`)));
  const notFound = await readFile(join(root, base, "404.html"));
  const compress = compression();
  const files = sirv(root, {
    etag: true,
    extensions: ["html"],
    setHeaders: (response, path) => {
      // File names below _astro contain a hash of their content.
      const isHashed = path.includes("/_astro/");
      response.setHeader("Cache-Control", isHashed ? "max-age=31536000, immutable" : "no-cache");
      if (path.endsWith("/")) response.setHeaders(pageHeaders);
      const type = types.get(extname(path));
      if (type !== undefined) response.setHeader("Content-Type", type);
    },
  });
  return (request, response) => {
    response.setHeader("X-Content-Type-Options", "nosniff");
    const missing = (): void => void response.setHeaders(pageHeaders).writeHead(404).end(notFound);
    const redirect = (location: string): void =>
      void response.writeHead(301, { Location: location }).end();
    const [path = "/", query = ""] = (request.url ?? "/").split(/(?=\?)/);
    // Ranges are ignored: a partial response cannot be compressed.
    delete request.headers.range;
    if (request.method !== "GET" && request.method !== "HEAD")
      response.writeHead(405, { Allow: "GET, HEAD" }).end();
    else if (folders.has(path)) redirect(`${path}/${query}`);
    else if (path === "/" && base !== "/") redirect(base + query);
    else compress(request, response, () => files(request, response, missing));
  };
}

/** Replaces the URL of the mock in the pages. The contract stays unchanged. */
async function showMock(root: string, url: string): Promise<void> {
  for (const path of await readdir(root, { recursive: true })) {
    if (!/\.(html|js|md|txt)$/.test(path)) continue;
    const file = join(root, path);
    await writeFile(file, showMockUrl(await readFile(file, "utf8"), url));
  }
}
