import type { Browser, BrowserContext, BrowserContextOptions, ConsoleMessage, Page } from "playwright-core";

/** A page in a context of its own, and what went wrong on it so far. */
export interface WatchedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** The address of each request to a host other than this machine. All were refused. */
  readonly foreignRequests: readonly string[];
  /** Each error or warning on the console, with where it came from. */
  readonly consoleProblems: readonly string[];
  /** Each exception that no script caught. */
  readonly pageErrors: readonly string[];
  close(): Promise<void>;
}

/** How long something may take, in milliseconds: long enough for a machine that runs other tests beside. */
const patience = 120_000;

/**
 * Opens a page that may speak to this machine only: every request to a host that is not a loopback address is
 * refused and recorded, web sockets included. Service workers are blocked, because their requests would not be seen.
 * @param browser One that `launchBrowser` started, which refuses them: to intercept each request of a page would cost
 * a third of its loading, and its cache.
 */
export async function openWatchedPage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ ...options, serviceWorkers: "block" });
  context.setDefaultTimeout(patience);
  const foreignRequests: string[] = [];
  await recordForeignRequests(context, foreignRequests);
  const consoleProblems: string[] = [];
  const pageErrors: string[] = [];
  context.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") {
      consoleProblems.push(describe(message));
    }
  });
  context.on("weberror", (failure) => pageErrors.push(String(failure.error().stack ?? failure.error())));
  const page = await context.newPage();
  return { page, context, foreignRequests, consoleProblems, pageErrors, close: () => context.close() };
}

/** Whether an address stays on this machine: a loopback host, or no host at all (`data:`, `blob:`, `about:`). */
export function isLocal(address: string): boolean {
  const { hostname } = new URL(address);
  return ["", "localhost", "[::1]"].includes(hostname) || /^127(\.\d{1,3}){3}$/.test(hostname);
}

async function recordForeignRequests(context: BrowserContext, refused: string[]): Promise<void> {
  context.on("request", (request) => {
    if (!isLocal(request.url())) refused.push(request.url());
  });
  const isForeign = (url: URL): boolean => !isLocal(url.href);
  await context.routeWebSocket(isForeign, async (socket) => {
    refused.push(socket.url());
    await socket.close();
  });
}

function describe(message: ConsoleMessage): string {
  const { url, lineNumber } = message.location();
  return `${message.type()}: ${message.text()} (${url}:${lineNumber})`;
}
