import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { expect, onTestFinished, test, vi } from "vitest";
import { annotations, junitReport } from "../src/reports/ci.ts";
import type { VerifyReport } from "../src/reports/report.ts";
import { abbreviated, markdownReport, ttyReport } from "../src/reports/text.ts";
import { contractFile, folder, isOf, reportOn, runOn, withServer } from "./support/run.ts";
import { type Departure, where } from "./support/server.ts";

/** Fails by causes that many cases share, and leaves what may write untried. */
const broken: Departure = {
  ...where(isOf("getHealth", 200), { body: "{}" }),
  overlooks: ({ part }) => part === "query page[size]",
};
const report = await reportOn(broken, { write: false });
const unknown = await reportOn({}, { write: false });

test("JUnit has an entry for each case, and counts what the terminal counts.", () => {
  const { results, spellings, untried } = report;
  const tests = results.length + spellings.length + untried.length;
  const failed = report.results.filter(({ outcome }) => outcome === "failed").length;
  const xml = junitReport(report);
  expect(xml).toContain(` tests="${tests}" failures="${failed}" errors="0" `);
  expect(xml.match(/<testcase /g)).toHaveLength(tests);
  expect(report.summary).toContain(`, ${failed} failed, `);
  expect(xml.match(/>(See [^\n]*\ncurl|The same cause as )/g)).toHaveLength(failed);
});

test("JUnit has an error for what made the run inconclusive.", () => {
  expect(junitReport(unknown)).toContain(` failures="0" errors="${unknown.untried.length}" `);
});

test("Annotations point each cause at its line of the contract.", () => {
  const shown = annotations(report).trimEnd().split("\n");
  expect(shown).toHaveLength(report.causes.length + report.spellings.length);
  const written = readFileSync(contractFile, "utf8").split("\n");
  for (const annotation of shown.slice(0, report.causes.length)) {
    const [, line] = /^::error file=\S+notes\.json,line=(\d+),title=/.exec(annotation) ?? [];
    expect(written[Number(line) - 1]).toMatch(/^ +"(required|type)": /);
  }
  const { contract, headline, untried } = unknown;
  expect(annotations(unknown)).toBe(
    `::error file=${contract.file},line=1,title=Inconclusive::${headline} ${untried.join(" ")}\n`,
  );
});

test("Markdown is a heading, and the report of the terminal as code that no text ends.", () => {
  const [cause] = report.causes;
  const hostile = { ...report, causes: cause ? [{ ...cause, message: "\n```\n# <b>" }] : [] };
  const text = markdownReport(hostile);
  expect(text).toMatch(/^## Failed: .*\n\n````text\n/);
  expect(text).toMatch(/\n {2}```\n[\s\S]*\n````\n$/);
});

test("The terminal shows the verdict, what was not tried, the causes, and numbers.", () => {
  const text = stripVTControlCharacters(ttyReport(report));
  expect(text).toMatch(
    /^Failed: \d+ cases by \d causes\. .* proved nothing\.\ncreateNote, removeNote were not tried: /,
  );
  expect(text.slice(text.indexOf("✗ getHealth")).split("\n").slice(0, 6)).toEqual([
    expect.stringMatching(/ and \d+ more$/),
    expect.stringContaining("  response_schema_conformance: The body of the 200 "),
    expect.stringMatching(/^ {2}See \S+notes\.json:\d+\.$/),
    expect.stringMatching(/^ {2}curl -i 'http:\/\/127\.0\.0\.1:1\/v1\/health/),
    "    -H 'accept: application/vnd.api+json'",
    expect.stringMatching(/^ {2}The same in: getHealth /),
  ]);
  expect(text).toMatch(/ failed, \d+ proved nothing, \d+ not sent\n$/);
});

test("Reports for people cut long values.", () => {
  const command = `curl 'http://a' \\\n  --data-raw '${"[".repeat(4000)}it'\\''s'`;
  expect(abbreviated(command)).toMatch(
    /^curl 'http:\/\/a' \\\n {2}--data-raw '\[{1,300}…' \(cut: 4009 /,
  );
});

test("JSON has the complete report, and files have no colours.", async () => {
  const [json, tty] = [join(folder, "report", "all.json"), join(folder, "report.txt")];
  vi.stubEnv("FORCE_COLOR", "1");
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(ttyReport(report)).toContain("\u001b[");
  const args = ["--explore", "0", "--reporter", `json=${json}`, "--reporter", `tty=${tty}`];
  const { out } = await withServer(broken, (server) => runOn(server, args));
  const written: VerifyReport = JSON.parse(readFileSync(json, "utf8"));
  expect(out).toBe(`${[written.headline, ...written.untried].join("\n")}\n`);
  expect(Object.keys(written)).toEqual(Object.keys(report));
  const text = readFileSync(tty, "utf8");
  expect(text.split("\n")[0]).toBe(written.headline);
  expect(text).not.toContain("\u001b");
});

test("Markdown without a file is appended to the summary of a GitHub job.", async () => {
  const GITHUB_STEP_SUMMARY = join(folder, "summary.md");
  writeFileSync(GITHUB_STEP_SUMMARY, "Built.\n");
  const args = ["--explore", "0", "--only", "getHealth", "--reporter", "markdown"];
  await withServer({}, (server) => runOn(server, args, { GITHUB_STEP_SUMMARY }));
  expect(readFileSync(GITHUB_STEP_SUMMARY, "utf8")).toMatch(/^Built\.\n## Passed/);
});
