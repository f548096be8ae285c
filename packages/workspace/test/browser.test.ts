import { execFile } from "node:child_process";
import { mkdtemp, readdir, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Browser, launchBrowser, openWatchedPage } from "@workflow-api/workspace/browser";
import { listenOnFreePort } from "@workflow-api/workspace/testing";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { findExecutable } from "../src/chromium.ts";

const pages: Readonly<Record<string, string>> = {
  "/": "<h1>Grüße</h1><p></p><script>document.querySelector('p').append(1 + 1)</script>",
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
afterEach(() => {
  vi.unstubAllEnvs();
});
afterAll(async () => {
  await browser?.close();
  server.close();
});

test("Chromium runs a script, draws text, and finds nothing wrong with a page", async () => {
  const watched = await openWatchedPage(browser);
  await watched.page.goto(origin);
  expect(await watched.page.textContent("p")).toBe("2");
  const width = await watched.page.getByRole("heading").evaluate((heading) => {
    const range = heading.ownerDocument.createRange();
    range.selectNodeContents(heading);
    return range.getBoundingClientRect().width;
  });
  expect(width).toBeGreaterThan(50);
  expect([...watched.foreignRequests, ...watched.consoleProblems, ...watched.pageErrors]).toEqual(
    [],
  );
  await watched.close();
});

test("every request to another machine is refused and recorded", async () => {
  const watched = await openWatchedPage(browser);
  const failures: (string | undefined)[] = [];
  watched.context.on("requestfailed", (request) => failures.push(request.failure()?.errorText));
  await watched.page.goto(`${origin}/foreign`, { waitUntil: "networkidle" });
  expect(failures).toEqual(["net::ERR_NAME_NOT_RESOLVED", "net::ERR_NAME_NOT_RESOLVED"]);
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

test.runIf(process.platform === "linux" && process.arch === "x64")(
  "several processes that unpack Chromium at once get one whole folder and leave nothing else",
  async () => {
    const cache = await mkdtemp(join(tmpdir(), "cache-"));
    const script = `
      import { npmChromium } from ${JSON.stringify(new URL("../src/chromium.ts", import.meta.url))};
      process.stdout.write((await npmChromium(process.argv[1])).path);`;
    const start = () =>
      promisify(execFile)(process.execPath, ["--input-type=module", "-e", script, cache]);
    const paths = (await Promise.all([start(), start()])).map(({ stdout }) => stdout);
    const path = join(cache, "chromium", "chromium");
    expect(await readdir(cache)).toEqual(["chromium"]);
    expect(paths).toEqual([path, path]);
    expect((await stat(path)).isFile()).toBe(true);
  },
);
