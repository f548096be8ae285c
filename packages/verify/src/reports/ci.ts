import { type JunitCase, junitXml, workflowCommand } from "@workflow-api/conformance/reports";
import type { Report } from "../report.ts";

/** The workflow commands by which GitHub Actions shows failures at the lines of the contract. */
export function annotations(report: Report): string {
  const { causes, conclusion, contract, headline: message } = report;
  const errors = causes.map((each) =>
    workflowCommand({ ...each, level: "error", message: `${each.name}: ${each.message}` }),
  );
  const whole = { level: "error", file: contract.file, line: 1, title: "Inconclusive" } as const;
  return [
    ...errors,
    ...(conclusion === "inconclusive" ? [workflowCommand({ ...whole, message })] : []),
  ].join("");
}

/**
 * The report in the XML of JUnit: a suite for each group of cases, an entry for each cause with the
 * time of all its cases. What could not be tried is an error, unless that was allowed.
 */
export function junitReport({ causes, conclusion, contract, results, untried }: Report): string {
  const plain = { duration: 0, details: "" };
  const left = conclusion === "inconclusive" ? "error" : "skipped";
  return junitXml(contract.title, [
    ...results
      .filter(({ outcome }) => outcome !== "failed")
      .map(({ duration, group: suite, note: message, outcome: came, title }): JunitCase => {
        const outcome = came === "passed" ? "passed" : "skipped";
        return { ...plain, suite, title, duration, outcome, message };
      }),
    ...causes.map(
      ({ curl, duration, file, group, line, message, name, note, others, title }): JunitCase => {
        const same = others.map((each) => `The same in: ${each}`);
        const details = [`See ${file}:${line}.`, curl, note, ...same].join("\n");
        const outcome = "failure";
        return { suite: group, title, duration, outcome, message: `${name}: ${message}`, details };
      },
    ),
    ...untried.map((text): JunitCase => {
      return { ...plain, suite: "not tried", title: text, outcome: left, message: text };
    }),
  ]);
}
