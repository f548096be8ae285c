import { readContract } from "@workflow-api/contract";
import { isObject, type JsonObject, replaceAt } from "@workflow-api/contract/json";
import { type Browser, launchBrowser } from "@workflow-api/workspace/browser";
import { furtherContract } from "@workflow-api/workspace/fixtures";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startSite } from "../src/serve.ts";
import { slugOf } from "../src/text/slug.ts";
import { buildSite, findingsOn, needed, openPage, pagesIn, troublesOf } from "./support.ts";

// A contract whose every text tries to be something other than text.

/** Each is a text that a page has to show as it is written. */
const hostileTexts = [
  "</title><script>alert(1)</script>",
  '<img src=x onerror="alert(2)">',
  "\"><svg onload='alert(3)'>",
  "`code` `` ``` | pipe | \\| [x](javascript:alert(4))",
  "__proto__ constructor 'quotes' “curled”",
  "مرحبا بالعالم 👩‍👩‍👧 ‮reversed‬",
  "unbroken".repeat(25),
];
const properties = "/components/schemas/Client/properties";
const blocks = `# Heading <b>x</b>

![image](javascript:alert(5))

| a | b |
|---|---|
| ${"wide ".repeat(60)} | 2 |

~~~
${"x".repeat(300)}
~~~`;

/** A contract as JSON, with a server of its own for every operation. */
function withServer(document: object): string {
  const servers = [{ url: "https://service.example/v1" }];
  return JSON.stringify(document, (key, value: unknown) => (key === "servers" ? servers : value));
}

/** The contract with every text replaced: titles, summaries, descriptions, open questions. */
function hostileContract(): JsonObject {
  let count = 0;
  const next = (): string => hostileTexts[count++ % hostileTexts.length] ?? "";
  const document = JSON.parse(withServer(furtherContract()), (key, value: unknown) => {
    const isText = typeof value === "string";
    if (isText && key === "description") return `${next()}\n\n${blocks}`;
    if (value === "getHealth") return "__proto__";
    if (isText && ["summary", "title", "unknown", "until_known"].includes(key)) return next();
    // The tags of an operation.
    if (key === "tags" && Array.isArray(value)) return [hostileTexts[0]];
    const externalDocs = { url: "/docs/>a b", description: next() };
    return isObject(value) && "operationId" in value ? { ...value, externalDocs } : value;
  });
  const url = "javascript:alert(7)";
  const added = {
    "/tags": [],
    "/externalDocs": { url, description: next() },
    "/info/contact": { name: next(), url },
    [`${properties}/<img src=x onerror=alert(6)>`]: { enum: hostileTexts },
    [`${properties}/a|b\`c`]: { default: hostileTexts[3] ?? "", pattern: "^<script>`|\"'$" },
    [`${properties}/constructor`]: { type: "string" },
  };
  return Object.entries(added).reduce(
    (changed, [pointer, value]) => replaceAt(changed, pointer, value),
    document,
  );
}

const [operation] = readContract(furtherContract()).operations;
const reference = `reference/${slugOf(needed(operation).operationId)}/`;

let browser: Browser;
let folder: string;

beforeAll(async () => {
  browser = await launchBrowser();
  ({ folder } = await buildSite(hostileContract()));
});
afterAll(() => browser.close());

it("shows every text of a hostile contract as text", async () => {
  const site = await startSite({ folder });
  const pages = await pagesIn(folder);
  let text = "";
  for (const path of pages) {
    const viewport = { width: 390, height: 900 };
    const watched = await openPage(browser, site.url + path, { viewport });
    const { page } = watched;
    expect.soft(await findingsOn(page), `/${path}`).toEqual([]);
    // The policy reports on the console whatever it refuses, and nothing is there to refuse.
    expect.soft(troublesOf(watched), `/${path}`).toEqual([]);
    text += (await page.title()) + (await page.locator("main").textContent());
    await watched.close();
  }
  await site.close();
  for (const hostile of [...hostileTexts, "External documentation"])
    expect(text).toContain(hostile);
  // Guides that are about the contract of this repository are not those of another.
  expect(text).toMatch(/npx @workflow-api\/mock \S+\.(json|yaml)/);
  expect(pages.filter((path) => path.startsWith("guides/"))).toEqual([]);
});

it("calls the server of another contract first, or the mock if its URL is given", async () => {
  const mockUrl = "http://127.0.0.1:4999";
  const firstUrls: string[] = [];
  for (const options of [{}, { mockUrl }]) {
    const site = await startSite({ folder, ...options });
    const watched = await openPage(browser, site.url + reference);
    const url = await watched.page.locator("[name=baseUrl]").inputValue();
    expect(await watched.page.locator("[data-sample]").textContent()).toContain(url);
    firstUrls.push(url);
    await watched.close();
    await site.close();
  }
  expect(firstUrls).toEqual(["https://service.example/v1", mockUrl]);
});
