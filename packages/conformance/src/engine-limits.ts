import type { Operation, Parameter } from "@workflow-api/contract";
import type { Broken, CaseRequest, MockExpectation, Verdict } from "./case.ts";
import { defaultAnswer, isShown, responseFor } from "./mock-status.ts";
import { targetParts } from "./target-parts.ts";

/** Something that Prism 5.16 gets wrong, so that the mock's answer proves nothing about it. */
export interface EngineLimit {
  readonly name: string;
  /** What Prism does, for people. */
  readonly reason: string;
}

interface Tried {
  readonly operation: Operation;
  readonly request: CaseRequest;
  readonly broken: Broken | undefined;
  readonly verdict: Verdict;
  /** What is expected of the mock. */
  readonly mock: MockExpectation | undefined;
}

interface Limit extends EngineLimit {
  readonly applies: (tried: Tried) => boolean;
}

/** The test beside the mock proves each of these on the stock CLI of Prism, so that none outlives its reason. */
const limits: readonly Limit[] = [
  {
    name: "absent_query_object",
    reason: "An optional object in the query that is not sent is taken for an empty one.",
    applies: ({ operation, request }) =>
      operation.parameters.some(
        (parameter) =>
          isSpread(parameter) &&
          !parameter.required &&
          !isInQuery(request, parameter) &&
          parameter.validate({}).length > 0,
      ),
  },
  {
    name: "made_up_body",
    reason: "Where the contract has no example, the body that is made up need not be valid.",
    applies: ({ broken, operation, ...tried }) =>
      broken === undefined && operation.scenarios.length === 0 && isMadeUp(operation, tried),
  },
];

/** The limits of the mock's engine, each proved by a test. */
export const engineLimits: readonly EngineLimit[] = limits;

/** The limit of the engine that a request runs into, if it does. */
export function limitOf(tried: Tried): EngineLimit | undefined {
  return limits.find(({ applies }) => applies(tried));
}

/** Whether the answer of the mock has a body that the contract shows no example of. */
function isMadeUp(
  operation: Operation,
  { mock, request: { headers }, verdict }: Pick<Tried, "mock" | "request" | "verdict">,
): boolean {
  // No operation answers.
  if (verdict === "unroutable" || verdict === "unacceptable") return false;
  const shown = defaultAnswer(operation, headers["Accept"]);
  if (mock === undefined) {
    return shown === undefined && operation.responses.some(({ content }) => content.length > 0);
  }
  if (mock.body !== undefined || mock.status === shown?.status) return false;
  const answering = responseFor(operation, mock.status);
  return answering !== undefined && !isShown(answering);
}

/** Whether each member of an object is a pair of the query of its own. */
function isSpread({ explode, in: place, mediaType, shape, style }: Parameter): boolean {
  return (
    place === "query" && shape === "object" && mediaType === undefined && (style === "deepObject" || explode)
  );
}

function isInQuery({ target }: CaseRequest, { name, schema, style }: Parameter): boolean {
  const { query = "" } = targetParts(target);
  const names = query.split("&").map((pair) => decodeURIComponent(pair.split("=", 1)[0] ?? ""));
  if (style === "deepObject") return names.some((key) => key.startsWith(`${name}[`));
  const properties = typeof schema === "object" ? schema["properties"] : undefined;
  return names.some((key) => typeof properties === "object" && properties !== null && key in properties);
}
