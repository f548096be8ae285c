import type { Case, Finding, ReadResponse } from "@workflow-api/conformance";
import { causesOf, checkResponse, curlOf, NoResponse } from "@workflow-api/conformance";
import { displayedPath, type Identity, identityKey } from "@workflow-api/conformance/reports";
import { essenceOf, type HttpRequest, readJson } from "@workflow-api/contract";
import type { ReportedFinding, Result } from "./report.ts";
import type { Run, Sent } from "./session.ts";

/** The result of a case that was sent. */
export function judge(run: Run, sent: Sent): Result {
  const { duration, one, status } = sent;
  const findings = findingsOf(run, sent);
  const passed = resultOf(one, { outcome: "passed", status, duration });
  if (findings.length === 0) {
    const note = missedExample(sent);
    return note === "" ? passed : { ...passed, outcome: "inconclusive", note };
  }
  const isKnown = findings.every((each) => each.isKnown);
  const note = isKnown ? "It failed, and the baseline has it." : "";
  const curl = commandOf(run, sent, one.request);
  return { ...passed, outcome: isKnown ? "known" : "failed", findings, curl, note };
}

/** Why a conforming response is not that of the example. The empty string: it is. */
function missedExample({ one: { expected }, status }: Sent): string {
  const { scenario } = expected;
  if (scenario === undefined || scenario.status === status) return "";
  return `It got ${status}: the server need not have the data of the example ${scenario.name}.`;
}

/** The result of a case, or of random requests. By default, that of one that was not sent. */
export function resultOf(
  { group, operation, title }: Pick<Case, "operation" | "title"> & { readonly group: string },
  given: Partial<Result>,
): Result {
  return {
    title,
    group,
    operationId: operation?.operationId ?? "",
    outcome: "skipped",
    findings: [],
    status: undefined,
    note: "",
    curl: "",
    duration: 0,
    ...given,
  };
}

/** The command that sends a request again, and decodes the response as this program did. */
export function commandOf(
  { baseUrl, contract, headers }: Run,
  { came, one }: Pick<Sent, "came" | "one">,
  request: HttpRequest,
): string {
  // Several schemes may use one header: those of the operation come first.
  const schemes = [...(one.operation?.security.flat() ?? []), ...contract.securitySchemes];
  const isEncoded = !(came instanceof NoResponse) && "content-encoding" in came.headers;
  const lines = [
    curlOf(baseUrl, request, schemes),
    ...(isEncoded ? ["--compressed"] : []),
    ...headers
      .filter(({ name }) => request.headers[name] === undefined)
      .map(({ name, shown }) => `-H "${name}: ${shown}"`),
  ];
  return lines.join(" \\\n  ");
}

type Found = Identity & Pick<Finding, "message" | "pointer" | "causes">;

/** What is wrong with a response, or why there is none. */
export function findingsOf(run: Run, { came, duration, one }: Sent): ReportedFinding[] {
  const found = came instanceof NoResponse ? [silence(one, came)] : faultsOf(run, one, came);
  if (!(came instanceof NoResponse) && duration > run.maxResponseTime) {
    const took = `${Math.round(duration)} ms, more than ${run.maxResponseTime} ms`;
    const message = `The response took ${took}.`;
    found.push(foundAt(one, "max_response_time", "time", "late", message));
  }
  return found.map(({ causes, keyword, message, name, operationId, part, pointer }) => {
    const identity = { name, operationId, part, keyword };
    const { file, line } = run.contract.locate(pointer);
    const isKnown = run.known.has(identityKey(identity));
    return { ...identity, message, file: displayedPath(file), line, causes, isKnown };
  });
}

function faultsOf({ contract, headers, secrets }: Run, one: Case, came: ReadResponse): Found[] {
  const hidden = [...Object.values(secrets), ...headers.map(({ value }) => value)];
  return checkResponse(contract, one, came).map((finding) => ({
    ...finding,
    message: withoutEchoes(finding.message, came, hidden),
  }));
}

function silence(one: Case, { failure, reason }: NoResponse): Found {
  const isUnreadable = one.request.body !== "" && "message" in readJson(one.request.body);
  const usual = one.group === "robustness" ? one.part : "response";
  const part = isUnreadable ? "unreadable body" : usual;
  return foundAt(one, "no_response", part, failure, `No response came: ${reason}.`);
}

function foundAt(one: Case, name: string, part: string, keyword: string, message: string): Found {
  const identity = { name, operationId: one.operation?.operationId ?? "", part, keyword };
  return { ...identity, message, pointer: one.pointer, causes: causesOf(one, identity, keyword) };
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
