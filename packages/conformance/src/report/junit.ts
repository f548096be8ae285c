import { escapeMarkup } from "./escape.ts";
import { groupResults } from "./failure-kinds.ts";
import { countOutcomes, type Report, type Result } from "./report.ts";

/** The report in the XML of JUnit, which CI systems read: a suite for each group. */
export function junitReport(report: Report): string {
  const groups = groupResults(report.results, ({ group }) => group);
  const suites = [...groups].map(([group, results]) => suite(group, results.map(testCase), counts(results)));
  const untried = report.untried.map((reason) => untriedCase(report, reason));
  const unchecked = report.coverage.flatMap((each) =>
    each.unchecked.map((body) => uncheckedCase(each.operationId, body)),
  );
  const errors = report.conclusion === "open" ? untried.length : 0;
  const own = {
    errors,
    skipped: unchecked.length + untried.length - errors,
    tests: untried.length + unchecked.length,
  };
  if (own.tests > 0) suites.push(suite("coverage", [...untried, ...unchecked], own));
  const all = counts(report.results, own);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name=${attribute(report.contract.title)}${countsText(all)}>\n${suites.join("")}</testsuites>\n`;
}

interface Counts {
  readonly tests: number;
  readonly errors: number;
  readonly skipped: number;
  readonly failures?: number;
  /** In seconds. */
  readonly time?: number;
}

const nothing: Counts = { tests: 0, errors: 0, skipped: 0 };

function suite(name: string, cases: readonly string[], counted: Counts): string {
  return `  <testsuite name=${attribute(name)}${countsText(counted)}>\n${cases.join("")}  </testsuite>\n`;
}

function counts(results: readonly Result[], more: Counts = nothing): Counts {
  const { failed, skipped } = countOutcomes(results);
  return {
    tests: results.length + more.tests,
    failures: failed,
    errors: more.errors,
    skipped: skipped + more.skipped,
    time: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
  };
}

function countsText({ errors, failures = 0, skipped, tests, time = 0 }: Counts): string {
  return ` tests="${tests}" failures="${failures}" errors="${errors}" skipped="${skipped}" time="${time}"`;
}

/** An error in the sense of JUnit: what was asked for could not be tried. */
function untriedCase({ conclusion }: Report, reason: string): string {
  const tag = conclusion === "open" ? "error" : "skipped";
  return `    <testcase name=${attribute(reason)} classname="coverage"><${tag} message=${attribute(reason)}/></testcase>\n`;
}

function uncheckedCase(operationId: string, body: string): string {
  return `    <testcase name=${attribute(`The body of ${operationId} ${body}`)} classname="coverage"><skipped message="It is not checked."/></testcase>\n`;
}

function testCase(result: Result): string {
  const { curl, duration, file, findings, group, line, operationId, outcome, reason, title } = result;
  const head = `    <testcase name=${attribute(title)} classname=${attribute(`${operationId}.${group}`)} file=${attribute(file)} line="${line}" time="${duration / 1000}"`;
  if (outcome === "passed" || outcome === "known") return `${head}/>\n`;
  if (outcome === "skipped") return `${head}><skipped message=${attribute(reason ?? "")}/></testcase>\n`;
  const [first] = findings;
  const told = findings.map((each) => `${each.name}: ${each.message} (${each.file}:${each.line})`);
  const details = [...told, curl];
  return `${head}>\n      <failure type=${attribute(first?.name ?? "")} message=${attribute(first?.message ?? "")}>${escapeMarkup(details.join("\n"))}</failure>\n    </testcase>\n`;
}

function attribute(value: string): string {
  return `"${escapeMarkup(value)}"`;
}
