import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { loadContract, type Operation } from "@workflow-api/contract";
import {
  type Browser,
  launchBrowser,
  type Page,
  type WatchedPage,
} from "@workflow-api/workspace/browser";
import { type MockProgram, startMock } from "@workflow-api/workspace/testing";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { type RunningSite, startSite } from "../src/serve.ts";
import { slugOf } from "../src/text/slug.ts";
import { builtSite, findingsOn, needed, openPage, troublesOf } from "./support.ts";

const { operations } = loadContract();
/** An operation with a choice of credentials, and one with includes. */
const choosing = needed(operations.find(({ security }) => security.length > 1));
const including = needed(operations.find(({ includes }) => includes.length > 0));
const first = needed(choosing.defaultScenario);
/** A scenario of an error that one parameter decides. */
const failing = needed(
  choosing.scenarios.find(({ named, status }) => status > 401 && named.size === 1),
);
const decider = needed(choosing.parameters.find(({ key }) => failing.named.has(key)));
const pathOf = ({ operationId }: Operation): string => `reference/${slugOf(operationId)}/`;

let browser: Browser;
let mock: MockProgram;
let site: RunningSite;
let watched: WatchedPage;
let page: Page;
/** What the page has sent, the latest last. */
let requests: Awaited<ReturnType<Page["waitForRequest"]>>[];

beforeAll(async () => {
  browser = await launchBrowser();
  mock = await startMock();
  site = await startSite({ folder: builtSite(), mockUrl: mock.url });
});
afterAll(async () => {
  await browser.close();
  await site.close();
  await mock.stop();
});
beforeEach(async () => {
  watched = await openPage(browser, site.url + pathOf(choosing));
  page = watched.page;
  requests = [];
  page.on("request", (request) => requests.push(request));
  await openForm();
});
afterEach(() => watched.close());

const sample = (): Promise<string> => page.locator("[data-sample]").innerText();
const received = (): Promise<string> => page.locator(".received").innerText();
const choose = (name: string, value: string): Promise<void> =>
  page.locator(`input[name="${name}"][value="${value}"]`).check({ force: true });
const tryIt = (): Promise<void> => page.getByRole("button", { name: "Try it" }).click();
const openForm = (): Promise<void> => page.getByText("Edit request").click();
const input = (name: string) => page.locator(`[name="${name}"]`);
const sentHeader = async (name = ""): Promise<string | undefined> =>
  (await requests.at(-1)?.allHeaders())?.[name.toLowerCase()];

it("sends what the sample shows, and neither stores nor shows a credential", async () => {
  const scheme = needed(choosing.security[1]?.[0]);
  await choose("language", "TypeScript");
  await choose("requirement", "1");
  await input(`secret ${scheme.name}`).fill("secret-token");
  expect(await sample()).toContain(`auth: { ${scheme.name}: "your-token" }`);
  await tryIt();
  await expect.poll(received).toMatch(/^2\d\d .*\s+\d+ ms\s+matches the example/);
  expect(await sentHeader(scheme.parameter)).toBe("Bearer secret-token");
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie]),
  );
  expect(kept + (await page.locator("body").textContent())).not.toContain("secret-token");
  expect(await findingsOn(page)).toEqual([]);
  expect(troublesOf(watched)).toEqual([]);
});

it("says whether a response is documented, with the checklist for a 401", async () => {
  const headers = { location: mock.url, "access-control-allow-origin": "*" };
  for (const [status, verdict] of [
    [418, "418 is not documented; this scenario expects"],
    [302, "The server redirects, which is not followed."],
  ] as const) {
    const response = { status, headers };
    await page.route(`${mock.url}/**`, (route) => route.fulfill(response), { times: 1 });
    await tryIt();
    await expect.poll(received).toContain(verdict);
  }
  for (const { name } of choosing.security[0] ?? []) await input(`secret ${name}`).fill("000");
  await tryIt();
  await expect.poll(received).toMatch(/401 is documented; this scenario expects \d+ \(checklist\)/);
  const links = page.locator("[data-verdict] a");
  expect(await links.first().getAttribute("href")).toBe("#response-401");
  await links.last().click();
  await expect.poll(() => page.url()).toContain("#checklist-for-a-401");
});

/** A server that every page may read, on a free port. */
async function startServer(listener: RequestListener): Promise<Server & { readonly url: string }> {
  const server = createServer((request, response) => {
    response.setHeader("access-control-allow-origin", "*");
    response.setHeader("access-control-allow-headers", "*");
    if (request.method === "OPTIONS") response.end();
    else listener(request, response);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return Object.assign(server, { url: `http://127.0.0.1:${port}` });
}

it("says why there is no response", async () => {
  // The docs themselves are a server that allows no other origin.
  const other = await startSite({ folder: builtSite() });
  const broken = await startServer(({ socket }) => socket.destroy());
  await page.goto(site.url + pathOf(including));
  await openForm();
  for (const [url, reason] of [
    ["http://127.0.0.1:9", "Nothing answers at http://127.0.0.1:9."],
    [other.url, "does not allow this page to read it (CORS)"],
    [broken.url, "Nothing answers at"],
  ] as const) {
    await input("baseUrl").fill(url);
    await tryIt();
    await expect.poll(received).toContain(reason);
  }
  await other.close();
  broken.close();
});

it("follows no redirect", async () => {
  const paths: (string | undefined)[] = [];
  const server = await startServer(({ url }, response) => {
    paths.push(url);
    response.writeHead(302, { location: "/elsewhere" }).end();
  });
  await input("baseUrl").fill(server.url);
  await tryIt();
  await expect.poll(received).toContain("The server redirects, which is not followed.");
  expect(paths).toHaveLength(1);
  server.close();
});

it("shows what has come of an endless response, and why a request has ended", async () => {
  const server = await startServer(({ url }, response) => {
    if (url?.includes("slow") === true) return;
    response.setHeader("content-type", "text/plain; charset=iso-8859-1");
    response.write(Buffer.from("caf\u00e9 ", "latin1"));
    if (url?.includes("broken") === true) setTimeout(() => response.destroy(), 100);
  });
  const cancel = () => page.getByRole("button", { name: "Cancel" }).click();
  const [path] = choosing.parameters.filter(({ in: place }) => place === "path");
  await input("baseUrl").fill(server.url);
  await tryIt();
  await expect.poll(() => page.locator("[data-verdict]").innerText()).toContain("Sending");
  await cancel();
  await expect.poll(received).toMatch(/It was cancelled.\s+café/);
  await input(needed(path).key).fill("broken");
  await tryIt();
  await expect.poll(received).toMatch(/The connection broke before its end.\s+café/);
  await page.clock.install();
  await input(needed(path).key).fill("slow");
  await tryIt();
  await page.clock.fastForward(10_000);
  await expect.poll(received).toContain("Still waiting");
  await cancel();
  await expect.poll(received).toContain("There was no response. It was cancelled.");
  server.closeAllConnections();
  server.close();
});

it("says what a browser does not send", async () => {
  const [path] = choosing.parameters.filter(({ in: place }) => place === "path");
  const limits = (): Promise<string> => page.locator("[data-limits]").innerText();
  await input(needed(path).key).fill("..");
  await expect.poll(limits).toContain("Browsers resolve the path segment ..");
  await input(needed(path).key).fill("a b");
  await expect.poll(limits).toBe("");
  expect(await sample()).toContain("/a%20b/");
});

it("opens the form at a value that cannot be sent", async () => {
  const path = needed(choosing.parameters.find(({ in: place }) => place === "path"));
  for (const [name, value] of [
    [path.key, ""],
    ["baseUrl", "foo"],
  ] as const) {
    await input(name).fill(value);
    await openForm();
    await tryIt();
    const isFocused = input(name).evaluate((element) => element === document.activeElement);
    expect(await isFocused).toBe(true);
  }
  expect(requests).toEqual([]);
});

it("keeps the scenario, the values, the response and the URL in step", async () => {
  const value = String(failing.values.get(decider.key));
  await page.locator(`a[data-scenario="${failing.name}"]`).first().click();
  await expect.poll(sample).toContain(value);
  expect(await received()).toContain(String(failing.status));
  expect(await page.locator(`#response-${failing.status}`).isVisible()).toBe(true);
  await page.reload();
  await expect.poll(sample).toContain(value);
  await choose("scenario", first.name);
  await openForm();
  await input(decider.key).fill(value);
  expect(await page.locator('[name="scenario"]:checked').inputValue()).toBe(failing.name);
  await input(decider.key).fill("no-scenario-has-this");
  expect(await page.locator("[data-summary]").innerText()).toContain("No scenario has these");
  // An empty input is not sent.
  const header = needed(choosing.parameters.find(({ in: place }) => place === "header"));
  await input(header.key).fill("");
  expect(await sample()).not.toContain(header.name);
});

it("sends only typed credentials to another server", async () => {
  const [typed, missing] = choosing.security[0] ?? [];
  await input("baseUrl").fill(`${mock.url}/`.replace("127.0.0.1", "localhost"));
  expect(await input("server").inputValue()).toBe("");
  await input(`secret ${typed?.name}`).fill("typed-key");
  await tryIt();
  await expect.poll(received).toContain("401");
  expect(await sentHeader(typed?.parameter)).toBe("typed-key");
  expect(await sentHeader(missing?.parameter)).toBeUndefined();
  await input("server").selectOption("Mock");
  await expect.poll(sample).toContain(mock.url);
});

it("requests and shows only the selected includes", async () => {
  const { adds, parameter, value } = needed(including.includes[0]);
  await page.goto(site.url + pathOf(including));
  await openForm();
  const field = `"${adds.split("/").at(-1)}": {`;
  expect(await received()).toContain(field);
  await page.locator(`input[name="${parameter.key}"][value="${value}"]`).uncheck();
  expect(await received()).not.toContain(field);
  await tryIt();
  await expect.poll(received).toContain("matches the example");
  expect(new URL(requests.at(-1)?.url() ?? "").search).not.toContain(value);
});

it("shows what a server sends exactly, and a large response without colours", async () => {
  let body = '{"id":9223372036854775807,"price":1.10}';
  const headers = { "access-control-allow-origin": "*" };
  await page.route("http://service.example/**", (route) => route.fulfill({ body, headers }));
  await input("baseUrl").fill("http://service.example");
  await tryIt();
  await expect.poll(received).toMatch(/"id": 9223372036854775807,\s+"price": 1.10/);
  body = JSON.stringify(Array.from({ length: 20_000 }, (_, id) => ({ id, name: "A row." })));
  await tryIt();
  await expect.poll(received).toContain("kB, without colours");
  expect(await page.locator("[data-response] .token").count()).toBe(0);
});

it("shows much of the response on a laptop, and its button on a phone", async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(site.url + pathOf(including));
  const linesOf = async (part: string): Promise<number> =>
    ((await page.locator(part).boundingBox())?.height ?? 0) / 20;
  // 17 and a title today: a longer description of the contract takes one or two.
  expect(await linesOf(".received")).toBeGreaterThan(15);
  await openForm();
  expect(await linesOf("[data-sample]")).toBeGreaterThanOrEqual(7);
  expect(await linesOf(".received")).toBeGreaterThanOrEqual(5);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(site.url + pathOf(choosing));
  const button = await page.locator("[data-try]").boundingBox();
  // It is within the first 844 today: longer texts of the contract take some lines.
  expect(button && button.y + button.height).toBeLessThan(1000);
});

it("keeps typed credentials for all pages of the tab, in memory alone", async () => {
  const secret = input(`secret ${needed(choosing.security[0]?.[0]).name}`);
  const open = (operation: Operation) =>
    page.locator(`.sidebar-content a[href$="${pathOf(operation)}"]`).focus();
  await secret.fill("typed-once");
  await open(including);
  await page.keyboard.press("Enter");
  await expect.poll(() => page.title()).toContain(including.summary);
  expect(await secret.inputValue()).toBe("typed-once");
  expect(await page.locator('.sidebar-content [aria-current="page"]').count()).toBe(1);
  await openForm();
  await tryIt();
  await expect.poll(received).toContain("matches the example");
  await page.goBack();
  await expect.poll(() => page.title()).toContain(choosing.summary);
  expect(await secret.inputValue()).toBe("typed-once");
  const kept = await page.evaluate(() => JSON.stringify([history.state, { ...sessionStorage }]));
  expect(kept).not.toContain("typed-once");
  expect(troublesOf(watched)).toEqual([]);
  await page.reload();
  expect(await secret.inputValue()).toBe("");
});
