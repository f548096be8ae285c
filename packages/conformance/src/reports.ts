import { relative } from "node:path";
import { groupBy } from "@workflow-api/contract/json";

// What the reports of all checks have in common, and the formats that CI systems read.

/**
 * The identity of a finding, independent of generated values and of sentences: two findings with
 * the same identity have one cause, today and after the next edit of the contract.
 */
export interface Identity {
  readonly name: string;
  /** The empty string: no operation, or all of them. */
  readonly operationId: string;
  /** The part of the request or of the response, such as `query include` or `200 body /data/*`. */
  readonly part: string;
  /** The keyword that is broken or changed, or the status of the response. */
  readonly keyword: string;
}

/** The same string for the same identity. */
export function identityKey({ keyword, name, operationId, part }: Identity): string {
  return JSON.stringify([name, operationId, part, keyword]);
}

/** A finding at a line of a file. */
export interface Annotation {
  readonly level: "error" | "warning";
  readonly title: string;
  readonly message: string;
  readonly file: string;
  readonly line: number;
}

/** A file by its path from the working folder, or by its absolute path if it is not below that. */
export function displayedPath(file: string): string {
  const path = relative(process.cwd(), file);
  return path === "" || path.startsWith("..") ? file : path;
}

/** A number with its noun. */
export function plural(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** Names in a sentence: the first five of a long list, and how many more there are. */
export function listNames(names: readonly string[]): string {
  const more = names.length - 5;
  return [...names.slice(0, 5), ...(more > 0 ? [`${more} more`] : [])].join(", ");
}

/** The workflow command by which GitHub Actions shows a finding at its line, as a line. */
export function workflowCommand({ file, level, line, message, title }: Annotation): string {
  const [path, subject] = [file, title].map((text) => escaped(text, /[%\r\n:,]/g));
  return `::${level} file=${path},line=${line},title=${subject}::${escaped(message, /[%\r\n]/g)}\n`;
}

function escaped(text: string, reserved: RegExp): string {
  return text.replaceAll(reserved, (character) => encodeURIComponent(character));
}

/** An entry of a JUnit report. */
export interface JunitCase {
  /** The place that it is about, which GitLab links. Jenkins has no field for it. Default: none. */
  readonly file?: string;
  readonly line?: number;
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
  const suites = [...groupBy(cases, ({ suite }) => suite)].map(([name, suiteCases]) =>
    element("testsuite", { name, ...countsOf(suiteCases) }, suiteCases.map(caseXml).join("")),
  );
  // The schema of Jenkins has no count of skipped tests here.
  const { skipped: _, ...counts } = countsOf(cases);
  const document = element("testsuites", { name: title, ...counts }, suites.join(""));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${document}`;
}

function caseXml(entry: JunitCase): string {
  const { file, line, message, outcome } = entry;
  const details = escapeXml(entry.details);
  const child = outcome === "passed" ? "" : element(outcome, { message }, details);
  const place = { ...(file !== undefined && { file }), ...(line !== undefined && { line }) };
  const time = seconds(entry.duration);
  const attributes = { name: entry.title, classname: entry.suite, time, ...place };
  return element("testcase", attributes, child);
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
  const pairs = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${escapeXml(String(value))}"`,
  );
  return `<${name}${pairs.join("")}>${content}</${name}>\n`;
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
