// A real Chromium for tests. It can reach this machine only.
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright-core";
import { findExecutable } from "./chromium.ts";

export type { Browser, BrowserContextOptions, CDPSession, Locator, Page } from "playwright-core";

/** Only the names and addresses of this machine are resolved. */
const onlyThisMachine =
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.*, " +
  "EXCLUDE ::1, EXCLUDE [::1]";

/**
 * Starts a headless Chromium that reaches this machine only. Close it when done.
 *
 * @throws {Error} This machine has none; the message says what to do.
 */
export async function launchBrowser(): Promise<Browser> {
  const { path, args, env } = await findExecutable();
  return await chromium.launch({
    executablePath: path,
    args: [...args, onlyThisMachine],
    env: { ...process.env, ...env },
  });
}

/** A page in its own context, and what has gone wrong on it so far. */
export interface WatchedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** The URL of each request to another machine. All were refused. */
  readonly foreignRequests: readonly string[];
  /** Each error or warning on the console, with its source. */
  readonly consoleProblems: readonly string[];
  /** Each exception that no script caught. */
  readonly pageErrors: readonly string[];
  close(): Promise<void>;
}

/** In milliseconds: enough for a machine that runs other tests at the same time. */
const timeoutMs = 120_000;

/**
 * Opens a page and records every error, warning and request to another machine. Service workers are
 * blocked, because their requests would not be seen.
 *
 * @param browser - From `launchBrowser`, so that it refuses such requests. Intercepting them would
 * slow loading by a third and switch off the cache.
 */
export async function openWatchedPage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ ...options, serviceWorkers: "block" });
  context.setDefaultTimeout(timeoutMs);
  const foreignRequests: string[] = [];
  const consoleProblems: string[] = [];
  const pageErrors: string[] = [];
  context.on("request", (request) => {
    if (!isLocal(request.url())) foreignRequests.push(request.url());
  });
  await context.routeWebSocket(
    (url) => !isLocal(url.href),
    async (socket) => {
      foreignRequests.push(socket.url());
      await socket.close();
    },
  );
  context.on("console", (message) => {
    const { url, lineNumber } = message.location();
    if (["error", "warning"].includes(message.type()))
      consoleProblems.push(`${message.type()}: ${message.text()} (${url}:${lineNumber})`);
  });
  context.on("weberror", (failure) =>
    pageErrors.push(String(failure.error().stack ?? failure.error())),
  );
  const page = await context.newPage();
  return {
    page,
    context,
    foreignRequests,
    consoleProblems,
    pageErrors,
    close: () => context.close(),
  };
}

/** Whether a URL stays on this machine: a loopback host, or none at all (`data:`, `blob:`). */
function isLocal(url: string): boolean {
  const { hostname } = new URL(url);
  return ["", "localhost", "[::1]"].includes(hostname) || /^127(\.\d{1,3}){3}$/.test(hostname);
}
