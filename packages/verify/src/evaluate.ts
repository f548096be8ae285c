import type { Case, Causes, ReadResponse } from "@workflow-api/conformance";
import {
  causesOfStatus,
  checkResponse,
  curlOf,
  flawOfResponse,
  NoResponse,
  scopesOf,
} from "@workflow-api/conformance";
import { displayedPath, type Identity, identityKey } from "@workflow-api/conformance/reports";
import { essenceOf, readJson } from "@workflow-api/contract/http";
import { flawSentence } from "./plan.ts";
import type { EvaluatedResult, ReportedFinding } from "./report.ts";
import type { Run, SentRequest } from "./session.ts";

/** The result of a case that was sent. */
export function evaluate(run: Run, sent: SentRequest): EvaluatedResult {
  const { duration, status, testCase } = sent;
  const findings = findingsOf(run, sent);
  const scopes = scopesOf(testCase, status);
  const passed = resultOf(testCase, { outcome: "passed", status, duration, scopes });
  if (findings.length === 0) {
    const note = repeatedExample(run, sent) || missedExample(sent);
    return note === "" ? passed : { ...passed, outcome: "inconclusive", note };
  }
  const isKnown = findings.every((each) => each.isKnown);
  const note = isKnown ? "It failed, and the baseline has it." : "";
  const curl = commandOf(run, sent);
  return { ...passed, outcome: isKnown ? "known" : "failed", findings, curl, note };
}

/** The invalid example of the contract that a response repeats. The empty string: none. */
export function repeatedExample({ contract }: Run, { received, testCase }: SentRequest): string {
  const flaw = "status" in received ? flawOfResponse(testCase, received) : undefined;
  return flaw === undefined ? "" : `${flawSentence(contract, flaw)} The server sent it.`;
}

/** Why a conforming response is not that of the example. The empty string: it is. */
function missedExample({ testCase: { expected }, status }: SentRequest): string {
  const { scenario } = expected;
  if (scenario === undefined || scenario.status === status) return "";
  return `It got ${status}: the server need not have the data of the example ${scenario.name}.`;
}

/** The result of a case, or of random requests. By default, that of one that was not sent. */
export function resultOf(
  { group, operation, title }: Pick<Case, "operation" | "title"> & { readonly group: string },
  given: Partial<EvaluatedResult>,
): EvaluatedResult {
  return {
    title,
    group,
    operationId: operation?.operationId ?? "",
    outcome: "skipped",
    findings: [],
    scopes: [],
    status: undefined,
    note: "",
    curl: "",
    duration: 0,
    ...given,
  };
}

/** The command that sends a request again, and decodes the response as this program did. */
function commandOf(run: Run, { received, testCase }: SentRequest): string {
  const { baseUrl, contract, headers, variableOf } = run;
  // Several schemes may use one header: those of the operation come first.
  const schemes = [...(testCase.operation?.security.flat() ?? []), ...contract.securitySchemes];
  const isEncoded = !(received instanceof NoResponse) && "content-encoding" in received.headers;
  const lines = [
    curlOf(baseUrl, testCase.request, schemes, variableOf),
    ...(isEncoded ? ["--compressed"] : []),
    ...headers
      .filter(({ name }) => testCase.request.headers[name] === undefined)
      .map(({ displayed, name }) => `-H "${name}: ${displayed}"`),
  ];
  return lines.join(" \\\n  ");
}

type FoundFault = Identity &
  Causes &
  Pick<ReportedFinding, "message"> &
  Pick<EvaluatedResult["findings"][number], "observed"> & { pointer: string };

/** What is wrong with a response, or why there is none. */
export function findingsOf(
  run: Run,
  { received, testCase }: SentRequest,
): EvaluatedResult["findings"] {
  const found =
    received instanceof NoResponse
      ? [missingResponse(testCase, received)]
      : faultsOf(run, testCase, received);
  return found.map(({ pointer, ...fault }) => {
    const { keyword, name, operationId, part } = fault;
    const { file, line } = run.contract.locate(pointer);
    const isKnown = run.baseline.has(identityKey({ name, operationId, part, keyword }));
    return { ...fault, file: displayedPath(file), line, isKnown };
  });
}

function faultsOf({ headers, secrets }: Run, testCase: Case, received: ReadResponse): FoundFault[] {
  const hidden = [...Object.values(secrets), ...headers.map(({ value }) => value)];
  return checkResponse(testCase, received).map((finding) => ({
    ...finding,
    message: withoutEchoes(finding.message, received, hidden),
  }));
}

function missingResponse(testCase: Case, { failure, reason }: NoResponse): FoundFault {
  const { group, operation, pointer, request } = testCase;
  const isUnreadable = request.body !== "" && "message" in readJson(request.body);
  const part = isUnreadable
    ? "unreadable body"
    : group === "robustness"
      ? testCase.part
      : "response";
  const operationId = operation?.operationId ?? "";
  const identity = { name: "no_response", operationId, part, keyword: failure };
  const message = `No response came: ${reason}.`;
  const causes = causesOfStatus(testCase, identity, failure);
  return { ...identity, message, pointer, observed: [], ...causes };
}

/**
 * A message quotes only the media type and the redirect of a response. A server may have put a
 * secret, or a part of one, even there.
 */
function withoutEchoes(
  message: string,
  { headers }: ReadResponse,
  hidden: readonly string[],
): string {
  const type = essenceOf(headers["content-type"] ?? "");
  const isUsual = /^(application|text)\/((vnd\.api|problem|hal)\+)?(json|html|plain|xml)$/.test(
    type,
  );
  const isEcho = (text: string): boolean =>
    hidden
      .flatMap((secret) => [secret, encodeURIComponent(secret)])
      .some((secret) => text.toLowerCase().includes(secret.toLowerCase()));
  const [, location = ""] = / with the Location (\S+):/.exec(message) ?? [];
  const safe = isEcho(location) ? message.replace(location, "(not shown)") : message;
  return type === "" || (isUsual && !isEcho(type)) ? safe : safe.replaceAll(type, "another one");
}
