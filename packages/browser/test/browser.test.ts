import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { launchBrowser, openWatchedPage } from "@workflow-api/browser";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const pages: Record<string, string> = {
  "/": "<title>Hello</title><h1>Grüße</h1><p></p><script>document.querySelector('p').append(1 + 1)</script>",
  "/foreign":
    "<img src='http://images.example.com/a.png'><img src='http://192.0.2.1/b.png'><script>new WebSocket('ws://live.example.com/')</script>",
  "/broken":
    "<script>console.error('said'); console.warn('warned'); setTimeout(() => { throw new Error('thrown') })</script>",
};

const server = createServer((request, response) => {
  response.setHeader("content-type", "text/html; charset=utf-8");
  response.end(`<link rel=icon href=data:,>${pages[request.url ?? ""] ?? ""}`);
});
let browser: Browser;
let origin: string;

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  [browser] = await Promise.all([launchBrowser(), once(server, "listening")]);
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  await browser?.close();
  server.close();
});

describe("a Chromium from npm", () => {
  test("renders a page, runs its script, and finds nothing wrong with it", async () => {
    const watched = await openWatchedPage(browser);
    await watched.page.goto(origin);
    expect(await watched.page.title()).toBe("Hello");
    expect(await watched.page.textContent("h1")).toBe("Grüße");
    expect(await watched.page.textContent("p")).toBe("2");
    expect([...watched.foreignRequests, ...watched.consoleProblems, ...watched.pageErrors]).toEqual([]);
    await watched.close();
  });

  test("draws text with a font of its own", async () => {
    const watched = await openWatchedPage(browser);
    await watched.page.goto(origin);
    const width = await watched.page.getByRole("heading").evaluate((heading) => {
      const range = heading.ownerDocument.createRange();
      range.selectNodeContents(heading);
      return range.getBoundingClientRect().width;
    });
    expect(width).toBeGreaterThan(50);
    await watched.close();
  });

  test("refuses and records every request to another host", async () => {
    const watched = await openWatchedPage(browser);
    const failures: (string | undefined)[] = [];
    watched.context.on("requestfailed", (request) => failures.push(request.failure()?.errorText));
    await watched.page.goto(`${origin}/foreign`, { waitUntil: "networkidle" });
    // Nothing of this page was sent anywhere: neither a name nor an address was looked for.
    expect(failures).toEqual(["net::ERR_NAME_NOT_RESOLVED", "net::ERR_NAME_NOT_RESOLVED"]);
    expect([...watched.foreignRequests].sort()).toEqual([
      "http://192.0.2.1/b.png",
      "http://images.example.com/a.png",
      "ws://live.example.com/",
    ]);
    await watched.close();
  });

  test("records what is said on the console and what no script caught", async () => {
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
});
