import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { extname, join, normalize } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** A server that answers. */
export interface RunningSite {
  /** Its address, with a trailing slash. */
  readonly url: string;
  close(): Promise<void>;
}

/** What is served, and where. */
export interface SiteOptions {
  /** The folder of the built site. */
  readonly folder: string;
  readonly port?: number;
  readonly host?: string;
  /** The address that every page says in place of the usual one of the mock. */
  readonly mockUrl?: string | undefined;
}

const usualMock = "http://127.0.0.1:4010";
const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".yaml": "application/yaml; charset=utf-8",
  ".xml": "application/xml; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};
/** What says the address of the mock. The contract itself is served as it is. */
const saysMock = new Set([".html", ".js", ".md", ".txt"]);

/**
 * Serves the built site, compressed.
 *
 * @throws {Error} It is not built, or the port cannot be listened on.
 */
export async function startSite({
  folder,
  port = 0,
  host = "127.0.0.1",
  mockUrl = usualMock,
}: SiteOptions): Promise<RunningSite> {
  await stat(join(folder, "index.html")).catch(() => {
    throw new Error(`There is no site in ${folder}. Build it: npm run build -w @workflow-api/docs`);
  });
  const server = createServer((request, response) => {
    void answer(folder, mockUrl.replace(/\/+$/, ""), request, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) =>
      reject(
        new Error(
          `The docs cannot listen on ${host}:${port}: ${error.message}. Choose another --port.`,
        ),
      ),
    );
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const listening = typeof address === "object" && address !== null ? address.port : port;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${listening}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  folder: string,
  mockUrl: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = pathOf(request.url ?? "/");
  const found = path === undefined ? undefined : await read(join(folder, path));
  const body = found ?? (await read(join(folder, "404.html"))) ?? Buffer.from("Not found");
  const extension = found === undefined ? ".html" : extname(path ?? "");
  const text = saysMock.has(extension)
    ? Buffer.from(body.toString().replaceAll(usualMock, mockUrl))
    : body;
  const [encoding, sent] = await compressed(
    text,
    extension,
    String(request.headers["accept-encoding"]),
  );
  const etag = `"${createHash("sha256").update(sent).digest("base64url").slice(0, 22)}"`;
  const isFresh = request.headers["if-none-match"] === etag;
  response.writeHead(found === undefined ? 404 : isFresh ? 304 : 200, {
    "content-type": types[extension] ?? "application/octet-stream",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    // The names below _astro hold a hash of what they contain.
    "cache-control":
      path?.includes("/_astro/") && found ? "public, max-age=31536000, immutable" : "no-cache",
    etag,
    vary: "accept-encoding",
    ...(encoding !== "" && { "content-encoding": encoding }),
  });
  response.end(request.method === "HEAD" || isFresh ? undefined : sent);
}

/** The path of the file. `undefined`: the address leads out of the folder, or is malformed. */
function pathOf(target: string): string | undefined {
  try {
    const path = normalize(decodeURIComponent(new URL(target, "http://docs").pathname));
    return path.endsWith("/") ? `${path}index.html` : path;
  } catch {
    return undefined;
  }
}

function read(path: string): Promise<Buffer | undefined> {
  return readFile(path).catch(() => undefined);
}

async function compressed(
  body: Buffer,
  extension: string,
  accepted: string,
): Promise<[string, Buffer]> {
  if (extension === ".woff2" || body.length < 500) return ["", body];
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6 };
  if (accepted.includes("br")) return ["br", await promisify(brotliCompress)(body, { params })];
  return accepted.includes("gzip") ? ["gzip", await promisify(gzip)(body)] : ["", body];
}
