import { ProblemJsonError } from "@stoplight/prism-http";
import type { Operation } from "@workflow-api/contract";
import type { AnsweredScenario, MockAnswer } from "../message.ts";
import type { FoundViolation } from "./engine.ts";
import { formAnswer } from "./form-answer.ts";
import { pageAnswer } from "./page-answer.ts";
import type { PrismResult, PrismViolation } from "./prism.ts";
import { serializeBody } from "./serialize.ts";

/** What an answer is about. */
export interface Subject {
  readonly operation: Operation | undefined;
  readonly scenario?: AnsweredScenario | undefined;
}

/** A result of Prism as it travels: the same status, headers and bytes that its own server sends, but for forms. */
export async function answerOf(result: PrismResult, { operation, scenario }: Subject): Promise<MockAnswer> {
  const operationId = operation?.operationId;
  if (result._tag === "Left") return errorAnswer(result.left, operationId);
  const { output, validations } = pageAnswer(operation, formAnswer(operation, result.right));
  const headers: Record<string, string> = {};
  const violations = [...describe("request", validations.input), ...describe("response", validations.output)];
  if (violations.length > 0) headers["sl-violations"] = violationsHeader(violations);
  for (const [name, value] of Object.entries(output.headers ?? {})) {
    if (value !== null && value !== undefined) headers[name] = headerText(String(value));
  }
  const body = await serializeBody(output.body, headers["Content-type"]);
  return { status: output.statusCode, headers, body, operationId, scenario };
}

/** What Prism finds wrong with a request. */
export function violationsOf(result: PrismResult): FoundViolation[] {
  if (result._tag === "Right") {
    return result.right.validations.input
      .filter(({ severity }) => severities[severity] === "Error")
      .map(({ path = [], code, message }) => ({ location: path.map(String), code: String(code), message }));
  }
  const problem = ProblemJsonError.toProblemJson(result.left);
  const { validation = [] }: { validation?: Partial<FoundViolation>[] } = JSON.parse(JSON.stringify(problem));
  return validation.map(({ location = [], code = "", message = "" }) => ({ location, code, message }));
}

/** Whether an error of Prism is an answer, with a status. */
export function isProblem(error: Error): boolean {
  return error instanceof ProblemJsonError;
}

/** An error of Prism as its own server sends it (RFC 9457). */
export function errorAnswer(error: Error, operationId: string | undefined): MockAnswer {
  const problem = ProblemJsonError.toProblemJson(error);
  const { headers } =
    error instanceof ProblemJsonError ? { headers: additionalHeaders(error) } : { headers: {} };
  return {
    status: problem.status,
    headers: { "content-type": "application/problem+json", ...headers },
    body: JSON.stringify(problem),
    operationId,
    scenario: undefined,
  };
}

function additionalHeaders({ additional }: ProblemJsonError): Record<string, string> {
  const headers: unknown = additional?.["headers"];
  if (typeof headers !== "object" || headers === null) return {};
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, headerText(String(value))]),
  );
}

const severities = ["Error", "Warning", "Information", "Hint"];

function describe(side: "request" | "response", violations: readonly PrismViolation[]): object[] {
  return violations.map(({ path, severity, code, message }) => ({
    location: [side, ...(path ?? [])],
    severity: severities[severity],
    code,
    message,
  }));
}

/** Prism cuts the header where Node's own limit would refuse it. */
const longestHeader = 8 * 1024 - 100;

function violationsHeader(violations: readonly object[]): string {
  const value = headerText(JSON.stringify(violations));
  return value.length > longestHeader ? `Too many violations! ${value.slice(0, longestHeader)}` : value;
}

/** A header holds printable ASCII: anything else would end the process in Prism's server. */
export function headerText(text: string): string {
  return text.replaceAll(
    /[^\x20-\x7e\t]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
