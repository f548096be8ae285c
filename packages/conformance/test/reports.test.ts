import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, launchBrowser, openWatchedPage } from "@workflow-api/browser";
import { loadContract } from "@workflow-api/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Report, runVerify } from "../src/index.ts";
import { startContractServer } from "./support/contract-server.ts";
import { desk } from "./support/desk.ts";

const require = createRequire(import.meta.url);

let folder: string;
let browser: Browser;
let report: Report;
const reporters = ["html", "json", "junit", "markdown", "sarif", "tty"];

// A server with three faults, one of them in two places, and one report of each kind of it.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "reports-"));
  const file = join(folder, "desk <&> 1.json");
  await writeFile(file, JSON.stringify(desk, undefined, 2));
  const server = await startContractServer(await loadContract(file), {
    overlooks: ({ part }) => part === "query include" || part === "security",
    spoils: (answer) => ({
      ...answer,
      ...(answer.status === 404 ? { status: 500 } : {}),
      headers: {
        ...answer.headers,
        ...(answer.status === 200 ? { "content-type": "text/<script>alert(1)</script>" } : {}),
      },
    }),
  });
  try {
    const args = reporters.flatMap((name) => ["--reporter", `${name}=${join(folder, name)}`]);
    await runVerify(["--base-url", server.url, "--contract", file, "--write", ...args], {
      environment: { WORKFLOW_LOGIN: "t0ken" },
      print: () => undefined,
      printError: () => undefined,
      progress: undefined,
    });
  } finally {
    await server.close();
  }
  report = JSON.parse(await text("json"));
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const text = (name: string): Promise<string> => readFile(join(folder, name), "utf8");

const failed = (): Report["results"] => report.results.filter(({ outcome }) => outcome === "failed");

const views = [390, 1280].flatMap((width) =>
  (["light", "dark"] as const).map((scheme) => [width, scheme] as const),
);

test.each(views)(
  "The page can be read at %i pixels in %s, and needs nothing else.",
  async (width, colorScheme) => {
    const html = join(folder, "report.html");
    await writeFile(html, await text("html"));
    const watched = await openWatchedPage(browser, { colorScheme, viewport: { width, height: 900 } });
    const { page } = watched;
    await page.goto(pathToFileURL(html).href);
    await page.locator("details").evaluateAll((all) => {
      for (const each of all) each.setAttribute("open", "");
    });
    expect(await page.locator("h1").innerText()).toBe("The server does not agree with its contract");
    expect(await page.locator(".failure").count()).toBeGreaterThanOrEqual(4);
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    const axe = await readFile(require.resolve("axe-core/axe.min.js"), "utf8");
    await page.evaluate(axe);
    const violations = await page.evaluate(
      "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))",
    );
    expect(violations).toEqual([]);
    expect([...watched.foreignRequests, ...watched.consoleProblems, ...watched.pageErrors]).toEqual([]);
    await watched.close();
  },
);

test("The JUnit report is XML, and counts what it holds.", async () => {
  const xml = await text("junit");
  const watched = await openWatchedPage(browser);
  const counted: unknown = await watched.page.evaluate(
    `(() => { const { documentElement: root } = new DOMParser().parseFromString(${JSON.stringify(xml)}, "application/xml");
      const count = (name) => root.querySelectorAll(name).length;
      return { root: root.nodeName, tests: Number(root.getAttribute("tests")), cases: count("testcase"), failures: count("failure"),
        told: Number(root.getAttribute("failures")), skipped: count("skipped"), suites: [...root.children].every((suite) => suite.nodeName === "testsuite"
          && Number(suite.getAttribute("tests")) === suite.querySelectorAll("testcase").length) }; })()`,
  );
  await watched.close();
  const unchecked = report.coverage.flatMap((each) => each.unchecked).length;
  const length = report.results.length + unchecked;
  const skipped = report.results.filter(({ outcome }) => outcome === "skipped").length + unchecked;
  expect(counted).toEqual({
    root: "testsuites",
    tests: length,
    cases: length,
    failures: failed().length,
    told: failed().length,
    skipped,
    suites: true,
  });
});

test("The SARIF report names the rule and the line of each finding.", async () => {
  const { runs, version } = JSON.parse(await text("sarif"));
  expect(version).toBe("2.1.0");
  const [{ results, tool }] = runs;
  expect(results).toHaveLength(failed().reduce((sum, { findings }) => sum + findings.length, 0));
  for (const { locations, ruleId, ruleIndex } of results) {
    expect(tool.driver.rules[ruleIndex]).toMatchObject({
      id: ruleId,
      shortDescription: { text: expect.any(String) },
    });
    const [{ physicalLocation }] = locations;
    expect(physicalLocation.region.startLine).toBeGreaterThan(0);
    expect(new URL(physicalLocation.artifactLocation.uri, "file:///").href).toContain(
      "desk%20%3C&%3E%201.json",
    );
  }
});

test("The terminal and the pull request get one failure of each kind.", async () => {
  const kinds = new Set(
    failed().map(({ findings, operationId, part }) =>
      JSON.stringify([operationId, part, findings.map(({ message, name }) => [name, message])]),
    ),
  );
  const markdown = await text("markdown");
  expect(markdown.match(/^<details><summary>(?!What was covered)/gm)).toHaveLength(kinds.size);
  expect(markdown).not.toContain("<script>");
  expect((await text("tty")).match(/✗/g)).toHaveLength(kinds.size);
});

test("Every report says how far each keyword of each part was tried.", async () => {
  const read = report.coverage.find(({ operationId }) => operationId === "readTicket");
  expect(read?.parts.find(({ name }) => name === "query include")?.keywords).toContainEqual({
    name: "enum",
    covered: true,
  });
  for (const name of ["tty", "markdown", "html"]) expect(await text(name)).toMatch(/query include.*enum/s);
});

test("A failure tells what the contract says from what came, and where each finding contradicts it.", async () => {
  const wrongType = failed().find(
    ({ expected, findings, status }) =>
      String(status) === expected && findings[0]?.name === "content_type_conformance",
  );
  const [finding] = wrongType?.findings ?? [];
  expect(finding?.line).toBeGreaterThan(0);
  expect(finding?.line).not.toBe(wrongType?.line);
  for (const name of ["tty", "markdown", "html"]) {
    const shown = (await text(name)).replaceAll(/<\/?\w+[^>]*>|[*`]/g, "");
    expect(shown).toMatch(/200 came, as the contract says \(.*1\.json:\d+\), but:/);
    expect(shown).toMatch(/The contract says 4XX \(.*1\.json:\d+\), 200 came\./);
  }
  for (const name of ["tty", "markdown", "html", "junit", "sarif"])
    expect(await text(name)).toMatch(new RegExp(`\\b${finding?.line}\\b`));
});
