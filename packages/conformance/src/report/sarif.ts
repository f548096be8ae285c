import { isAbsolute } from "node:path";
import { pathToFileURL } from "node:url";
import type { Report, ReportedFinding } from "./report.ts";

/** What each finding means, for who sees it in the list of a code host. */
const meanings: Readonly<Record<ReportedFinding["name"], string>> = {
  not_a_server_error: "The server fails.",
  status_code_conformance: "The status is not the one that the contract has.",
  content_type_conformance: "The media type is not one that the contract has.",
  response_headers_conformance: "A header of the response is missing or not valid.",
  response_schema_conformance: "The body breaks its schema.",
  negative_data_rejection: "A malformed request is accepted.",
  positive_data_acceptance: "A right request is refused.",
  missing_required_header: "A request without a required header is accepted.",
  ignored_auth: "A request without complete credentials is accepted.",
  unsupported_method: "A method that the contract does not have is accepted.",
  body_conformance: "The body is not that of the example.",
  include_conformance: "The body holds what was not asked for.",
  link_conformance: "A link leads to another page than it says.",
  no_answer: "No answer came.",
};

/** The report in SARIF 2.1.0, which code hosts show at the lines of the contract. */
export function sarifReport({ conclusion, coverage, results, untried }: Report): string {
  const failed = results.filter(({ outcome }) => outcome === "failed");
  const rules = [...new Set(failed.flatMap(({ findings }) => findings.map(({ name }) => name)))];
  const found = failed.flatMap(({ findings, title }) =>
    findings.map(({ file, line, name, message }) => ({
      ruleId: name,
      ruleIndex: rules.indexOf(name),
      level: "error",
      message: { text: `${title}: ${message}` },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: uriOf(file) },
            region: { startLine: line },
          },
        },
      ],
      partialFingerprints: { case: `${title}: ${name}` },
    })),
  );
  const driver = {
    name: "workflow-api-verify",
    rules: rules.map((id) => ({ id, shortDescription: { text: meanings[id] } })),
  };
  const unchecked = coverage.flatMap((each) =>
    each.unchecked.map((body) => `Not checked: the body of ${each.operationId} ${body}.`),
  );
  const notifications = [
    ...untried.map((text) => ({
      level: conclusion === "open" ? ("error" as const) : ("warning" as const),
      message: { text },
    })),
    ...unchecked.map((text) => ({ level: "note" as const, message: { text } })),
  ];
  const invocation = {
    executionSuccessful: conclusion !== "open",
    toolExecutionNotifications: notifications,
  };
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [{ tool: { driver }, invocations: [invocation], results: found }],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}

/** A file as a URI: relative ones are those of the repository. */
function uriOf(file: string): string {
  return isAbsolute(file) ? pathToFileURL(file).href : encodeURI(file.replaceAll("\\", "/"));
}
