import { createServer } from "node:http";
import { type Browser, launchBrowser, openWatchedPage } from "@workflow-api/workspace/browser";
import { listenOnFreePort } from "@workflow-api/workspace/testing";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { findExecutable } from "../src/chromium.ts";

const pages: Readonly<Record<string, string>> = {
  "/": "<b>Text</b>",
  "/foreign":
    "<img src='http://images.example.com/a.png'><img src='http://192.0.2.1/b.png'>" +
    "<script>new WebSocket('ws://live.example.com/')</script>",
  "/broken":
    "<script>console.error('said'); console.warn('warned'); " +
    "setTimeout(() => { throw new Error('thrown') })</script>",
};
const server = createServer((request, response) => {
  response.setHeader("content-type", "text/html; charset=utf-8");
  response.end(`<link rel=icon href=data:,>${pages[request.url ?? ""] ?? ""}`);
});
let browser: Browser;
let origin: string;

beforeAll(async () => {
  browser = await launchBrowser();
  origin = `http://127.0.0.1:${await listenOnFreePort(server)}`;
});
afterEach(() => vi.unstubAllEnvs());
afterAll(async () => {
  await browser.close();
  server.close();
});

test("Chromium draws text, and finds nothing wrong with a page", async () => {
  const watched = await openWatchedPage(browser);
  await watched.page.goto(origin);
  // Without a font it has no width.
  expect((await watched.page.locator("b").boundingBox())?.width).toBeGreaterThan(20);
  const { foreignRequests, consoleProblems, pageErrors } = watched;
  expect([...foreignRequests, ...consoleProblems, ...pageErrors]).toEqual([]);
  await watched.close();
});

test("every request to another machine is refused and recorded", async () => {
  const watched = await openWatchedPage(browser);
  const failures: unknown[] = [];
  watched.context.on("requestfailed", (request) => failures.push(request.failure()?.errorText));
  await watched.page.goto(`${origin}/foreign`, { waitUntil: "networkidle" });
  expect(new Set(failures)).toEqual(new Set(["net::ERR_NAME_NOT_RESOLVED"]));
  expect(watched.foreignRequests.toSorted()).toEqual([
    "http://192.0.2.1/b.png",
    "http://images.example.com/a.png",
    "ws://live.example.com/",
  ]);
  await watched.close();
});

test("console messages and uncaught errors are recorded", async () => {
  const watched = await openWatchedPage(browser);
  const thrown = watched.context.waitForEvent("weberror");
  await watched.page.goto(`${origin}/broken`);
  await thrown;
  expect(watched.consoleProblems).toEqual([
    expect.stringMatching(/^error: said \(http:.*\/broken:\d+\)$/),
    expect.stringMatching(/^warning: warned /),
  ]);
  expect(watched.pageErrors).toEqual([expect.stringContaining("thrown")]);
  await watched.close();
});

test("CHROMIUM_PATH comes first, and must name a program", async () => {
  vi.stubEnv("CHROMIUM_PATH", process.execPath);
  expect((await findExecutable()).path).toBe(process.execPath);
  vi.stubEnv("CHROMIUM_PATH", "/nowhere/chromium");
  await expect(findExecutable()).rejects.toThrow("CHROMIUM_PATH names no file: /nowhere/chromium");
});
