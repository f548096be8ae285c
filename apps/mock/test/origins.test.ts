import { type Browser, chromium } from "@playwright/test";
import { findExecutable } from "@workflow-api/browser";
import { loadContract } from "@workflow-api/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningMock, startMock } from "../src/index.ts";
import { authenticated } from "./support/contract-requests.ts";
import { type Site, startSite } from "./support/site.ts";

const contract = await loadContract();
let site: Site;
let browser: Browser;
let mock: RunningMock;
let open: RunningMock;

beforeAll(async () => {
  site = await startSite({ "/": '<!doctype html><title>Page</title><link rel="icon" href="data:,">' });
  const { path, args, env } = await findExecutable();
  browser = await chromium.launch({
    executablePath: path,
    // Every name is this machine: what differs between the pages is their origin alone.
    args: [...args, "--host-resolver-rules=MAP *.example 127.0.0.1"],
    env: { ...process.env, ...env },
  });
  mock = await startMock({ corsOrigins: [originOf("app.example")] });
  open = await startMock({ corsOrigins: ["*"] });
});

afterAll(async () => {
  await browser.close();
  await Promise.all([mock.close(), open.close()]);
  site.close();
});

function originOf(host: string): string {
  return site.url.replace("localhost", host);
}

/** What a script of a page at a host can read of a mock. */
async function read(
  { url }: RunningMock,
  host: string,
  path: string,
  init: { readonly headers: Readonly<Record<string, string>>; readonly credentials: "include" | "omit" },
): Promise<string> {
  const page = await browser.newPage();
  await page.goto(originOf(host));
  const text = await page.evaluate(
    ([address, { headers, credentials }]) =>
      fetch(address, { headers: { ...headers }, credentials }).then(
        (answer) => answer.text(),
        () => "nothing",
      ),
    [`${url}${path}`, init] as const,
  );
  await page.close();
  return text;
}

/** A request that succeeds. Its credentials are headers, so the browser asks before it sends it. */
function success(): { readonly target: string; readonly headers: Readonly<Record<string, string>> } {
  for (const operation of contract.operations) {
    const scenario = operation.scenarios.find(({ status }) => status === 200);
    if (operation.method === "GET" && scenario !== undefined) return authenticated(operation, scenario);
  }
  throw new Error("No operation reads");
}

const { target, headers } = success();

test.each([
  ["app.example", "include", true],
  ["app.example", "omit", true],
  ["localhost", "include", true],
  ["app.localhost", "include", true],
  ["127.0.0.1", "omit", true],
  ["evil.example", "include", false],
  ["evil.example", "omit", false],
  ["localhost.evil.example", "omit", false],
] as const)("A page at %s, with credentials to %s, reads answers: %s", async (host, credentials, isLetIn) => {
  const text = await read(mock, host, target, { headers, credentials });
  expect(text === "nothing").toBe(!isLetIn);
  const plain = await read(mock, host, "/none", { headers: {}, credentials });
  expect(plain === "nothing").toBe(!isLetIn);
});

test.each([
  ["omit", true],
  ["include", false],
] as const)(
  "If any page is let in, one that is not named, with credentials to %s, reads answers: %s",
  async (credentials, isLetIn) => {
    const text = await read(open, "evil.example", target, { headers, credentials });
    expect(text === "nothing").toBe(!isLetIn);
  },
);

test.each(["localhost", "app.example", "evil.example"])(
  "A page at %s reads nothing of the controls",
  async (host) => {
    for (const path of ["/__mock/requests", "/__mock/state", "/__mock/"])
      expect(await read(mock, host, path, { headers: {}, credentials: "omit" })).toBe("nothing");
  },
);
