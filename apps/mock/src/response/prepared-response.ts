import type { HttpResponse, Note, ParameterValues, Violation } from "@workflow-api/contract";
import { type Problem, problemResponse, violationsText } from "../request/problem.ts";
import { type Explanation, explain, type MockResponse } from "./explanation.ts";
import { headerText } from "./headers.ts";
import { fill, fixed, type Template } from "./identity.ts";

/** A response before the values of the request are in its body. */
export interface PreparedResponse {
  readonly status: number;
  readonly headers: HttpResponse["headers"];
  readonly template: Template;
  readonly values: ParameterValues;
  readonly explanation: Explanation;
}

/** The response with the values of a request; of the one that it was prepared for by default. */
export function finish(
  { explanation, headers, status, template, values }: PreparedResponse,
  given: ParameterValues = values,
): MockResponse {
  return { status, headers, body: fill(template, given), explanation, dropped: false };
}

/** A HEAD has the headers of a GET (RFC 9110, 9.3.2). */
export function withoutBody(prepared: PreparedResponse): PreparedResponse {
  const length = String(new TextEncoder().encode(finish(prepared).body).length);
  const headers = { ...prepared.headers, "content-length": length };
  return { ...prepared, headers, template: fixed("") };
}

/** A violation by a response, where those of requests are, too. */
export function ofResponse(violation: Violation): Violation {
  return { ...violation, part: `response ${violation.part}` };
}

/** The headers that explain a response. */
export function explanationHeaders({
  nearest,
  notes,
  operation,
  reason,
  scenario,
  violations,
}: Explanation): Record<string, string> {
  const chosen = new Set([scenario, reason, nearest].filter((text) => text !== undefined));
  const isForwarded = reason === "forwarded";
  const broken = `${isForwarded && operation ? `${operation}: ` : ""}${violationsText(violations)}`;
  return {
    ...(scenario !== undefined &&
      reason !== "refused" && { "mock-scenario": headerText([...chosen].join("; ")) }),
    ...(violations.length > 0 && {
      [isForwarded ? "mock-violation" : "mock-refusal"]: headerText(broken),
    }),
    ...(notes.length > 0 && { "mock-note": headerText(violationsText(notes)) }),
  };
}

/** A response with further notes. */
export function withNotes(response: MockResponse, notes: readonly Note[]): MockResponse {
  const explanation = { ...response.explanation, notes: [...response.explanation.notes, ...notes] };
  const headers = { ...response.headers, ...explanationHeaders(explanation) };
  return { ...response, headers, explanation };
}

/** A response that reports a problem. */
export function problemOf(problem: Problem, explanation: Explanation): MockResponse {
  return finish(prepare(problemResponse(problem), explanation.reason, explanation));
}

/** A response that holds no value of the request. */
export function prepare(
  { body, headers, status }: HttpResponse,
  reason: Explanation["reason"],
  parts: Partial<Explanation> = {},
): PreparedResponse {
  const explanation = explain(reason, parts);
  const all = { ...headers, ...explanationHeaders(explanation) };
  return { status, headers: all, template: fixed(body), values: new Map(), explanation };
}
