import { groupBy, type Report } from "../report.ts";

interface Entry {
  readonly group: string;
  readonly title: string;
  /** In milliseconds. */
  readonly duration: number;
  readonly kind: "passed" | "failure" | "error" | "skipped";
  readonly message: string;
  readonly details: string;
}

/**
 * The report in the XML of JUnit: a suite for each group of cases. Cases that fail by one cause are one entry, with the
 * time of all of them. What could not be tried is an error, unless that was allowed.
 */
export function junitReport({ causes, conclusion, contract, results, untried }: Report): string {
  const entries: Entry[] = [
    ...results.flatMap(({ duration, group, outcome, reason, title }): Entry[] => {
      if (outcome === "failed") return [];
      const message = outcome === "known" ? "It failed, and the baseline has it." : reason;
      return [
        { group, title, duration, kind: outcome === "passed" ? outcome : "skipped", message, details: "" },
      ];
    }),
    ...causes.map(({ curl, file, line, message, name, notes, ...cause }): Entry => {
      const details = [`See ${file}:${line}.`, curl, ...notes].join("\n");
      return { ...cause, kind: "failure", message: `${name}: ${message}`, details };
    }),
    ...untried.map((message): Entry => {
      const kind = conclusion === "unknown" ? "error" : "skipped";
      return { group: "not tried", title: message, duration: 0, kind, message, details: "" };
    }),
  ];
  const suites = [...groupBy(entries, ({ group }) => group)].map(([name, own]) =>
    element("testsuite", { name, ...countsOf(own) }, own.map(testCase).join("")),
  );
  const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
  return head + element("testsuites", { name: contract.title, ...countsOf(entries) }, suites.join(""));
}

function countsOf(entries: readonly Entry[]): Record<string, string | number> {
  const of = (kind: Entry["kind"]): number => entries.filter((entry) => entry.kind === kind).length;
  const time = seconds(entries.reduce((sum, { duration }) => sum + duration, 0));
  return {
    tests: entries.length,
    failures: of("failure"),
    errors: of("error"),
    skipped: of("skipped"),
    time,
  };
}

function testCase({ details, duration, group, kind, message, title }: Entry): string {
  const child = kind === "passed" ? "" : element(kind, { message }, escapeXml(details));
  return element("testcase", { name: title, classname: group, time: seconds(duration) }, child);
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(6);
}

function element(name: string, attributes: Record<string, string | number>, content: string): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`);
  return `<${name}${written.join("")}>${content}</${name}>\n`;
}

/** What XML 1.0 cannot hold becomes a question mark. */
function escapeXml(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
  };
  return text
    .replaceAll(/[&<>"]/g, (character) => entities[character] ?? character)
    .replaceAll(/[^\t\n\r\x20-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "?");
}
