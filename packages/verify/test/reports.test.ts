import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { type Departure, where } from "@workflow-api/workspace/contract-server";
import { expect, onTestFinished, test, vi } from "vitest";
import type { VerifyReport } from "../src/report.ts";
import { annotations, junitReport } from "../src/reports/ci.ts";
import { markdownReport, ttyReport } from "../src/reports/text.ts";
import { contractFile, folder, isOf, ranOn, reportOn } from "./support/run.ts";

/** Fails by causes that many cases share, and leaves what may write untried. */
const broken: Departure = {
  ...where(isOf("getHealth", 200), { body: "{}" }),
  overlooks: ({ part }) => part === "query page[size]",
};
const report = await reportOn(broken, { write: false });
const causes = report.causes.length;
const unknown = await reportOn({}, { write: false });

test("JUnit has an entry for each case, and counts what the terminal counts.", () => {
  const { length } = report.results;
  const tests = length + report.untried.length;
  const failed = report.results.filter(({ outcome }) => outcome === "failed").length;
  const xml = junitReport(report);
  expect(xml).toContain(` tests="${tests}" failures="${failed}" errors="0" `);
  expect(xml.match(/<testcase /g)).toHaveLength(tests);
  expect(report.summary).toContain(`, ${failed} failed, `);
  expect(xml.match(/>See [^\n]*\n(curl|The same cause as )/g)).toHaveLength(failed);
});

test("JUnit has an error for what made the run inconclusive.", () => {
  expect(junitReport(unknown)).toContain(` failures="0" errors="${unknown.untried.length}" `);
});

test("Annotations point each cause at its line of the contract.", () => {
  const shown = annotations(report).trimEnd().split("\n");
  expect(shown).toHaveLength(causes);
  const written = readFileSync(contractFile, "utf8").split("\n");
  for (const annotation of shown) {
    const [, line] = /^::error file=\S+notes\.json,line=(\d+),title=/.exec(annotation) ?? [];
    expect(written[Number(line) - 1]).toMatch(/^ +"(required|type)": /);
  }
  expect(annotations(unknown)).toBe(
    `::error file=${unknown.contract.file},line=1,title=Inconclusive::${unknown.headline}\n`,
  );
});

test("Markdown keeps hostile texts in their cells.", () => {
  const coverage = report.coverage.map((each) => ({ ...each, summary: '<b a="&\'">|\n*_`' }));
  const text = markdownReport({ ...report, coverage });
  expect(text).toMatch(/^## Failed: /);
  const rows = text.split("\n").filter((line) => line.startsWith("|"));
  expect(rows).toHaveLength(2 + coverage.length);
  for (const row of rows) expect(row.replaceAll(/\\./g, "").split("|")).toHaveLength(6);
  expect(text).toContain("| getHealth | ");
});

test("The terminal shows the verdict, the causes, what was tried, and numbers.", () => {
  const text = stripVTControlCharacters(ttyReport(report));
  expect(text).toMatch(/^Failed: \d+ cases by 3 causes\. createNote, removeNote were not tried: /);
  expect(text.slice(text.indexOf("✗ getHealth")).split("\n").slice(0, 6)).toEqual([
    expect.stringMatching(/ and \d+ more$/),
    expect.stringContaining("  response_schema_conformance: The body of the 200 "),
    expect.stringMatching(/^ {2}See \S+notes\.json:\d+\.$/),
    expect.stringMatching(/^ {2}curl -i 'http:\/\/127\.0\.0\.1:1\/v1\/health/),
    "    -H 'accept: application/vnd.api+json'",
    expect.stringMatching(/^ {2}The same in: getHealth /),
  ]);
  expect(text).toMatch(
    /\ncreateNote: 0 of \d+ cases sent, 0 failed\n {2}not tried: responses 201, 401/,
  );
  expect(text).toMatch(/ failed, \d+ not sent\n$/);
});

test("JSON has the whole report, and files have no colours.", async () => {
  const [json, tty] = [join(folder, "report", "all.json"), join(folder, "report.txt")];
  vi.stubEnv("FORCE_COLOR", "1");
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(ttyReport(report)).toContain("\u001b[");
  const args = ["--explore", "0", "--reporter", `json=${json}`, "--reporter", `tty=${tty}`];
  const { out } = await ranOn(broken, args);
  const written: VerifyReport = JSON.parse(readFileSync(json, "utf8"));
  expect(out).toBe(`${written.headline}\n`);
  expect(Object.keys(written)).toEqual(Object.keys(report));
  const text = readFileSync(tty, "utf8");
  expect(text.split("\n")[0]).toBe(written.headline);
  expect(text).not.toContain("\u001b");
});

test("Markdown without a file is appended to the summary of a GitHub job.", async () => {
  const GITHUB_STEP_SUMMARY = join(folder, "summary.md");
  writeFileSync(GITHUB_STEP_SUMMARY, "Built.\n");
  const args = ["--explore", "0", "--only", "getHealth", "--reporter", "markdown"];
  await ranOn({}, args, { GITHUB_STEP_SUMMARY });
  expect(readFileSync(GITHUB_STEP_SUMMARY, "utf8")).toMatch(/^Built\.\n## Passed: /);
});
