import { createHash } from "node:crypto";
import { isAbsolute } from "node:path";
import { pathToFileURL } from "node:url";
import type { FindingName } from "@workflow-api/conformance";
import { keyOf, type Report } from "../report.ts";

/** What each name of a finding means. */
const rules: Readonly<Record<FindingName | "no_response" | "max_response_time", string>> = {
  not_a_server_error: "The server fails at a request that it has to answer.",
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

/** The report in SARIF 2.1.0, which code hosts show at the lines of the contract. */
export function sarifReport({ causes, conclusion, notes, untried }: Report): string {
  const isKnown = conclusion !== "inconclusive";
  const results = causes.map((each) => {
    const { file, line, message, name, title } = each;
    const uri = isAbsolute(file) ? pathToFileURL(file).href : encodeURI(file.replaceAll("\\", "/"));
    const place = { physicalLocation: { artifactLocation: { uri }, region: { startLine: line } } };
    const identity = createHash("sha256").update(keyOf(each)).digest("hex").slice(0, 16);
    return {
      ruleId: name,
      level: "error",
      message: { text: `${title}: ${message}` },
      locations: [place],
      partialFingerprints: { primaryLocationLineHash: `${identity}:1` },
    };
  });
  const described = Object.entries(rules).map(([id, text]) => ({ id, shortDescription: { text } }));
  const level = isKnown ? "warning" : "error";
  const toolExecutionNotifications = [
    ...untried.map((text) => ({ level, message: { text } })),
    ...notes.map((text) => ({ level: "note", message: { text } })),
  ];
  const invocations = [{ executionSuccessful: isKnown, toolExecutionNotifications }];
  const tool = { driver: { name: "@workflow-api/verify", rules: described } };
  const $schema = "https://json.schemastore.org/sarif-2.1.0.json";
  return `${JSON.stringify({ $schema, version: "2.1.0", runs: [{ tool, invocations, results }] }, undefined, 2)}\n`;
}

/** The workflow commands by which GitHub Actions shows failures at the lines of the contract. */
export function annotations({ causes, conclusion, headline }: Report): string {
  const errors = causes.map(({ file, line, message, name, title }) => {
    const [path, subject] = [file, title].map((text) => encoded(text, /[%\r\n:,]/g));
    return `::error file=${path},line=${line},title=${subject}::${encoded(`${name}: ${message}`)}\n`;
  });
  return [
    ...errors,
    ...(conclusion === "inconclusive" ? [`::error::${encoded(headline)}\n`] : []),
  ].join("");
}

function encoded(text: string, reserved = /[%\r\n]/g): string {
  return text.replaceAll(reserved, (character) => encodeURIComponent(character));
}
