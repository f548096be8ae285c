import { relative } from "node:path";
import type { Case, Identity, ReadResponse } from "@workflow-api/conformance";
import { causesOf, checkResponse, curlOf, NoResponse } from "@workflow-api/conformance";
import { essenceOf, type HttpRequest } from "@workflow-api/contract";
import { keyOf, type ReportedFinding, type Result } from "./report.ts";
import type { Run, Sent } from "./session.ts";

/** The result of a case that was sent. */
export function judge(run: Run, sent: Sent): Result {
  const { came, duration, one, status } = sent;
  const findings = findingsOf(run, sent);
  const passed = resultOf(one, { outcome: "passed", status, duration });
  if (findings.length === 0) {
    const note = missedExample(sent);
    return note === "" ? passed : { ...passed, outcome: "inconclusive", note };
  }
  const isKnown = findings.every((each) => each.isKnown);
  const note = isKnown ? "It failed, and the baseline has it." : "";
  const curl = commandOf(run, one.request, came);
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
export function commandOf(run: Run, request: HttpRequest, came: Sent["came"]): string {
  const isEncoded = !(came instanceof NoResponse) && "content-encoding" in came.headers;
  const lines = [
    curlOf(run.baseUrl, request, run.contract.securitySchemes),
    ...(isEncoded ? ["--compressed"] : []),
    ...run.headers
      .filter(({ name }) => request.headers[name] === undefined)
      .map(({ name, shown }) => `-H "${name}: ${shown}"`),
  ];
  return lines.join(" \\\n  ");
}

/** What is wrong with a response, or why there is none. */
export function findingsOf(
  { contract, headers, known, maxResponseTime, secrets }: Run,
  { came, duration, one }: Sent,
): ReportedFinding[] {
  const operationId = one.operation?.operationId ?? "";
  const reported = (
    { keyword, name, operationId: id, part }: Identity,
    message: string,
    causes: readonly string[],
    pointer: string = one.pointer,
  ): ReportedFinding => {
    const identity = { name, operationId: id, part, keyword };
    const { file, line } = contract.locate(pointer);
    const isKnown = known.has(keyOf(identity));
    return { ...identity, message, file: pathOf(file), line, causes, isKnown };
  };
  if (came instanceof NoResponse) {
    const part = one.group === "robustness" ? one.part : "response";
    const identity = { name: "no_response", operationId, part, keyword: came.failure };
    const message = `No response came: ${came.reason}.`;
    return [reported(identity, message, causesOf(one, identity, came.failure))];
  }
  const hidden = [...Object.values(secrets), ...headers.map(({ value }) => value)];
  const found = checkResponse(contract, one, came).map((finding) =>
    reported(
      finding,
      withoutEchoes(finding.message, came, hidden),
      finding.causes,
      finding.pointer,
    ),
  );
  if (duration <= maxResponseTime) return found;
  const late = { name: "max_response_time", operationId, part: "time", keyword: "" };
  const message = `The response took ${Math.round(duration)} ms, more than ${maxResponseTime} ms.`;
  return [...found, reported(late, message, causesOf(one, late, "late"))];
}

/** A file by the path that users gave. */
export function pathOf(file: string): string {
  const path = relative(process.cwd(), file);
  return path.startsWith("..") ? file : path;
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
