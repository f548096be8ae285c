import { escapeMarkup } from "./escape.ts";
import { countOutcomes, groupResults, type Report, type Result } from "./report.ts";

/** The report in the XML of JUnit, which CI systems read: a suite for each group. */
export function junitReport(report: Report): string {
  const groups = groupResults(report.results, ({ group }) => group);
  const suites = [...groups].map(([group, results]) => suite(group, results));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name=${attribute(report.contract.title)}${counts(report.results)}>\n${suites.join("")}</testsuites>\n`;
}

function suite(name: string, results: readonly Result[]): string {
  return `  <testsuite name=${attribute(name)}${counts(results)}>\n${results.map(testCase).join("")}  </testsuite>\n`;
}

function counts(results: readonly Result[]): string {
  const { failed, skipped } = countOutcomes(results);
  const seconds = results.reduce((sum, { duration }) => sum + duration, 0) / 1000;
  return ` tests="${results.length}" failures="${failed}" errors="0" skipped="${skipped}" time="${seconds}"`;
}

function testCase(result: Result): string {
  const { curl, duration, file, findings, group, line, operationId, outcome, reason, title } = result;
  const head = `    <testcase name=${attribute(title)} classname=${attribute(`${operationId}.${group}`)} file=${attribute(file)} line="${line}" time="${duration / 1000}"`;
  if (outcome === "passed" || outcome === "known") return `${head}/>\n`;
  if (outcome === "skipped") return `${head}><skipped message=${attribute(reason ?? "")}/></testcase>\n`;
  const [first] = findings;
  const details = [...findings.map(({ name, message }) => `${name}: ${message}`), `${file}:${line}`, curl];
  return `${head}>\n      <failure type=${attribute(first?.name ?? "")} message=${attribute(first?.message ?? "")}>${escapeMarkup(details.join("\n"))}</failure>\n    </testcase>\n`;
}

function attribute(value: string): string {
  return `"${escapeMarkup(value)}"`;
}
