import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { fileURLToPath, pathToFileURL } from "node:url";
import { launchBrowser, openWatchedPage, type WatchedPage } from "@workflow-api/browser";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningMock, startMock } from "../src/index.ts";

// The client as it is published, loaded by a page of another origin as its own modules.
const client = import.meta.resolve("@workflow-api/client");
const modules = {
  "/client/": new URL("./", client),
  "/openapi-fetch/": new URL("./", pathToFileURL(createRequire(client).resolve("openapi-fetch"))),
};
const page = `<!doctype html><title>Page</title><link rel="icon" href="data:,">
<script type="importmap">{ "imports": { "openapi-fetch": "/openapi-fetch/index.mjs", "@workflow-api/client": "/client/index.js" } }</script>
<script type="module">import * as client from "@workflow-api/client"; globalThis.client = client;</script>`;

let mock: RunningMock;
let site: Server;
let browser: Awaited<ReturnType<typeof launchBrowser>>;
let watched: WatchedPage;

beforeAll(async () => {
  mock = await startMock();
  site = createServer(({ url = "/" }, response) => {
    const [prefix, folder] = Object.entries(modules).find(([start]) => url.startsWith(start)) ?? [];
    if (prefix === undefined || folder === undefined)
      return response.setHeader("content-type", "text/html").end(page);
    const file = fileURLToPath(new URL(url.slice(prefix.length), folder));
    return response.setHeader("content-type", "text/javascript").end(readFileSync(file));
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  browser = await launchBrowser();
  watched = await openWatchedPage(browser);
  const { port } = site.address() as AddressInfo;
  await watched.page.goto(`http://localhost:${port}/`);
  await watched.page.waitForFunction("globalThis.client !== undefined");
});

afterAll(async () => {
  await browser.close();
  site.close();
  await mock.close();
});

/** Calls the client on the page, and returns what it returns or the error that it throws. */
function call(auth: string, expression: string): Promise<unknown> {
  const options = `{ baseUrl: ${JSON.stringify(mock.url)}, domain: "3f2b8c1e-7a4d-4e2b-9c6f-1d5e8a7b9c30", auth: ${auth} }`;
  return watched.page.evaluate(
    `(async () => { const api = client.createClient(${options}); try { return await ${expression}; } catch (error) { return { name: error.name, status: error.status, body: error.body }; } })()`,
  );
}

const keys = '{ apiKey: "key", apiSecret: "secret" }';
const bearer = '{ bearer: "token" }';
const instance = (task: string): string =>
  `{ flowInstanceId: "flow-1", containerInstanceId: "container-1", processInstanceId: "process-1", taskInstanceId: ${JSON.stringify(task)} }`;

test.each([keys, bearer])("A page resets an instance with %s", async (auth) => {
  expect(await call(auth, `api.resetSmartContractInstance(${instance("task-failed")})`)).toEqual({
    acknowledge: true,
  });
});

test("A page reads a cage with what it includes", async () => {
  const cage = await call(keys, 'api.getVariablesCage({ id: "cage-text", include: ["author"] })');
  expect(cage).toHaveProperty("data.relationships.author");
  expect(cage).not.toHaveProperty("data.relationships.client");
});

test.each([
  ["task-unknown", 404, "Not Found"],
  ["task-server-failure", 500, "Internal Server Error"],
])("A page reads the error of %s", async (task, status, title) => {
  const error = await call(keys, `api.resetSmartContractInstance(${instance(task)})`);
  expect(error).toMatchObject({ status, body: { title } });
});

test("Nothing goes wrong on the page but the errors that it asks for", () => {
  expect(watched.foreignRequests).toEqual([]);
  expect(watched.pageErrors).toEqual([]);
  expect(watched.consoleProblems.filter((problem) => !/status of (404|500)/.test(problem))).toEqual([]);
});
