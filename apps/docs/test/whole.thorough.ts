import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { loadContract } from "@workflow-api/contract";
import { type Browser, findExecutable, launchBrowser } from "@workflow-api/workspace/browser";
import { furtherContract } from "@workflow-api/workspace/fixtures";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSite } from "../src/serve.ts";
import {
  buildSite,
  builtSite,
  findingsOn,
  needed,
  openPage,
  pagesIn,
  troublesOf,
} from "./support.ts";

const operation = needed(loadContract().operations.at(-1));
const reference = `reference/${operation.operationId}/`;
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

describe("the whole site", () => {
  it.each([
    ["this contract", () => builtSite()],
    ["another", async () => (await buildSite(furtherContract())).folder],
  ])("of %s has no finding of axe, the policy or the console in any theme", async (_, build) => {
    const folder = await build();
    const site = await startSite({ folder });
    for (const path of await pagesIn(folder))
      for (const [colorScheme, width] of [
        ["light", 1280],
        ["dark", 1920],
        ["light", 390],
        ["dark", 320],
      ] as const) {
        const viewport = { width, height: 900 };
        const watched = await openPage(browser, site.url + path, { colorScheme, viewport });
        const troubles = [...(await findingsOn(watched.page)), ...troublesOf(watched)];
        expect.soft(troubles, `${path} ${colorScheme} ${width}`).toEqual([]);
        await watched.close();
      }
    await site.close();
  });

  it("scores 100 for accessibility, best practices and SEO in Lighthouse", async () => {
    const { path, args, env } = await findExecutable();
    const site = await startSite({ folder: builtSite() });
    const command = ["-y", "-p", "lighthouse@13.5.0", "--", "lighthouse", "--quiet"];
    const options = [
      "--output=json",
      "--only-categories=accessibility,best-practices,seo",
      `--chrome-flags=--headless ${args.join(" ")}`,
    ];
    for (const page of ["", reference]) {
      const call = [...command, ...options, site.url + page];
      const { stdout } = await promisify(execFile)("npx", call, {
        env: { ...process.env, ...env, CHROME_PATH: path },
        maxBuffer: 50_000_000,
      });
      const { categories }: { categories: Record<string, { score: number }> } = JSON.parse(stdout);
      expect(Object.values(categories).map(({ score }) => score)).toEqual([1, 1, 1]);
    }
    await site.close();
  });

  it("works below a path, with absolute links to its origin and another mock", async () => {
    const { folder } = await buildSite(undefined, {
      DOCS_BASE: "/docs/",
      DOCS_SITE: "https://api.example",
      MOCK_URL: "http://127.0.0.1:4999",
    });
    const html = await readFile(join(folder, reference, "index.html"), "utf8");
    expect(html).not.toContain("127.0.0.1:4010");
    const links = [...html.matchAll(/(?:href|src)="(\/[^"]*)"/g)].map(([, link = ""]) => link);
    expect(links.filter((link) => !link.startsWith("/docs/"))).toEqual([]);
    const machines = await readFile(join(folder, "llms.txt"), "utf8");
    expect(machines).toContain(`https://api.example/docs/${reference}index.md`);
    const twin = await readFile(join(folder, reference, "index.md"), "utf8");
    expect(twin).toContain("https://api.example/docs/authentication-and-errors/");
    const site = await startSite({ folder });
    expect(site.url).toMatch(/\/docs\/$/);
    expect((await fetch(site.url)).status).toBe(200);
    await site.close();
  });
});
