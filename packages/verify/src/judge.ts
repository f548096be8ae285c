import { relative } from "node:path";
import type { Case, Secrets } from "@workflow-api/conformance";
import { checkResponse, curlOf, NoResponse } from "@workflow-api/conformance";
import {
  appendPointer,
  type Contract,
  essenceOf,
  facetsOf,
  type HttpResponse,
  itemPlaces,
  parsePointer,
  propertyPlaces,
  type SchemaPlace,
  type Violation,
} from "@workflow-api/contract";
import { fingerprint, type ReportedFinding, type Result } from "./report.ts";
import type { Run, Sent } from "./session.ts";

/** What came of a case. */
export function judge(run: Run, sent: Sent): Result {
  const { duration, one, status } = sent;
  const findings = findingsOf(run, sent);
  const passed = resultOf(one, { outcome: "passed", status, duration });
  if (findings.length === 0) return passed;
  const isKnown = findings.every(({ name }) => run.known.has(fingerprint(one.title, name)));
  const curl = curlOf(run.baseUrl, one.request, run.contract.securitySchemes);
  const note = isKnown ? "It failed, and the baseline has it." : "";
  return { ...passed, outcome: isKnown ? "known" : "failed", findings, curl, note };
}

/**
 * The result of a case, or of random requests; what is not given is that of one that was not sent.
 */
export function resultOf(
  { group, operation, title }: Pick<Case, "operation" | "title"> & { readonly group: string },
  given: Partial<Result>,
): Result {
  const result = {
    title,
    group,
    operationId: operation?.operationId ?? "",
    outcome: "skipped",
  } as const;
  return { ...result, findings: [], status: undefined, note: "", curl: "", duration: 0, ...given };
}

/** What is wrong with a response, or that there is none. */
export function findingsOf(
  { contract, secrets }: Run,
  { came, one, status }: Sent,
): ReportedFinding[] {
  const { broken, group, operation, pointer } = one;
  const told = (
    name: string,
    message: string,
    at: string,
    ...cause: readonly unknown[]
  ): ReportedFinding => {
    const { file, line } = contract.locate(at);
    return { name, message, file: pathOf(file), line, cause: JSON.stringify([name, ...cause]) };
  };
  if (came instanceof NoResponse) {
    const reason = came.message.slice(came.message.indexOf(": ") + 2);
    return [
      told("no_response", `No response came: ${reason}.`, pointer, operation?.operationId, reason),
    ];
  }
  return checkResponse(contract, one, came).map(({ message, name, violation }) => {
    const safe = withoutEchoes(message, came, secrets);
    const at = contradicted(contract, one, came, violation);
    return violation === undefined
      ? told(name, safe, at, operation?.operationId, broken?.part ?? group, status)
      : told(name, safe, at, at, safe);
  });
}

/** A file as whoever runs the command knows it. */
export function pathOf(file: string): string {
  const path = relative(process.cwd(), file);
  return path.startsWith("..") ? file : path;
}

/**
 * A message quotes nothing of a response but its media type, where a server may have put a secret
 * or a part of one.
 */
function withoutEchoes(message: string, { headers }: HttpResponse, secrets: Secrets): string {
  const type = essenceOf(headers["content-type"] ?? "");
  const isUsual = /^(application|text)\/((vnd\.api|problem|hal)\+)?(json|html|plain|xml)$/.test(
    type,
  );
  const isEcho = Object.values(secrets).some((secret) => type.includes(secret.toLowerCase()));
  return type === "" || (isUsual && !isEcho)
    ? message
    : message.replaceAll(type, () => "another one");
}

/**
 * The JSON Pointer of what a response contradicts: the status of a case, an include, a header, or a
 * keyword of a schema.
 */
function contradicted(
  { document }: Contract,
  { operation, pointer }: Case,
  { headers, status }: HttpResponse,
  violation: Violation | undefined,
): string {
  const response = operation?.responses.find((each) => each.status === status);
  if (violation === undefined || response === undefined) return pointer;
  const include = operation?.includes.find(({ adds }) => adds === violation.pointer);
  if (violation.keyword === "x-includes" && include !== undefined) return include.pointer;
  const header = response.headers.find(({ key }) => key === violation.part);
  const type = essenceOf(headers["content-type"] ?? "");
  const media = response.content.find(({ mediaType }) => essenceOf(mediaType) === type);
  if (violation.part !== "body" || media === undefined)
    return header?.parameterPointer ?? response.pointer;
  const start: readonly SchemaPlace[] = [media];
  const places = parsePointer(violation.pointer).reduce((above, token) => {
    const facets = facetsOf(document, above);
    const below = [propertyPlaces(facets, token), itemPlaces(facets)];
    return below.find((each) => each.length > 0) ?? above;
  }, start);
  const facets = facetsOf(document, places);
  const facet = facets.find(({ schema }) => schema[violation.keyword] !== undefined);
  return facet === undefined ? media.pointer : appendPointer(facet.pointer, violation.keyword);
}
