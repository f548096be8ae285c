import type { HttpResponse, Note, ParameterValues, Violation } from "@workflow-api/contract";
import { type Problem, problemResponse, violationsText } from "../request/problem.ts";
import { type Explanation, explain, type MockResponse } from "./explanation.ts";
import { headerText } from "./headers.ts";
import { type BodyTemplate, fill, fixedBody } from "./identity.ts";

/** A response before the values of the request are in its body. */
export interface ResponseTemplate {
  readonly status: number;
  readonly headers: HttpResponse["headers"];
  readonly body: BodyTemplate;
  readonly values: ParameterValues;
  readonly explanation: Explanation;
}

/** The response with the values of a request; by default those of the one that it was made for. */
export function fillTemplate(
  { body, explanation, headers, status, values }: ResponseTemplate,
  given: ParameterValues = values,
): MockResponse {
  return { status, headers, body: fill(body, given), explanation, dropped: false };
}

/** A HEAD has the headers of a GET (RFC 9110, 9.3.2). */
export function withoutBody(template: ResponseTemplate): ResponseTemplate {
  const length = String(new TextEncoder().encode(fillTemplate(template).body).length);
  const headers = { ...template.headers, "content-length": length };
  return { ...template, headers, body: fixedBody("") };
}

/** A violation by a response, where those of requests are, too. */
export function ofResponse(violation: Violation): Violation {
  return { ...violation, part: `response ${violation.part}` };
}

/** The headers that explain a response. */
export function explanationHeaders(explanation: Explanation): Record<string, string> {
  const { nearest, notes, reason, scenario } = explanation;
  const chosen = new Set([scenario, reason, nearest].filter((text) => text !== undefined));
  const broken = brokenText(explanation);
  const name = reason === "forwarded" ? "mock-violation" : "mock-refusal";
  return {
    ...(scenario !== undefined &&
      reason !== "refused" && { "mock-scenario": headerText([...chosen].join("; ")) }),
    ...(broken !== "" && { [name]: headerText(broken) }),
    ...(notes.length > 0 && { "mock-note": headerText(violationsText(notes)) }),
  };
}

/** What is wrong with an exchange, in words; of a forwarded one with its operation. */
export function brokenText({ operation, reason, violations }: Explanation): string {
  const subject = reason === "forwarded" && operation !== undefined ? `${operation}: ` : "";
  return violations.length === 0 ? "" : subject + violationsText(violations);
}

/** A response with further notes. */
export function withNotes(response: MockResponse, notes: readonly Note[]): MockResponse {
  const explanation = { ...response.explanation, notes: [...response.explanation.notes, ...notes] };
  const headers = { ...response.headers, ...explanationHeaders(explanation) };
  return { ...response, headers, explanation };
}

/** A response that reports a problem. */
export function problemOf(problem: Problem, explanation: Explanation): MockResponse {
  return fillTemplate(templateOf(problemResponse(problem), explanation.reason, explanation));
}

/** A response that holds no value of the request. */
export function templateOf(
  { body, headers, status }: HttpResponse,
  reason: Explanation["reason"],
  parts: Partial<Explanation> = {},
): ResponseTemplate {
  const explanation = explain(reason, parts);
  const all = { ...headers, ...explanationHeaders(explanation) };
  return { status, headers: all, body: fixedBody(body), values: new Map(), explanation };
}
