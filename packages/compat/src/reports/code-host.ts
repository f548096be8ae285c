import { isAbsolute } from "node:path";
import { pathToFileURL } from "node:url";
import { audiences, type Change } from "../comparison.ts";
import { hurts, labelOf, type Report, reasonOf, titleOf } from "../verdict.ts";

/** The changes that break somebody, with what is said of them. */
function breakingIn({ changes }: Report) {
  const breaking = changes.filter((change) => audiences.some((whom) => hurts(change, whom)));
  return breaking.map((change) => ({ ...change.location, change, text: textOf(change) }));
}

function textOf(change: Change): string {
  const [first] = change.counterexamples;
  const reason = first?.reason ?? change.build[0]?.reason ?? reasonOf(change);
  return `${titleOf(change)} ${labelOf(change)}. ${reason}`;
}

/** The workflow commands by which GitHub Actions shows changes at the lines of the contract. */
export function annotations(report: Report): string {
  const level = report.verdict.isFailed ? "error" : "warning";
  const found = breakingIn(report).map(({ change, file, line, text }) => {
    const [path, title] = [file, labelOf(change)].map((each) => encoded(each, /[%\r\n:,]/g));
    return `::${level} file=${path},line=${line},title=${title}::${encoded(text, /[%\r\n]/g)}\n`;
  });
  return found.join("");
}

function encoded(text: string, reserved: RegExp): string {
  return text.replaceAll(reserved, (character) => encodeURIComponent(character));
}

/** The report in SARIF 2.1.0, which code hosts show at the lines of the contract. */
export function sarif(report: Report): string {
  const level = report.verdict.isFailed ? "error" : "warning";
  const found = breakingIn(report);
  const results = found.map(({ change, file, line, text }) => {
    const uri = isAbsolute(file) ? pathToFileURL(file).href : encodeURI(file.replaceAll("\\", "/"));
    const place = { physicalLocation: { artifactLocation: { uri }, region: { startLine: line } } };
    return {
      ...{ ruleId: ruleOf(change), level, message: { text }, locations: [place] },
      partialFingerprints: { primaryLocationLineHash: titleOf(change) },
    };
  });
  const rules = [...new Set(found.map(({ change }) => ruleOf(change)))].map((id) => ({
    id,
    shortDescription: { text: `A change of the contract ${id.replaceAll("-", " ")}.` },
  }));
  const tool = { driver: { name: "workflow-api-compat", rules } };
  const invocations = [{ executionSuccessful: true }];
  const $schema = "https://json.schemastore.org/sarif-2.1.0.json";
  const log = { $schema, version: "2.1.0", runs: [{ tool, invocations, results }] };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}

function ruleOf({ breaks, mayBreak }: Change): string {
  const [whom] = breaks;
  return whom === undefined ? `may-break-${mayBreak[0]}` : `breaks-${whom}`;
}

/** The report in the XML of JUnit: a test for each change, which fails if it breaks somebody. */
export function junit(report: Report): string {
  const breaking = new Set(breakingIn(report).map(({ change }) => change));
  const cases = report.changes.map((change) => {
    const name = escapeXml(titleOf(change));
    const failure = breaking.has(change)
      ? `<failure message="${escapeXml(labelOf(change))}">${escapeXml(textOf(change))}</failure>`
      : "";
    return `<testcase name="${name}" classname="compat" time="0">${failure}</testcase>\n`;
  });
  const failures = report.verdict.isFailed ? breaking.size : 0;
  const counts = `tests="${cases.length}" failures="${failures}" errors="0" time="0"`;
  const suite = `<testsuite name="compat" skipped="0" ${counts}>\n${cases.join("")}</testsuite>`;
  const name = escapeXml(report.title);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${name}" ${counts}>\n${suite}\n</testsuites>\n`;
}

/** What XML 1.0 cannot hold becomes a question mark. */
function escapeXml(text: string): string {
  return text
    .replaceAll(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replaceAll(/[^\t\n\r\x20-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "?");
}
