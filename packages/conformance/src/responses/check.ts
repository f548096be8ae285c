import {
  disjunctionOf,
  type HttpResponse,
  judgeResponse,
  type Operation,
  type Response,
  readBody,
  type Violation,
} from "@workflow-api/contract";
import { isJson, isSuccess, mediaOf, responseFor } from "@workflow-api/contract/http";
import { isWithin, uniqueBy } from "@workflow-api/contract/json";
import type { Case } from "../cases/case.ts";
import type { ReadResponse } from "../http/targets.ts";
import type { Identity } from "../reports.ts";
import { type Cause, causeOfContent, causeOfStatus } from "./causes.ts";
import { type Flaw, hasInvalidExample, repeatedFlaw } from "./flaws.ts";
import { type Observation, observeContent, observeStatus } from "./observations.ts";

/**
 * What is wrong with a response, named as Schemathesis does where it has a name.
 * `include_conformance`, `identity_conformance` and `unreadable_response` are this package's own.
 */
export type FindingName =
  | "not_a_server_error"
  | "status_code_conformance"
  | "content_type_conformance"
  | "response_headers_conformance"
  | "response_schema_conformance"
  | "negative_data_rejection"
  | "positive_data_acceptance"
  | "missing_required_header"
  | "ignored_auth"
  | "unsupported_method"
  | "unreadable_response"
  | "identity_conformance"
  | "include_conformance";

/** One way in which a response contradicts the contract. */
export interface Finding extends Identity {
  readonly cause: Cause;
  readonly name: FindingName;
  /**
   * What was expected and what was received, in one sentence without secrets and without values of
   * a body.
   */
  readonly message: string;
  /** The JSON Pointer of what is contradicted. */
  readonly pointer: string;
  /** What it shows of parts that may rest on an open question. */
  readonly observed: readonly Observation[];
}

/** Checks the response to a case against the contract. Empty: it conforms. */
export function checkResponse(testCase: Case, response: ReadResponse): Finding[] {
  const found = [
    ...checkStatus(testCase, response),
    ...checkReading(testCase, response),
    ...checkContent(testCase, response),
  ];
  // Whatever the contract has in place of a page, the page is the one cause.
  const isOfPage = isSuccess(response.status) && isPage(response);
  const cause = causeOfContent("page", "page", "");
  return isOfPage ? found.map((each) => ({ ...each, cause })) : found;
}

/** Whether a body is not called JSON, such as that of a proxy or a framework. */
function isPage({ body, headers: { "content-type": type } }: HttpResponse): boolean {
  return body !== "" && type !== undefined && !isJson(type);
}

/** Whether a status is one of those that are right: `200`, `4XX`. */
export function isOneOf(status: number, statuses: readonly string[]): boolean {
  return statuses.some(
    (each) => each === String(status) || each === `${Math.floor(status / 100)}XX`,
  );
}

function checkStatus(testCase: Case, response: HttpResponse): Finding[] {
  const { expected, operation, pointer } = testCase;
  const { status } = response;
  if (isOneOf(status, expected.statuses)) return [];
  const received = `${status}${redirectionOf(response)}`;
  const right = disjunctionOf(expected.statuses);
  const message = `Expected ${right}, got ${received}: ${expectationReason(testCase)}.`;
  const operationId = operation?.operationId ?? "";
  const identity = { ...findingIdentity(testCase, status), operationId };
  const cause = causeOfStatus(testCase, identity, String(status));
  const observed = observeStatus(testCase, identity, status);
  return [{ ...identity, message, pointer, observed, cause }];
}

/**
 * The scheme and the host of a redirect to another place: user, path and query may hold a secret.
 */
function redirectionOf({ headers, status }: HttpResponse): string {
  const location = status >= 300 && status <= 399 ? (headers["location"] ?? "") : "";
  const [, scheme, host] = /^(https?:\/\/)(?:[^/?#]*@)?([^/?#@\s]+)/i.exec(location) ?? [];
  return host === undefined ? "" : ` with the Location ${scheme}${host}/…`;
}

/** An undocumented status is one cause, whatever was sent; so is a gateway without its service. */
function findingIdentity(
  testCase: Case,
  status: number,
): Pick<Finding, "name" | "part" | "keyword"> {
  const { broken, operation, part } = testCase;
  const name = findingName(testCase, status);
  const isDocumented = operation !== undefined && responseFor(operation, status) !== undefined;
  const isGateway = status >= 502 && status <= 504;
  if (isGateway || (name === "status_code_conformance" && !isDocumented))
    return { name, part: "status", keyword: String(status) };
  return { name, part, keyword: broken?.keyword ?? String(status) };
}

function findingName({ broken, expected: { kind }, group }: Case, status: number): FindingName {
  if (status >= 300 && status <= 399) return "status_code_conformance";
  if (kind === "unauthenticated" && status < 300) return "ignored_auth";
  if (status >= 500) return "not_a_server_error";
  if (group === "method") return "unsupported_method";
  if (kind === "invalid" && status < 400) {
    const isHeader = broken?.keyword === "required" && broken.part.startsWith("header ");
    return isHeader ? "missing_required_header" : "negative_data_rejection";
  }
  return kind === "valid" && status >= 400 ? "positive_data_acceptance" : "status_code_conformance";
}

const reasons: Readonly<Record<Exclude<Case["expected"]["kind"], "invalid">, string>> = {
  robustness: "a server may refuse an unusual request, and must not fail at it",
  scenario: "the request is that of the scenario",
  unauthenticated: "no security requirement is met",
  unknown: "the contract has no such operation",
  valid: "the request is valid",
};

function expectationReason({ at, broken, expected: { kind } }: Case): string {
  if (kind === "unauthenticated" && broken?.keyword === "secret")
    return `the secret in ${broken.part} is wrong`;
  if (kind !== "invalid") return reasons[kind];
  const place = [broken?.part ?? "the request", at].filter((each) => each !== "").join(" ");
  if (broken?.keyword === "required") return `${place} is required, and is missing`;
  return `${place} is invalid (${broken?.keyword ?? "unknown"})`;
}

/** What clients cannot read, or read differently. */
function checkReading(testCase: Case, response: ReadResponse): Finding[] {
  const isRead = isJson(response.headers["content-type"] ?? "") && response.body !== "";
  const ofText = isRead ? readBody(response).violations.filter(isOfText) : [];
  return [...(response.faults ?? []), ...ofText].map((violation) =>
    findingOf({ testCase, response }, "unreadable_response", violation),
  );
}

/** Whether a violation is one of the text of a body, before anything of it is known. */
function isOfText({ keyword }: Violation): boolean {
  return ["charset", "duplicate", "encoding"].includes(keyword);
}

/** Every response with a documented status must match its documentation. */
function checkContent(testCase: Case, response: ReadResponse): Finding[] {
  const { operation } = testCase;
  const documented = operation && responseFor(operation, response.status);
  if (operation === undefined || documented === undefined) return [];
  return violationsOf(testCase, operation, response)
    .filter((violation) => repeatedFlaw(operation, response, violation) === undefined)
    .map((violation) => ({
      ...findingOf(
        { testCase, response },
        nameOfViolation(violation),
        violation,
        contradicted(operation, documented, response.headers, violation),
      ),
      observed: observeContent(documented, response, violation),
    }))
    .map((finding, _, all) => ({ ...finding, cause: causeOfAbsence(finding, all) }));
}

/** The members that one object lacks have one cause: that of the first. */
function causeOfAbsence({ cause, keyword, pointer }: Finding, all: readonly Finding[]): Cause {
  if (keyword !== "required") return cause;
  const first = all.find((each) => each.keyword === keyword && each.pointer === pointer);
  return first?.cause ?? cause;
}

/**
 * The invalid example of the contract that a response repeats, which is no fault of the server.
 * `undefined`: none.
 */
export function flawOfResponse(testCase: Case, response: ReadResponse): Flaw | undefined {
  const { operation } = testCase;
  const documented = operation && responseFor(operation, response.status);
  if (operation === undefined || documented === undefined) return undefined;
  // Of most responses nothing has to be validated once more.
  if (!hasInvalidExample(operation, response)) return undefined;
  return violationsOf(testCase, operation, response)
    .map((violation) => repeatedFlaw(operation, response, violation))
    .find((flaw) => flaw !== undefined);
}

/** The violations of a documented response, without those that follow from another. */
function violationsOf(
  { expected, values }: Case,
  operation: Operation,
  response: ReadResponse,
): Violation[] {
  // A proxy may respond to an unusual request. A response that should not have come is no second
  // cause.
  const isExpected = isOneOf(response.status, expected.statuses);
  if (!isExpected || expected.kind === "robustness") return [];
  const { faults = [] } = response;
  const isRight = ["scenario", "valid"].includes(expected.kind);
  // Each branch of an `allOf` may say the same.
  const found = uniqueBy(
    judgeResponse(operation, response, isRight ? values : undefined).violations.filter(
      (each) => !isOfText(each),
    ),
    ({ keyword, missing, part, pointer }) => [part, pointer, keyword, missing].join(" "),
  );
  const mistyped = found.filter(({ keyword, part }) => keyword === "type" && part === "body");
  // A value of another type is nothing else that was asked for, and has no members.
  const isImplied = (violation: Violation): boolean =>
    violation.part === "body" &&
    (faults.length > 0 ||
      mistyped.some((other) => other !== violation && isWithin(violation.pointer, other.pointer)));
  return found.filter((each) => !isImplied(each));
}

/** @param contradicts - The JSON Pointer of what is contradicted. */
function findingOf(
  { response, testCase }: { readonly testCase: Case; readonly response: HttpResponse },
  name: FindingName,
  violation: Violation,
  contradicts: string = testCase.pointer,
): Finding {
  const { keyword, missing, part, pointer } = violation;
  const operationId = testCase.operation?.operationId ?? "";
  const where = `${part} ${pointer.replaceAll(/\/\d+/g, "/*")}`;
  const place = (missing === undefined ? where : `${where}/${missing}`).trim();
  // Operations share a schema; all errors are often written by the same code, and headers, too.
  const isError = response.status >= 400;
  const isRoot = place === "body";
  const isOfServer = isError || isRoot || part !== "body";
  const isShared = !isOfServer && contradicts.startsWith("/components/");
  const ownPlace = isOfServer ? place : `${operationId} ${place}`;
  return {
    name,
    operationId,
    part: `${response.status} ${place}`,
    keyword,
    message: violationMessage(violation, response),
    pointer: contradicts,
    observed: [],
    cause: causeOfContent(name, isShared ? `${contradicts} ${missing ?? ""}` : ownPlace, keyword),
  };
}

function isOfContentType({ part }: Violation): boolean {
  return part === "header content-type";
}

function nameOfViolation(violation: Violation): FindingName {
  const { keyword, part } = violation;
  if (keyword === "x-includes") return "include_conformance";
  if (keyword === "x-identifies") return "identity_conformance";
  if (isOfContentType(violation)) return "content_type_conformance";
  return part.startsWith("header ")
    ? "response_headers_conformance"
    : "response_schema_conformance";
}

function violationMessage({ message, part, pointer }: Violation, { status }: HttpResponse): string {
  const [kind, name] = part.split(" ");
  const what = kind === "header" ? `The header ${name}` : "The body";
  const text = message === "is required" ? "is missing" : message;
  return `${what} of the ${status} ${pointer === "" ? "" : `at ${pointer} `}${text}.`;
}

/**
 * The JSON Pointer of the part of the contract that a violation contradicts: an include, a header,
 * a keyword of a schema.
 */
function contradicted(
  operation: Operation,
  response: Response,
  headers: HttpResponse["headers"],
  violation: Violation,
): string {
  const include = operation.includes.find(({ adds }) => adds === violation.pointer);
  if (violation.keyword === "x-includes" && include !== undefined) return include.pointer;
  const id = operation.parameters.find(({ identifies }) => identifies === violation.pointer);
  if (violation.keyword === "x-identifies" && id !== undefined) return id.pointer;
  const header = response.headers.find(({ key }) => key === violation.part);
  const media = mediaOf(response.content, headers["content-type"]);
  if (violation.part !== "body" || media === undefined) return header?.pointer ?? response.pointer;
  const shape = media.shape.at(violation.pointer);
  return shape.pointerOf(violation.keyword) ?? (shape.pointer || media.shape.pointer);
}
