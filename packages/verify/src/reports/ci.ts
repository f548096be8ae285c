import { type JunitCase, junitXml, workflowCommand } from "@workflow-api/conformance/reports";
import type { CaseResult, FailureCause, VerifyReport } from "./report.ts";
import { causeDetails } from "./text.ts";

/** The workflow commands by which GitHub Actions shows failures at the lines of the contract. */
export function annotations(report: VerifyReport): string {
  const { contract } = report;
  const errors = report.causes.map((each) =>
    workflowCommand({ ...each, level: "error", message: `${each.name}: ${each.message}` }),
  );
  const questions = report.answers.map(({ file, line, observed, question, unknown }) =>
    workflowCommand({
      level: "warning",
      file,
      line,
      title: `Open question ${question}`,
      message: `${unknown} ${observed}`,
    }),
  );
  const lax = report.spellings.map(({ kind, title }) =>
    workflowCommand({
      level: "warning",
      file: contract.file,
      line: 1,
      title: "Accepts more than the contract",
      message: `${kind}: ${title}`,
    }),
  );
  const message = [report.headline, ...report.untried].join(" ");
  const overall = { level: "error", file: contract.file, line: 1, title: "Inconclusive" } as const;
  return [
    ...errors,
    ...questions,
    ...lax,
    ...(report.conclusion === "inconclusive" ? [workflowCommand({ ...overall, message })] : []),
  ].join("");
}

/**
 * The report in the XML of JUnit: a suite for each group of cases, an entry for each case, and one
 * for each operation that could not be tried, as an error where that decides the run, or is not
 * checked.
 */
export function junitReport(report: VerifyReport): string {
  const { causes } = report;
  // What shows one cause may have another one, too.
  const causeOf = new Map([
    ...causes.flatMap((cause) => cause.others.map((title) => [title, cause] as const)),
    ...causes.map((cause) => [cause.title, cause] as const),
  ]);
  const plain = { duration: 0, details: "" };
  const outcome = report.conclusion === "inconclusive" ? "error" : "skipped";
  return junitXml(report.contract.title, [
    ...report.results.map((result) => junitCase(result, causeOf.get(result.title))),
    ...report.untried.map((text) => {
      return { ...plain, suite: "not tried", title: text, outcome, message: text } as const;
    }),
    ...report.spellings.map(({ kind, title }) => {
      const message = `Accepts more than the contract: ${title}`;
      return { ...plain, suite: "spellings", title: kind, outcome: "skipped", message } as const;
    }),
    ...report.omitted.map(({ operationId: title, reason: message }) => {
      return { ...plain, suite: "not checked", title, outcome: "skipped", message } as const;
    }),
  ]);
}

/** @param cause - That of a failure. */
function junitCase(
  { duration, group: suite, note, outcome, title }: CaseResult,
  cause: FailureCause | undefined,
): JunitCase {
  const plain = { suite, title, duration, details: "" };
  if (cause === undefined)
    return { ...plain, outcome: outcome === "passed" ? "passed" : "skipped", message: note };
  const isFirst = cause.title === title;
  return {
    ...plain,
    outcome: "failure",
    message: `${cause.name}: ${cause.message}`,
    details: isFirst ? causeDetails(cause).join("\n") : `The same cause as ${cause.title}.`,
  };
}
