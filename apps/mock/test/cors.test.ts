import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { launchBrowser, openWatchedPage, type WatchedPage } from "@workflow-api/browser";
import { contractFile, loadContract, type Operation, type SecurityAlternative } from "@workflow-api/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningMock, startMock } from "../src/index.ts";
import { bodyAsExample } from "./support/as-example.ts";
import { authenticated } from "./support/contract-requests.ts";
import { type Received, type Sent, send } from "./support/http.ts";

const contract = await loadContract(contractFile());
let mock: RunningMock;
let site: Server;
let browser: Awaited<ReturnType<typeof launchBrowser>>;
let watched: WatchedPage;

beforeAll(async () => {
  mock = await startMock({ corsOrigins: ["https://app.example.com"] });
  site = createServer((_request, response) =>
    response.setHeader("content-type", "text/html").end("<title>Page</title>"),
  );
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  browser = await launchBrowser();
  watched = await openWatchedPage(browser);
  const { port } = site.address() as AddressInfo;
  await watched.page.goto(`http://localhost:${port}/`);
});

afterAll(async () => {
  await browser.close();
  site.close();
  await mock.close();
});

/** Sends a request from the page, as a script of it would, and reads what a script can read. */
function fetchInPage({ method, target, headers, body }: Sent): Promise<Received> {
  return watched.page.evaluate(
    async ([url, init]) => {
      const response = await fetch(url, init);
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: await response.text(),
      };
    },
    [
      `${mock.url}${target}`,
      { method, headers: { ...headers }, ...(body !== undefined && { body }) },
    ] as const,
  );
}

/** What a script may send: cookies are the browser's own. */
const sendable = contract.operations.filter(
  ({ parameters, security, scenarios }) =>
    scenarios.length > 0 && ![...parameters, ...security.flat()].some((part) => part.in === "cookie"),
);

/** The request of an operation's default scenario, authenticated in one way. */
function requestOf(operation: Operation, alternative: SecurityAlternative): Sent {
  const [scenario] = operation.scenarios;
  if (scenario === undefined) throw new Error(`${operation.operationId} has no scenario`);
  return authenticated({ ...operation, security: [alternative] }, scenario);
}

/** A request of the first operation that only reads, as its first scenario makes it. */
function authenticatedCage(): Sent {
  const operation = sendable.find(({ method }) => method === "GET");
  if (operation === undefined) throw new Error("No operation reads");
  return requestOf(operation, operation.security[0] ?? []);
}

const ways = sendable.flatMap((operation) =>
  operation.security.map((alternative) => ({
    operation,
    alternative,
    title: `${operation.operationId} with ${alternative.map(({ key }) => key).join(" and ") || "no credentials"}`,
  })),
);

test.each(ways)("A page of another origin calls $title", async ({ operation, alternative }) => {
  const answer = await fetchInPage(requestOf(operation, alternative));
  expect(answer.status).toBe(operation.scenarios[0]?.status);
  expect(answer.headers["mock-scenario"]).toBe(`${operation.scenarios[0]?.name}; matched`);
});

test.each(sendable.flatMap((operation) => operation.scenarios.map((scenario) => ({ operation, scenario }))))(
  "A page of another origin reads the answer of $operation.operationId $scenario.name",
  async ({ operation, scenario }) => {
    const answer = await fetchInPage(authenticated(operation, scenario));
    expect(answer.status).toBe(scenario.status);
    if (scenario.response !== undefined && operation.method !== "HEAD")
      expect(bodyAsExample(scenario, answer.body)).toEqual(scenario.response);
  },
);

test("A page of another origin reads why it was not authenticated, and why its request is not valid", async () => {
  const target = "/data_dictionary/variables_cages/cage-text";
  const unauthenticated = await fetchInPage({ method: "GET", target, headers: { "X-Domain": "malformed" } });
  expect(unauthenticated.status).toBe(401);
  const violations: unknown = JSON.parse(unauthenticated.headers["sl-violations"] ?? "[]");
  expect(violations).toContainEqual(expect.objectContaining({ code: 401 }));
  const invalid = await fetchInPage({
    method: "GET",
    target,
    headers: { "X-Domain": "malformed", "X-API-KEY": "k", "X-API-SECRET": "s" },
  });
  expect(invalid.status).toBe(422);
  expect(invalid.body).toContain("x-domain");
  const unreadable = await fetchInPage({
    method: "GET",
    target: "/data_dictionary/variables_cages/%ff",
    headers: {},
  });
  expect(unreadable.status).toBe(400);
});

test.each([
  [404, { method: "GET", target: "/none", headers: {} }],
  [405, { method: "DELETE", target: "/data_dictionary/variables_cages/x", headers: {} }],
  [406, { ...authenticatedCage(), headers: { ...authenticatedCage().headers, Accept: "text/html" } }],
  [413, { method: "POST", target: "/none", headers: {}, body: "x".repeat(2 ** 20 + 1) }],
  [431, { method: "GET", target: `/${"a".repeat(40_000)}`, headers: {} }],
  [431, { method: "GET", target: "/none", headers: { "X-Long": "a".repeat(40_000) } }],
  [431, { method: "PUT", target: `/${"a".repeat(40_000)}`, headers: { "X-Any": "a" }, body: "x" }],
  [415, { method: "POST", target: "/none", headers: { "Content-Encoding": "bogus" }, body: "x" }],
])("A page of another origin reads a problem with status %i", async (status, request) => {
  const answer = await fetchInPage(request);
  expect(answer.status).toBe(status);
  expect(JSON.parse(answer.body)).toMatchObject({ status, title: expect.any(String) });
});

test("A page of another origin reads a failure that was asked for, and notices a dropped connection", async () => {
  mock.controls.setBehaviour({ fail: "100%:503" });
  expect(JSON.parse((await fetchInPage(authenticatedCage())).body)).toMatchObject({ status: 503 });
  mock.controls.setBehaviour({ fail: "100%:drop" });
  await expect(fetchInPage(authenticatedCage())).rejects.toThrow("Failed to fetch");
  mock.controls.setBehaviour({});
});

/** What a browser would ask before a request of some origin. */
function preflight(origin: string): Promise<Received> {
  const headers = {
    Origin: origin,
    "Access-Control-Request-Method": "GET",
    "Access-Control-Request-Headers": "x-domain,x-api-key",
  };
  return send(mock.url, { method: "OPTIONS", target: "/data_dictionary/variables_cages/x", headers });
}

test.each([
  "http://localhost:3000",
  "http://127.0.0.1",
  "https://127.1.2.3:8443",
  "http://[::1]:5173",
  "http://app.localhost",
  "https://app.example.com",
])("Pages of %s may read answers", async (origin) => {
  const answer = await preflight(origin);
  expect(answer.status).toBe(204);
  expect(answer.headers["access-control-allow-origin"]).toBe(origin);
  expect(answer.headers["access-control-allow-headers"]).toBe("x-domain,x-api-key");
  expect(answer.headers["vary"]).toContain("Origin");
});

test.each([
  "https://evil.example",
  "http://localhost.evil.example",
  "http://127.0.0.1.evil.example",
  "http://evil.example:4010",
  "null",
  "http://app.example.com",
  "garbage",
])("Pages of %s may not", async (origin) => {
  const answer = await preflight(origin);
  expect(answer.status).toBe(403);
  expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
  const plain = await send(mock.url, { method: "GET", target: "/", headers: { Origin: origin } });
  expect(plain.headers["access-control-allow-origin"]).toBeUndefined();
  expect(plain.headers["vary"]).toBe("Origin");
});

test("Any origin that is let in without being named gets no credentials", async () => {
  const open = await startMock({ corsOrigins: ["*"] });
  const headers = { Origin: "https://any.example", "Access-Control-Request-Method": "GET" };
  const answer = await send(open.url, { method: "OPTIONS", target: "/", headers });
  expect(answer.headers["access-control-allow-origin"]).toBe("*");
  expect(answer.headers["access-control-allow-credentials"]).toBeUndefined();
  await open.close();
});

test.each(["app.example.com", "https://app.example.com/", "https://app.example.com/path", "*.example.com"])(
  "%j is no origin to let in, and is refused",
  async (origin) => {
    await expect(startMock({ corsOrigins: [origin] })).rejects.toThrow(`not ${JSON.stringify(origin)}`);
  },
);
