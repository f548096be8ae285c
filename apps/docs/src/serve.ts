import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, extname, join } from "node:path";
import compression from "compression";
import sirv from "sirv";
import { policy } from "./finish/policy.ts";

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

const usualMock = "http://127.0.0.1:4010";

/** Types that a browser would otherwise download, or decode differently. */
const types: ReadonlyMap<string, string> = new Map([
  [".md", "text/markdown; charset=utf-8"],
  [".txt", "text/plain; charset=utf-8"],
  [".yaml", "application/yaml; charset=utf-8"],
]);

const headers = new Headers({
  "Content-Security-Policy": `${policy}; frame-ancestors 'none'`,
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
});

/**
 * Serves the built site, compressed, below the base path that it was built for.
 *
 * @throws {Error} It is not built, or the port cannot be listened on.
 */
export async function startSite(options: SiteOptions): Promise<RunningSite> {
  const { folder, port = 0, host = "127.0.0.1", mockUrl = usualMock } = options;
  const built = await readFile(join(folder, "build.json"), "utf8").catch(() => {
    throw new Error(`There is no site in ${folder}. Build it: npm run build -w @workflow-api/docs`);
  });
  const { base }: { base: string } = JSON.parse(built);
  // A copy, so that a build can replace the site.
  const root = await mkdtemp(join(tmpdir(), "docs-"));
  await cp(folder, root, { recursive: true });
  const paths = await readdir(root, { recursive: true });
  if (mockUrl !== usualMock) await showMock(root, paths, mockUrl);
  const folders = new Set(
    paths
      .filter((path) => path.endsWith("index.html"))
      .map((path) => encodeURI(`/${dirname(path).replaceAll("\\", "/")}`)),
  );
  const notFound = await readFile(join(root, "404.html"));
  const compress = compression();
  const files = sirv(root, {
    etag: true,
    extensions: ["html"],
    setHeaders: (response, path) => {
      // File names below _astro contain a hash of their content.
      const isHashed = path.startsWith("/_astro/");
      response.setHeader("Cache-Control", isHashed ? "max-age=31536000, immutable" : "no-cache");
      const type = types.get(extname(path));
      if (type !== undefined) response.setHeader("Content-Type", type);
    },
  });
  /**
   * A folder without its trailing slash redirects to its page, and the root to a site below a path.
   */
  const pageOf = (path: string, below: string): string => {
    if (path === "/" || `${path}/` === base) return base;
    return folders.has(below) ? `${path}/` : path;
  };
  let isStopping = false;
  const server = createServer((request, response) => {
    response.setHeaders(headers);
    if (isStopping) response.setHeader("Connection", "close");
    const fail = (status: number, body: string | Buffer, more = {}): void => {
      response.writeHead(status, more).end(body);
    };
    const missing = (): void => fail(404, notFound, { "Content-Type": "text/html; charset=utf-8" });
    if (request.method !== "GET" && request.method !== "HEAD") {
      fail(405, "", { Allow: "GET, HEAD" });
      return;
    }
    const [path = "/", query] = (request.url ?? "/").split(/(?=\?)/);
    const below = path.startsWith(base) ? path.slice(base.length - 1) : "";
    const page = pageOf(path, below);
    if (page !== path) fail(301, "", { Location: page + (query ?? "") });
    else if (below === "" || below === "/404") missing();
    else {
      request.url = below;
      // Ranges are ignored: a partial response cannot be compressed.
      delete request.headers.range;
      compress(request, response, () => files(request, response, missing));
    }
  });
  const listening = await new Promise<number>((resolve, reject) => {
    server.once("error", ({ message }) =>
      reject(new Error(`The docs cannot listen on ${host}:${port}: ${message}.`)),
    );
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${listening}${base}`,
    close: async (grace = 0) => {
      isStopping = true;
      const closed = new Promise((resolve) => server.once("close", resolve));
      // Busy connections close with their next response; the remaining ones are idle.
      setTimeout(() => server.close(), Math.min(grace, 500));
      const end = setTimeout(() => server.closeAllConnections(), grace);
      await closed;
      clearTimeout(end);
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** Replaces the URL of the mock in the pages. The contract stays unchanged. */
async function showMock(root: string, paths: readonly string[], mockUrl: string): Promise<void> {
  for (const path of paths.filter((each) => /\.(html|js|md|txt)$/.test(each))) {
    const text = await readFile(join(root, path), "utf8");
    const url = mockUrl.replace(/\/+$/, "");
    const shown = text.replaceAll(usualMock, url).replaceAll(breakable(usualMock), breakable(url));
    await writeFile(join(root, path), shown);
  }
}

/** A URL as samples show it, with break opportunities after each slash. */
function breakable(url: string): string {
  return url.replaceAll("/", "/<wbr>");
}
