import {
  type CodeFinding,
  type FindingName,
  type JunitCase,
  junitXml,
  sarifLog,
  workflowCommand,
} from "@workflow-api/conformance";
import { keyOf, type Report } from "../report.ts";

/** The meaning of each name of a finding. */
const rules: Readonly<Record<FindingName | "no_response" | "max_response_time", string>> = {
  not_a_server_error: "The server fails at a request that it must respond to.",
  status_code_conformance: "The status is not one that the contract has for the request.",
  content_type_conformance: "The media type is not one that the contract has for the status.",
  response_headers_conformance: "A header of the response is missing, or not valid.",
  response_schema_conformance: "The body of the response is not valid by its schema.",
  negative_data_rejection: "An invalid request is accepted.",
  positive_data_acceptance: "A valid request is refused.",
  missing_required_header: "A request without a required header is accepted.",
  ignored_auth: "A request without the credentials that it needs is accepted.",
  unsupported_method: "A method that the contract does not have is not refused as it should be.",
  unreadable_response: "Clients cannot read the response, or read it in different ways.",
  include_conformance: "What a request asks to include is missing, or comes unasked.",
  identity_conformance: "The response is about another thing than the one that was asked for.",
  no_response: "The connection ends without a whole response, or the response takes too long.",
  max_response_time: "The response takes longer than --max-response-time allows.",
};

function findingsOf({ causes }: Report): CodeFinding[] {
  return causes.map((each) => {
    const { file, line, message, name, title } = each;
    return { rule: name, level: "error", title, message, file, line, identity: keyOf(each) };
  });
}

/** The report in SARIF 2.1.0, which code hosts show at the lines of the contract. */
export function sarifReport(report: Report): string {
  const isSuccessful = report.conclusion !== "inconclusive";
  const level = isSuccessful ? "warning" : "error";
  return sarifLog({
    tool: "@workflow-api/verify",
    rules,
    findings: findingsOf(report),
    isSuccessful,
    notifications: [
      ...report.untried.map((text) => ({ level, text }) as const),
      ...report.notes.map((text) => ({ level: "note", text }) as const),
    ],
  });
}

/** The workflow commands by which GitHub Actions shows failures at the lines of the contract. */
export function annotations(report: Report): string {
  const errors = findingsOf(report).map((each) =>
    workflowCommand({ ...each, message: `${each.rule}: ${each.message}` }),
  );
  const { conclusion, contract, headline: message } = report;
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
