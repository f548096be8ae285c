import type { FoundViolation } from "./engine/engine.ts";
import type { MockAnswer } from "./message.ts";

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

/** The answer that says what is wrong with a request. */
export function problemAnswer(problem: Problem, operationId?: string): MockAnswer {
  const { status, code, title, detail, headers, violations } = problem;
  return {
    status,
    headers: { "content-type": "application/problem+json", ...headers },
    body: JSON.stringify({
      type: `urn:workflow-api-mock:${code}`,
      title,
      status,
      detail,
      ...(violations !== undefined && {
        validation: violations.map(({ location, ...others }) => ({ location, severity: "Error", ...others })),
      }),
    }),
    operationId,
    scenario: undefined,
  };
}
