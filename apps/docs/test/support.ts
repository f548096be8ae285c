import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompressSync } from "node:zlib";
import {
  askedIncludes,
  type Contract,
  type HttpRequest,
  type HttpResponse,
  judgeRequest,
  pruneIncludes,
  selectScenario,
} from "@workflow-api/contract";
import {
  type Browser,
  openWatchedPage,
  type Page,
  type WatchedPage,
} from "@workflow-api/workspace/browser";
import axe from "axe-core";

export const root: string = fileURLToPath(new URL("..", import.meta.url));

/** The folder of the site that `npm run build` has made. */
export function builtSite(): string {
  const folder = join(root, "dist");
  if (!existsSync(join(folder, "index.html")))
    throw new Error("The site is not built: npm run build -w @workflow-api/docs");
  return folder;
}

/** What a build has used. */
export interface Built {
  readonly folder: string;
  /** Milliseconds. */
  readonly duration: number;
  /** The most memory that it held, in megabytes. */
  readonly memory: number;
}

/** Tells at its end how much memory a process has held, in kilobytes. */
const tellMemory =
  'data:text/javascript,process.on("exit", () => console.log("memory", process.resourceUsage().maxRSS))';

/**
 * Builds the site of another contract, or with other settings, into a folder outside of the
 * repository.
 */
export async function buildSite(
  document: object | undefined,
  env: Readonly<Record<string, string>> = {},
): Promise<Built> {
  const work = await mkdtemp(join(tmpdir(), "docs-"));
  const folder = join(work, "site");
  const file = join(work, "openapi.json");
  if (document !== undefined) await writeFile(file, JSON.stringify(document));
  const started = performance.now();
  const args = ["--import", tellMemory, join(root, "src/main.ts"), "build"];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    // Without what Vitest tells its own modules, such as BASE_URL.
    env: {
      PATH: process.env["PATH"],
      DOCS_OUT: folder,
      ...(document !== undefined && { CONTRACT_FILE: file }),
      ...env,
    },
  });
  const memory = Number(/memory (\d+)\n$/.exec(stdout)?.[1]) / 1024;
  return { folder, duration: performance.now() - started, memory };
}

/** A server that answers as a contract says, in place of the mock, on an origin of its own. */
export interface StandIn {
  readonly url: string;
  /** The requests so far, the latest last. */
  readonly requests: readonly HttpRequest[];
  close(): Promise<void>;
}

const open = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "*, authorization",
  "access-control-allow-methods": "*",
};

export async function startStandIn(contract: Contract): Promise<StandIn> {
  const requests: HttpRequest[] = [];
  const server = createServer(async (incoming, response) => {
    if (incoming.method === "OPTIONS") {
      response.writeHead(204, open).end();
      return;
    }
    const request = await readRequest(incoming);
    requests.push(request);
    const { status, headers, body } = answer(contract, request);
    response.writeHead(status, { ...open, ...headers }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readRequest(incoming: IncomingMessage): Promise<HttpRequest> {
  let body = "";
  for await (const chunk of incoming) body += String(chunk);
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]);
  return {
    method: incoming.method ?? "",
    target: incoming.url ?? "/",
    headers: Object.fromEntries(headers),
    body,
  };
}

/** With the problem details of the mock, so that the page shows them where they belong. */
function answer(contract: Contract, request: HttpRequest): HttpResponse {
  const { operation, segments } = contract.route(
    request.method,
    request.target.split("?")[0] ?? "",
  );
  if (operation === undefined) return { status: 404, headers: {}, body: "" };
  const judged = judgeRequest(contract, operation, request, segments);
  if (judged.unauthenticated.length > 0) return { status: 401, headers: {}, body: "" };
  if (judged.violations.length > 0) {
    const errors = judged.violations.map(({ part, pointer, message }) => {
      const [place, ...name] = part.split(" ");
      return { in: place, name: name.join(" "), pointer, expected: message };
    });
    return {
      status: 422,
      headers: { "content-type": "application/problem+json" },
      body: JSON.stringify({ errors }),
    };
  }
  const scenario = selectScenario(operation, judged.values, judged.body)?.scenario;
  if (scenario?.response === undefined)
    return { status: scenario?.status ?? 500, headers: {}, body: "" };
  const { mediaType, body } = scenario.response;
  const sent =
    scenario.status < 300
      ? pruneIncludes(operation, askedIncludes(operation, judged.values), body)
      : body;
  return {
    status: scenario.status,
    headers: { "content-type": mediaType },
    body: JSON.stringify(sent),
  };
}

/** Opens a page of a site, and everything on it that is folded. */
export async function openPage(
  browser: Browser,
  address: string,
  options = {},
): Promise<WatchedPage> {
  const watched = await openWatchedPage(browser, options);
  await watched.page.goto(address);
  return watched;
}

/** How much a first visit loads, compressed, in bytes. Fonts are compressed by themselves. */
export async function weighVisit({ context, page }: WatchedPage, address: string): Promise<number> {
  let weight = 0;
  context.on("response", async (response) => {
    const body = await response.body().catch(() => Buffer.of());
    weight += response.url().endsWith(".woff2") ? body.length : brotliCompressSync(body).length;
  });
  await page.goto(address, { waitUntil: "networkidle" });
  return weight;
}

/** What axe finds, and whether the page scrolls sideways. */
export async function findingsOn(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll("main details"))
      details.setAttribute("open", "");
  });
  // Through the debugger: the page's own policy refuses a script that is put into it.
  await page.evaluate(axe.source);
  const found: unknown =
    await page.evaluate(`axe.run({ resultTypes: ["violations"] }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + " " + html.slice(0, 200))))`);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  return [
    ...(Array.isArray(found) ? found.map(String) : []),
    ...(overflow > 0 ? [`scrolls sideways by ${overflow} px`] : []),
  ];
}

/** Everything that went wrong while a page was open. */
export function troublesOf({
  foreignRequests,
  consoleProblems,
  pageErrors,
}: WatchedPage): readonly string[] {
  return [...foreignRequests, ...consoleProblems, ...pageErrors];
}
