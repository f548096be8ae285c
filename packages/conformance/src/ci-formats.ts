import { createHash } from "node:crypto";
import { isAbsolute } from "node:path";
import { pathToFileURL } from "node:url";
import { groupBy } from "@workflow-api/contract";

// The formats in which CI systems read what a check has found.

/** A finding at a line of a file. */
export interface CodeFinding {
  /** Its kind: a key of the rules of its report. */
  readonly rule: string;
  readonly level: "error" | "warning";
  readonly title: string;
  readonly message: string;
  readonly file: string;
  readonly line: number;
  /** Unique, and the same in every run. */
  readonly identity: string;
}

/** The content of a SARIF log. */
export interface SarifRun {
  readonly tool: string;
  /** What each rule means, by its name. */
  readonly rules: Readonly<Record<string, string>>;
  readonly findings: readonly CodeFinding[];
  readonly isSuccessful: boolean;
  /** Messages about the run as a whole. */
  readonly notifications: readonly {
    readonly level: "error" | "warning" | "note";
    readonly text: string;
  }[];
}

/** A log in SARIF 2.1.0, which code hosts show at the lines of files. */
export function sarifLog({ findings, isSuccessful, notifications, rules, tool }: SarifRun): string {
  const results = findings.map(({ file, identity, level, line, message, rule, title }) => {
    const uri = isAbsolute(file) ? pathToFileURL(file).href : encodeURI(file.replaceAll("\\", "/"));
    const physicalLocation = { artifactLocation: { uri }, region: { startLine: line } };
    const fingerprint = createHash("sha256").update(identity).digest("hex").slice(0, 16);
    return {
      ruleId: rule,
      level,
      message: { text: `${title}: ${message}` },
      locations: [{ physicalLocation }],
      // GitHub recognises a finding by this key.
      partialFingerprints: { primaryLocationLineHash: `${fingerprint}:1` },
    };
  });
  const described = Object.entries(rules).map(([id, text]) => ({ id, shortDescription: { text } }));
  const toolExecutionNotifications = notifications.map(({ level, text }) => ({
    level,
    message: { text },
  }));
  const run = {
    tool: { driver: { name: tool, rules: described } },
    invocations: [{ executionSuccessful: isSuccessful, toolExecutionNotifications }],
    results,
  };
  const $schema = "https://json.schemastore.org/sarif-2.1.0.json";
  return `${JSON.stringify({ $schema, version: "2.1.0", runs: [run] }, undefined, 2)}\n`;
}

/** The workflow command by which GitHub Actions shows a finding at its line, as a line. */
export function workflowCommand({
  file,
  level,
  line,
  message,
  title,
}: Omit<CodeFinding, "rule" | "identity">): string {
  const [path, subject] = [file, title].map((text) => encoded(text, /[%\r\n:,]/g));
  return `::${level} file=${path},line=${line},title=${subject}::${encoded(message, /[%\r\n]/g)}\n`;
}

function encoded(text: string, reserved: RegExp): string {
  return text.replaceAll(reserved, (character) => encodeURIComponent(character));
}

/** An entry of a JUnit report. */
export interface JunitCase {
  /** The suite that it belongs to. */
  readonly suite: string;
  readonly title: string;
  /** In milliseconds. */
  readonly duration: number;
  readonly outcome: "passed" | "failure" | "error" | "skipped";
  readonly message: string;
  readonly details: string;
}

/** A report in the XML of JUnit, as Jenkins reads it. */
export function junitXml(title: string, cases: readonly JunitCase[]): string {
  const suites = [...groupBy(cases, ({ suite }) => suite)].map(([name, own]) =>
    element("testsuite", { name, ...countsOf(own) }, own.map(caseXml).join("")),
  );
  // The schema of Jenkins has no count of skipped tests here.
  const { skipped: _, ...counts } = countsOf(cases);
  const whole = element("testsuites", { name: title, ...counts }, suites.join(""));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${whole}`;
}

function caseXml({ details, duration, message, outcome, suite, title }: JunitCase): string {
  const child = outcome === "passed" ? "" : element(outcome, { message }, escapeXml(details));
  return element("testcase", { name: title, classname: suite, time: seconds(duration) }, child);
}

function countsOf(cases: readonly JunitCase[]) {
  const of = (outcome: JunitCase["outcome"]): number =>
    cases.filter((each) => each.outcome === outcome).length;
  const time = seconds(cases.reduce((sum, { duration }) => sum + duration, 0));
  const counts = { failures: of("failure"), errors: of("error"), skipped: of("skipped") };
  return { tests: cases.length, ...counts, time };
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(6);
}

function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  content: string,
): string {
  const written = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${escapeXml(String(value))}"`,
  );
  return `<${name}${written.join("")}>${content}</${name}>\n`;
}

/** Characters that XML 1.0 cannot hold become question marks. */
function escapeXml(text: string): string {
  return text
    .replaceAll(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replaceAll(/[^\t\n\r\x20-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "?");
}

/**
 * A string as text within a line of Markdown, also in a cell of a table: it is no markup. What it
 * has between backticks is code.
 */
export function markdownText(text: string): string {
  return text
    .replaceAll(/\s+/g, " ")
    .split(/((?<!`)`[^`]+`(?!`))/)
    .map((part, index) => part.replaceAll(index % 2 === 1 ? /\|/g : /[\\&<>|*_[\]`~]/g, "\\$&"))
    .join("");
}

/** A code block in Markdown, which no line of the code ends. */
export function markdownCode(language: string, code: string): string {
  const longest = Math.max(3, ...Array.from(code.matchAll(/`+/g), ([run]) => run.length + 1));
  const fence = "`".repeat(longest);
  return `${fence}${language}\n${code}\n${fence}`;
}

/** Folded paragraphs of Markdown. Their title is HTML, where Markdown has no meaning. */
export function markdownDetails(title: string, paragraphs: readonly string[]): string {
  const text = escapeXml(title.replaceAll(/\s+/g, " ")).replaceAll(/`([^`]+)`/g, "<code>$1</code>");
  return [`<details><summary>${text}</summary>`, ...paragraphs, "</details>\n"].join("\n\n");
}
