import { relative } from "node:path";
import {
  appendPointer,
  type Contract,
  essenceOf,
  facetsOf,
  type HttpRequest,
  type HttpResponse,
  itemPlaces,
  parsePointer,
  propertyPlaces,
  type SchemaPlace,
  type Violation,
} from "@workflow-api/contract";
import type { Case } from "../case.ts";
import { checkResponse } from "../check.ts";
import { curlOf } from "../curl.ts";
import type { Secrets } from "../secrets.ts";
import { NoResponse } from "../targets.ts";
import { fingerprint, type ReportedFinding, type Result } from "./report.ts";
import type { Run, Sent } from "./session.ts";

/**
 * What came of a case.
 *
 * @param shortened - The request that is enough to fail, if one was found.
 */
export function judge(run: Run, sent: Sent, shortened?: HttpRequest): Result {
  const { one } = sent;
  const findings = findingsOf(run, sent);
  const passed: Result = {
    ...notSent(one, ""),
    outcome: "passed",
    status: sent.status,
    duration: sent.duration,
  };
  if (findings.length === 0) return passed;
  const isKnown = findings.every(({ name }) => run.known.has(fingerprint(one.title, name)));
  const curl = curlOf(run.baseUrl, shortened ?? one.request, run.contract.securitySchemes);
  return {
    ...passed,
    outcome: isKnown ? "known" : "failed",
    findings,
    curl,
    isShortened: shortened !== undefined,
  };
}

/** The result of a case that was not sent. */
export function notSent({ group, operation, title }: Case, reason: string): Result {
  const operationId = operation?.operationId ?? "";
  const result = { title, group, operationId, outcome: "skipped", findings: [], status: undefined } as const;
  return { ...result, reason, curl: "", isShortened: false, duration: 0 };
}

/** What is wrong with a response, or that there is none. */
export function findingsOf({ contract, secrets }: Run, { came, one }: Sent): ReportedFinding[] {
  const { broken, group, operation, pointer } = one;
  const told = (name: string, message: string, at: string, cause: readonly unknown[]): ReportedFinding => {
    const { file, line } = contract.locate(at);
    return { name, message, file: pathOf(file), line, cause: JSON.stringify([name, ...cause]) };
  };
  if (came instanceof NoResponse) {
    const reason = came.message.slice(came.message.indexOf(": ") + 2);
    return [told("no_response", `No response came: ${reason}.`, pointer, [operation?.operationId, reason])];
  }
  return checkResponse(contract, one, came).map(({ message, name, violation }) => {
    const safe = withoutEchoes(message, came, secrets);
    if (violation === undefined)
      return told(name, safe, pointer, [operation?.operationId, broken?.part ?? group, came.status]);
    const at = contradicted(contract, one, came, violation);
    return told(name, safe, at, [at, violation.pointer, violation.message]);
  });
}

/** A file as whoever runs the command knows it. */
export function pathOf(file: string): string {
  const path = relative(process.cwd(), file);
  return path.startsWith("..") ? file : path;
}

/** A message quotes nothing of a response but its media type, and a server may have put a secret there. */
function withoutEchoes(message: string, { headers }: HttpResponse, secrets: Secrets): string {
  const type = essenceOf(headers["content-type"] ?? "");
  const isUsual = /^(application|text)\/([\w.]+\+)?(json|html|plain|xml)$/.test(type);
  const isEcho = Object.values(secrets).some((secret) => type.includes(secret.toLowerCase()));
  return isEcho && !isUsual ? message.replaceAll(type, () => "another one") : message;
}

/** The JSON Pointer of what a response contradicts: an include, a header, or the keyword of a schema. */
function contradicted(
  { document }: Contract,
  { operation, pointer }: Case,
  { headers, status }: HttpResponse,
  violation: Violation,
): string {
  const response = operation?.responses.find((each) => each.status === status);
  if (response === undefined) return pointer;
  const include = operation?.includes.find(({ adds }) => adds === violation.pointer);
  if (violation.keyword === "x-includes" && include !== undefined) return include.pointer;
  const header = response.headers.find(({ key }) => key === violation.part);
  const type = essenceOf(headers["content-type"] ?? "");
  const media = response.content.find(({ mediaType }) => essenceOf(mediaType) === type);
  if (violation.part !== "body" || media === undefined) return header?.parameterPointer ?? response.pointer;
  const places = parsePointer(violation.pointer).reduce<readonly SchemaPlace[]>(
    (above, token) => {
      const facets = facetsOf(document, above);
      const below = [propertyPlaces(facets, token), itemPlaces(facets)].find((each) => each.length > 0);
      return below ?? above;
    },
    [media],
  );
  const facets = facetsOf(document, places);
  const facet = facets.find(({ schema }) => schema[violation.keyword] !== undefined);
  if (facet === undefined) return facets.at(-1)?.pointer ?? media.pointer;
  return appendPointer(facet.pointer, violation.keyword);
}
