import { groupBy } from "@workflow-api/contract";
import type { Report } from "../report.ts";

type Kind = "passed" | "failure" | "error" | "skipped";

/**
 * The report in the XML of JUnit: a suite for each group of cases. Cases that fail by one cause are
 * one entry, with the time of all of them. What could not be tried is an error, unless that was
 * allowed.
 */
export function junitReport({ causes, conclusion, contract, results, untried }: Report): string {
  const left = conclusion === "inconclusive" ? "error" : "skipped";
  const entries = [
    ...results
      .filter(({ outcome }) => outcome !== "failed")
      .map(({ duration, group, note, outcome, title }) =>
        entry(group, title, duration, outcome === "passed" ? "passed" : "skipped", note),
      ),
    ...causes.map(({ curl, duration, file, group, line, message, name, notes, title }) => {
      const details = [`See ${file}:${line}.`, curl, ...notes].join("\n");
      return entry(group, title, duration, "failure", `${name}: ${message}`, details);
    }),
    ...untried.map((message) => entry("not tried", message, 0, left, message)),
  ];
  const suites = [...groupBy(entries, ({ group }) => group)].map(([name, own]) =>
    element("testsuite", { name, ...countsOf(own) }, own.map(({ xml }) => xml).join("")),
  );
  // Jenkins knows no count of what was skipped here.
  const { skipped: _, ...counts } = countsOf(entries);
  const whole = element("testsuites", { name: contract.title, ...counts }, suites.join(""));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${whole}`;
}

/** @param duration - In milliseconds. */
function entry(
  group: string,
  title: string,
  duration: number,
  kind: Kind,
  message: string,
  details = "",
) {
  const child = kind === "passed" ? "" : element(kind, { message }, escapeXml(details));
  const xml = element(
    "testcase",
    { name: title, classname: group, time: seconds(duration) },
    child,
  );
  return { group, duration, kind, xml };
}

function countsOf(entries: readonly { readonly kind: Kind; readonly duration: number }[]) {
  const of = (kind: Kind): number => entries.filter((each) => each.kind === kind).length;
  const time = seconds(entries.reduce((sum, { duration }) => sum + duration, 0));
  const counts = { failures: of("failure"), errors: of("error"), skipped: of("skipped") };
  return { tests: entries.length, ...counts, time };
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(6);
}

function element(
  name: string,
  attributes: Record<string, string | number>,
  content: string,
): string {
  const written = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${escapeXml(String(value))}"`,
  );
  return `<${name}${written.join("")}>${content}</${name}>\n`;
}

/** What XML 1.0 cannot hold becomes a question mark. */
function escapeXml(text: string): string {
  return text
    .replaceAll(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replaceAll(/[^\t\n\r\x20-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "?");
}
