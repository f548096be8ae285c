import type { FoundViolation } from "./engine/engine.ts";
import type { MockAnswer, RequestError } from "./message.ts";

/** Problem details (RFC 9457) of an answer that the mock gives without asking the engine. */
export interface Problem {
  readonly status: number;
  /** What is wrong, as a slug: the last part of the problem's type. */
  readonly code: string;
  readonly title: string;
  /** What is wrong with this request, and what to do. */
  readonly detail: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Where the request breaks its contract. */
  readonly violations?: readonly FoundViolation[];
}

/**
 * An answer that says what is wrong with its request, and says so in its body as well, if that is a problem of the mock or
 * of Prism: in a member `errors` (RFC 9457, 3.2). What the contract documents stays as it is.
 */
export function withErrors(answer: MockAnswer, errors: readonly RequestError[]): MockAnswer {
  // What Prism takes from the contract has another case.
  const isOwn = answer.headers["content-type"] === "application/problem+json";
  if (!isOwn) return { ...answer, errors };
  return { ...answer, errors, body: JSON.stringify({ ...JSON.parse(answer.body ?? "{}"), errors }) };
}

/** The answer that says what is wrong with a request. */
export function problemAnswer(problem: Problem, operationId?: string): MockAnswer {
  const { status, title, detail, headers, violations } = problem;
  return {
    status,
    headers: { "content-type": "application/problem+json", ...headers },
    body: JSON.stringify({
      type: `urn:workflow-api-mock:${problem.code}`,
      title,
      status,
      detail,
      ...(violations !== undefined && {
        validation: violations.map(({ location, code, message }) => ({
          location,
          severity: "Error",
          code,
          message,
        })),
      }),
    }),
    operationId,
    scenario: undefined,
  };
}
