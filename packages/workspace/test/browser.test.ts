import { createServer } from "node:http";
import { type Browser, launchBrowser, openWatchedPage } from "@workflow-api/workspace/browser";
import { listenOnFreePort } from "@workflow-api/workspace/testing";
import { afterAll, beforeAll, expect, test } from "vitest";

const pages: Readonly<Record<string, string>> = {
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
afterAll(async () => {
  await browser.close();
  server.close();
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
