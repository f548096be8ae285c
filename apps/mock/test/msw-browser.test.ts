import { fileURLToPath } from "node:url";
import { type Browser, launchBrowser, type Page } from "@workflow-api/browser";
import { type Contract, contractFile } from "@workflow-api/contract";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningMock, startMock } from "../src/index.ts";
import { requests } from "./support/arbitrary-requests.ts";
import { dataAsExample } from "./support/as-example.ts";
import { bundleForPage } from "./support/bundle.ts";
import { authOf, clientCall } from "./support/call-client.ts";
import { casesOf, extendedContractFile, sharedContract } from "./support/contracts.ts";
import type { Fetched } from "./support/fetched.ts";
import type { Sent } from "./support/http.ts";
import type { MswPage } from "./support/msw-page.ts";
import { type Site, startSite } from "./support/site.ts";

declare const mocked: MswPage;

/** Nobody is there: only the page itself can answer. */
const service = "http://service.invalid/api";

let script: string;
let site: Site;
let browser: Browser;

beforeAll(async () => {
  script = await bundleForPage(new URL("support/msw-page.ts", import.meta.url));
  site = await startSite({
    "/": '<!doctype html><title>Page</title><link rel="icon" href="data:,"><script type="module" src="/page.js"></script>',
    "/page.js": script,
    "/mockServiceWorker.js": new URL(import.meta.resolve("msw/mockServiceWorker.js")),
  });
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser.close();
  site.close();
});

/** A page of its own that mocks the service. */
async function openPage(contract?: Contract): Promise<{ readonly page: Page; readonly errors: string[] }> {
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error.stack)));
  await page.goto(site.url);
  await page.waitForFunction("globalThis.mocked !== undefined");
  const options = {
    baseUrl: service,
    // As text, because a contract may hold what the protocol to the page would take for its own.
    document: contract === undefined ? undefined : JSON.stringify(contract.document),
  };
  await page.evaluate(
    ({ baseUrl, document }) =>
      mocked.start({ baseUrl, ...(document !== undefined && { document: JSON.parse(document) }) }),
    options,
  );
  return { page, errors };
}

describe.each([
  ["the contract of the package", contractFile(), false],
  ["another contract that it is given", extendedContractFile(), true],
] as const)("A page that mocks %s", (_title, file, isGiven) => {
  let contract: Contract;
  let server: RunningMock;
  let opened: Awaited<ReturnType<typeof openPage>>;

  beforeAll(async () => {
    contract = await sharedContract(file);
    server = await startMock({ contractFile: file });
    opened = await openPage(isGiven ? contract : undefined);
  });

  afterAll(async () => {
    await opened.page.close();
    await server.close();
  });

  /** What the page gets from its own mock and from the server, for each request that a script can send. */
  async function compare(sent: readonly Sent[]): Promise<(readonly [Fetched, Fetched, string])[]> {
    const answers = await opened.page.evaluate(([bases, each]) => mocked.compare(bases, each), [
      [service, server.url],
      sent,
    ] as const);
    return answers.flatMap(([own, servers], index) =>
      own === undefined || servers === undefined
        ? []
        : [[own, servers, JSON.stringify(sent[index])] as const],
    );
  }

  test("gets the server's answer to every derived case, byte for byte", async () => {
    const cases = casesOf(contract);
    const compared = await compare(cases.map(({ request }) => request));
    for (const [own, servers, request] of compared) expect(own, request).toEqual(servers);
    // A script can send nearly everything: it cannot name the methods TRACE and CONNECT, nor give GET a body.
    expect(compared.length / cases.length).toBeGreaterThan(0.9);
    const statuses = new Set(compared.map(([{ status }]) => status));
    for (const { status } of contract.operations.flatMap(({ scenarios }) => scenarios))
      expect(statuses).toContain(status);
  });

  test("gets the server's answer to generated requests, byte for byte", async () => {
    // Not all that is dynamic depends on the seed alone.
    const generated = fc
      .sample(requests(contract), { numRuns: 300, seed: 4 })
      .filter(({ headers }) => !/dynamic/.test(headers["Prefer"] ?? ""));
    const compared = await compare(generated);
    for (const [own, servers, request] of compared) expect(own, request).toEqual(servers);
    expect(compared.length).toBeGreaterThan(150);
  });

  test("throws no error of its own", () => {
    expect(opened.errors).toEqual([]);
  });
});

test("A page sends callbacks itself, and reads what answers them", async () => {
  const file = fileURLToPath(new URL("fixtures/rare-shapes.yaml", import.meta.url));
  const { page, errors } = await openPage(await sharedContract(file));
  const called = `${site.url}/called?`;
  const answered = page.waitForEvent("requestfinished", (request) => request.url().startsWith(called));
  const status = await page.evaluate(
    async (target) => (await fetch(target, { method: "POST" })).status,
    `${service}/subscriptions?to=${encodeURIComponent(called)}`,
  );
  expect(status).toBe(201);
  const request = await answered;
  expect([request.method(), request.postData()]).toEqual(["POST", '{"event":1}']);
  await (await request.response())?.finished();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  expect(errors).toEqual([]);
  await page.close();
});

test("A page whose policy forbids to compile schemas is told so", async () => {
  const strict = await startSite({
    "/": `<!doctype html><title>Strict</title><link rel="icon" href="data:,"><meta http-equiv="Content-Security-Policy" content="script-src 'self'"><script type="module" src="/page.js"></script>`,
    "/page.js": script,
  });
  const page = await browser.newPage();
  await page.goto(strict.url);
  await page.waitForFunction(() => "mocked" in globalThis);
  // In a task of the page's own: a policy does not hold for what a test calls.
  const failure = await page.evaluate(async (baseUrl) => {
    await new Promise((resolve) => setTimeout(resolve));
    return mocked.start({ baseUrl }).catch((error: Error) => error.message);
  }, service);
  expect(failure).toContain("Allow 'unsafe-eval'");
  await page.close();
  strict.close();
});

const contract = await sharedContract(contractFile());
// What the fetch of a page sends has no cookie but the page's own.
const sendable = contract.operations.filter(({ parameters }) =>
  parameters.every((parameter) => parameter.in !== "cookie"),
);
const ways = sendable.flatMap((operation) =>
  operation.scenarios.flatMap((scenario) =>
    operation.security
      .filter((each) => each.every((scheme) => scheme.in !== "cookie"))
      .map((way) => ({
        operation,
        scenario,
        way,
        title: `${operation.operationId} ${scenario.name} by ${way.map(({ key }) => key).join(" and ")}`,
      })),
  ),
);

describe("The typed client on a page without a server", () => {
  let server: RunningMock;
  let opened: Awaited<ReturnType<typeof openPage>>;

  beforeAll(async () => {
    server = await startMock();
    opened = await openPage();
  });

  afterAll(async () => {
    await opened.page.close();
    await server.close();
  });

  test.each(ways)("returns for $title what it returns with one", async ({ operation, scenario, way }) => {
    const call = clientCall(contract, operation, { values: scenario.values, body: scenario.body });
    const auth = authOf({ ...operation, security: [way] });
    const [own, servers] = await Promise.all(
      [service, server.url].map((baseUrl) =>
        opened.page.evaluate(
          (text) => mocked.call(text),
          JSON.stringify({ ...call, options: { ...call.options, baseUrl, auth } }),
        ),
      ),
    );
    expect(own).toEqual(servers);
    const { status, response } = scenario;
    expect(own?.thrown === undefined).toBe(status < 300);
    if (status < 300) expect(dataAsExample(own?.returned)).toEqual(response);
    else expect({ ...own, body: dataAsExample(own?.body) }).toMatchObject({ status, body: response });
  });

  test("is answered in the order that is set, and what came is told", async () => {
    const [way] = ways;
    const first = way?.operation.scenarios[0];
    const failure = way?.operation.scenarios.at(-1);
    if (way === undefined || first === undefined || failure === undefined) throw new Error("No scenario");
    const { operation } = way;
    const call = clientCall(contract, operation, { values: first.values, body: first.body });
    const auth = authOf({ ...operation, security: [way.way] });
    const told = await opened.page.evaluate(
      async ([text, operationId, name]) => {
        const { controls, requests } = mocked.mock();
        controls.reset();
        controls.setSequence(operationId, [name]);
        await mocked.call(text);
        await mocked.call(text);
        return JSON.stringify(requests());
      },
      [
        JSON.stringify({ ...call, options: { ...call.options, baseUrl: service, auth } }),
        operation.operationId,
        failure.name,
      ] as const,
    );
    expect(JSON.parse(told)).toMatchObject([
      { scenario: failure.name, reason: "sequence" },
      { scenario: first.name, reason: "matched" },
    ]);
  });
});
