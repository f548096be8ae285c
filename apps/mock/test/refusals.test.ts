import { fileURLToPath } from "node:url";
import { type Browser, launchBrowser, openWatchedPage, type Page } from "@workflow-api/browser";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type JournalEntry, type RunningMock, startMock } from "../src/index.ts";
import { axeFindings } from "./support/axe.ts";
import { type Received, type Sent, send, sendRaw } from "./support/http.ts";

// Every refusal is documented here, so that no body says what is wrong.
const contractFile = fileURLToPath(new URL("fixtures/refusals.yaml", import.meta.url));
const trace = { "X-Trace": "3f2b8c1e-7a4d-4e2b-9c6f-1d5e8a7b9c30" };
const token = { Authorization: "Bearer secret-1" };
const json = { "Content-Type": "application/json" };

let mock: RunningMock;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  mock = await startMock({ contractFile });
  browser = await launchBrowser();
  ({ page } = await openWatchedPage(browser));
  await page.goto(`${mock.url}/__mock/`);
});

beforeEach(() => mock.controls.reset());

afterAll(async () => {
  await browser.close();
  await mock.close();
});

function list(query: string, headers: Sent["headers"]): Sent {
  return { method: "GET", target: `/orders${query}`, headers };
}

function create(body: string, headers: Sent["headers"] = json): Sent {
  return { method: "POST", target: "/orders", headers, body };
}

async function refused(request: Sent): Promise<{ answer: Received; entry: JournalEntry | undefined }> {
  const answer = await send(mock.url, request);
  return { answer, entry: mock.requests().at(-1) };
}

describe("What is wrong with a request stands in the journal", () => {
  test.each([
    [
      "a header and a query parameter",
      list("?limit=500", { ...token, "X-Trace": "none" }),
      [
        { in: "header", name: "X-Trace", expected: 'must match format "uuid"', received: "none" },
        { in: "query", name: "limit", expected: "must be <= 100", received: "500" },
      ],
    ],
    [
      "a parameter that is missing",
      list("", { ...token, ...trace }),
      [{ in: "query", name: "limit", expected: "must be sent" }],
    ],
    [
      "a member of a query object",
      list("?limit=1&filter[year]=old", { ...token, ...trace }),
      [{ in: "query", name: "filter", pointer: "/year", expected: "must be integer", received: "old" }],
    ],
    [
      "a place in a body",
      create('{"lines":[{"quantity":0}]}'),
      [{ in: "body", pointer: "/lines/0/quantity", expected: "must be >= 1", received: 0 }],
    ],
    ["a body that is missing", create(""), [{ in: "body", expected: "is required" }]],
    [
      "a body that is no JSON",
      create("{oops"),
      [{ in: "body", expected: "must be JSON, and cannot be parsed at character 1" }],
    ],
    [
      "the type of a body",
      create("x", { "Content-Type": "text/plain" }),
      [{ in: "header", name: "Content-Type", expected: "must be application/json", received: "text/plain" }],
    ],
  ])("for %s", async (_, request, errors) => {
    const { answer, entry } = await refused(request);
    expect(JSON.parse(answer.body)).toEqual({ title: "Refused" });
    expect(entry?.errors).toEqual(errors);
    expect(entry?.reason).toMatch(/^refused: (?!.*[{}])/);
    expect(entry?.validated).toContainEqual(expect.objectContaining({ outcome: "invalid" }));
  });

  test("for credentials, each way of authenticating by itself", async () => {
    const { entry } = await refused(list("?limit=1", trace));
    expect(entry?.errors).toEqual([
      { in: "header", name: "Authorization", expected: expect.stringMatching(/^must be sent/), way: 1 },
      { in: "header", name: "X-Account", expected: "must be sent", way: 2 },
      { in: "header", name: "X-Key", expected: "must be sent", way: 2 },
    ]);
    expect(entry?.reason).toMatch(/^refused: header Authorization .+; or header X-Account /);
  });

  test("and a refusal that was asked for is none", async () => {
    const { answer, entry } = await refused(list("?limit=1", { ...token, ...trace, Prefer: "code=401" }));
    expect(answer.status).toBe(401);
    expect(entry?.errors).toBeUndefined();
    expect(entry?.validated).toContainEqual({ part: "credentials", outcome: "valid" });
  });
});

describe("The page shows of a refused request", () => {
  function shownOf(request: Sent): Promise<string> {
    return shownAfter(send(mock.url, request));
  }

  async function shownAfter(sending: Promise<unknown>): Promise<string> {
    await sending;
    const { number, at } = mock.requests().at(-1) ?? {};
    const arrived = page.locator(`[data-id="${number} ${at}"]`);
    await arrived.locator("summary").click();
    const text = await arrived.innerText();
    return text.replaceAll(/\s+/g, " ");
  }

  test("where it is wrong, what was expected, what came and what to do", async () => {
    const text = await shownOf(list("?limit=500", { ...token, "X-Trace": "none" }));
    expect(text).toContain('listOrders · refused: header X-Trace must match format "uuid", and 1 more');
    expect(text).toContain(
      'Refused header X-Trace must match format "uuid" it is "none" query limit must be <= 100 it is "500"',
    );
    expect(text).toContain("compare it with a valid one: a curl command of listOrders");
  });

  test("each way of authenticating that it does not use, and no secret", async () => {
    const text = await shownOf(list("?limit=1", { Authorization: "Basic secret-1", "X-Key": "secret-1" }));
    expect(text).toContain("or another way of authenticating");
    expect(text).toMatch(
      /Refused header Authorization must be of the scheme Bearer.+ or header X-Account must be/,
    );
    expect(text).toContain("Send credentials of this form: the mock accepts any but zeros.");
    expect(text).not.toContain("secret-1");
  });

  test("a place in its body, what stands there, and the body a member a line", async () => {
    const lines = { label: `${"long ".repeat(50)}"` };
    const text = await shownOf(create(JSON.stringify({ lines })));
    expect(text).toContain("createOrder · refused: body at /lines must be array");
    expect(text).toMatch(/it is \{"label":"(long )+(l|lo|lon|long)?…/);
    expect(await page.locator(".arrived pre").first().innerText()).toBe(JSON.stringify({ lines }, null, 2));
  });

  test("a body that is written otherwise as it came", async () => {
    await shownOf(create('{"lines": 1.0}'));
    expect(await page.locator(".arrived pre").first().innerText()).toBe('{"lines": 1.0}');
  });

  test("why it was not even read", async () => {
    const text = await shownOf({ ...create(""), headers: { "X-Long": "a".repeat(20_000) } });
    expect(text).toMatch(/^431 POST \/orders The request line and headers are too long Request/);
    expect(text).toContain("The longest part is the header X-Long, of 20006 bytes: make it shorter.");
    expect(text).toContain(
      "It was refused before it was checked against the contract: nothing was validated.",
    );
  });

  test("that not even its first line could be read", async () => {
    const text = await shownAfter(sendRaw(mock.url, "secret-1\r\n\r\n"));
    expect(text).toMatch(/^400 \(no request could be read\) This is not an HTTP request Request/);
    expect(text).not.toMatch(/secret-1|Headers/);
  });

  test("what to prefer if the operation has no such answer", async () => {
    expect(await shownOf(list("?limit=1", { ...token, ...trace, Prefer: "code=418" }))).toContain(
      "Prefer a status or an example that the operation has.",
    );
  });

  test("nothing if it got what it prefers", async () => {
    const text = await shownOf(list("?limit=1", { ...token, ...trace, Prefer: "code=401" }));
    expect(text).toContain("401 GET /orders?limit=1 listOrders · asked for by Prefer: code=401");
    expect(text).not.toContain("Send credentials");
  });

  test("nothing if no scenario is there to answer, and who made the answer", async () => {
    const text = await shownOf(list("?limit=1", { ...token, ...trace, Prefer: "respond-async" }));
    expect(text).toContain("listOrders · made from the contract by Prism, without a scenario");
  });

  test("what to do if its path is none of the contract", async () => {
    expect(await shownOf({ method: "GET", target: "/nothing", headers: {} })).toContain(
      "Compare the path with those of the operations",
    );
  });

  test.each([1280, 390])("nothing cut off at %i pixels, and axe-core finds nothing", async (width) => {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await shownOf(create('{"lines":[{"quantity":0}]}'));
      expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
      expect(await axeFindings(page)).toEqual([]);
    }
  });
});
