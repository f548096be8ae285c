import { type JunitCase, junitXml, workflowCommand } from "@workflow-api/conformance/reports";
import type { FailureCause, Result, VerifyReport } from "../report.ts";
import { abbreviated } from "./text.ts";

/** The workflow commands by which GitHub Actions shows failures at the lines of the contract. */
export function annotations(report: VerifyReport): string {
  const { answers, causes, conclusion, contract, headline: message } = report;
  const errors = causes.map((each) =>
    workflowCommand({ ...each, level: "error", message: `${each.name}: ${each.message}` }),
  );
  const questions = answers.map(({ file, line, observed, question, unknown }) =>
    workflowCommand({
      level: "warning",
      file,
      line,
      title: `Open question ${question}`,
      message: `${unknown} ${observed}`,
    }),
  );
  const overall = { level: "error", file: contract.file, line: 1, title: "Inconclusive" } as const;
  return [
    ...errors,
    ...questions,
    ...(conclusion === "inconclusive" ? [workflowCommand({ ...overall, message })] : []),
  ].join("");
}

/**
 * The report in the XML of JUnit: a suite for each group of cases, an entry for each case, and one
 * for each operation that could not be tried, as an error where that decides the run, or is not
 * checked.
 */
export function junitReport(report: VerifyReport): string {
  const { causes, conclusion, contract, omitted, results, untried } = report;
  const first = new Map(causes.map((cause) => [cause.title, cause]));
  const leaders = new Map(causes.flatMap((cause) => cause.others.map((each) => [each, cause])));
  const plain = { duration: 0, details: "" };
  const outcome = conclusion === "inconclusive" ? "error" : "skipped";
  return junitXml(contract.title, [
    ...results.map((result) => {
      const { title } = result;
      return junitCase(result, first.get(title), leaders.get(title));
    }),
    ...untried.map((text) => {
      return { ...plain, suite: "not tried", title: text, outcome, message: text } as const;
    }),
    ...omitted.map(({ operationId: title, reason: message }) => {
      return { ...plain, suite: "not checked", title, outcome: "skipped", message } as const;
    }),
  ]);
}

/** @param leader - The case that shows the cause of a failure, if it is another one. */
function junitCase(
  { duration, findings, group: suite, note, outcome, title }: Result,
  cause: FailureCause | undefined,
  leader: FailureCause | undefined,
): JunitCase {
  const plain = { suite, title, duration, details: "" };
  if (outcome !== "failed")
    return { ...plain, outcome: outcome === "passed" ? "passed" : "skipped", message: note };
  const [finding] = findings;
  const message = `${finding?.name}: ${finding?.message}`;
  const { curl, file, line, others } = cause ?? { ...finding, curl: "", others: [] };
  const same = cause === undefined ? `The same cause as ${leader?.title}.` : "";
  const also = others.length > 0 ? `${others.length} other cases have the same cause.` : "";
  const details = [`See ${file}:${line}.`, same, abbreviated(curl), note, also];
  return {
    ...plain,
    outcome: "failure",
    message,
    details: details.filter((each) => each !== "").join("\n"),
  };
}
