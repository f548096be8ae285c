import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import compression from "compression";
import sirv from "sirv";
import { policy } from "./finish/policy.ts";

/** A server that answers. */
export interface RunningSite {
  /** Its URL, with a trailing slash. */
  readonly url: string;
  /** Lets what is under way end, for at most `grace` milliseconds. */
  close(grace?: number): Promise<void>;
}

/** What is served, and where. */
export interface SiteOptions {
  /** The folder of the built site. */
  readonly folder: string;
  readonly port?: number;
  readonly host?: string;
  /** The URL of the mock that every page shows in place of the usual one. */
  readonly mockUrl?: string | undefined;
}

const usualMock = "http://127.0.0.1:4010";

/** Those that are read as another encoding, or downloaded, unless it is said. */
const types: ReadonlyMap<string, string> = new Map([
  [".md", "text/markdown"],
  [".txt", "text/plain"],
  [".yaml", "application/yaml"],
]);

const noUrl = { pathname: "", search: "" };

const headers = {
  "Content-Security-Policy": `${policy}; frame-ancestors 'none'`,
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};

/**
 * Serves the built site, compressed, below the path that it was built for.
 *
 * @throws {Error} It is not built, or the port cannot be listened on.
 */
export async function startSite({
  folder,
  port = 0,
  host = "127.0.0.1",
  mockUrl = usualMock,
}: SiteOptions): Promise<RunningSite> {
  const built = await readFile(join(folder, "build.json"), "utf8").catch(() => {
    throw new Error(`There is no site in ${folder}. Build it: npm run build -w @workflow-api/docs`);
  });
  const { base }: { base: string } = JSON.parse(built);
  const root = await copyWithMock(folder, mockUrl);
  const notFound = await readFile(join(root, "404.html"));
  const compress = compression();
  const files = sirv(root, {
    etag: true,
    extensions: ["html"],
    setHeaders: (response, path) => {
      // The names below _astro hold a hash of what they contain.
      const isHashed = path.startsWith("/_astro/");
      response.setHeader("Cache-Control", isHashed ? "max-age=31536000, immutable" : "no-cache");
      const type = types.get(extname(path));
      if (type !== undefined) response.setHeader("Content-Type", `${type}; charset=utf-8`);
    },
  });
  const folders = await foldersIn(root);
  // A folder without its last slash leads to its page, and the root to a site below a path.
  const pageOf = (pathname: string, below: string): string => {
    if (pathname === "/" || `${pathname}/` === base) return base;
    return folders.has(below) ? `${pathname}/` : pathname;
  };
  let isStopping = false;
  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (isStopping) response.setHeader("Connection", "close");
    if (request.method !== "GET" && request.method !== "HEAD") {
      response.writeHead(405, { Allow: "GET, HEAD" }).end();
      return;
    }
    const { pathname, search } = URL.parse(`http://docs${request.url}`) ?? noUrl;
    const below = pathname.startsWith(base) ? pathname.slice(base.length - 1) : "";
    const to = pageOf(pathname, below);
    if (to !== pathname) {
      response.writeHead(301, { Location: to + search }).end();
      return;
    }
    request.url = below;
    // A part of a file is not asked for, and could not be compressed.
    delete request.headers.range;
    compress(request, response, () => {
      const fail = (): void => {
        response.writeHead(404, { "Content-Type": "text/html; charset=utf-8" }).end(notFound);
      };
      if (below === "" || below === "/404") fail();
      else files(request, response, fail);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", ({ message }) =>
      reject(new Error(`The docs cannot listen on ${host}:${port}: ${message}.`)),
    );
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const listening = typeof address === "object" && address !== null ? address.port : port;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${listening}${base}`,
    close: async (grace = 0) => {
      isStopping = true;
      const closed = new Promise((resolve) => server.once("close", resolve));
      // Under load each connection ends with its next response; then what is left is idle.
      setTimeout(() => server.close(), Math.min(grace, 500));
      const end = setTimeout(() => server.closeAllConnections(), grace);
      await closed;
      clearTimeout(end);
      await rm(root, { recursive: true, force: true });
    },
  };
}

/**
 * A copy of a site, so that a build may replace the site meanwhile. Its pages show the URL of the
 * mock; the contract stays as it is.
 */
async function copyWithMock(folder: string, mockUrl: string): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), "docs-"));
  await cp(folder, copy, { recursive: true });
  const files = mockUrl === usualMock ? [] : await readdir(copy, { recursive: true });
  for (const file of files.filter((each) => /\.(html|js|md|txt)$/.test(each))) {
    const text = await readFile(join(copy, file), "utf8");
    await writeFile(join(copy, file), text.replaceAll(usualMock, mockUrl.replace(/\/+$/, "")));
  }
  return copy;
}

/** The folders of a site that have a page, as paths without the last slash, encoded. */
async function foldersIn(root: string): Promise<ReadonlySet<string>> {
  const files = await readdir(root, { recursive: true });
  const paths = files.map((file) => `/${file.replaceAll("\\", "/")}`);
  const pages = paths.filter((path) => path.endsWith("/index.html") && path !== "/index.html");
  return new Set(pages.map((path) => encodeURI(path.slice(0, -"/index.html".length))));
}
