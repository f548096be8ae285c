import type { Operation, Parameter } from "@workflow-api/contract";
import type { CaseRequest } from "./case.ts";
import { queryNames } from "./target-parts.ts";

/** Something that Prism 5.16 gets wrong, so that the mock's answer proves nothing about it. */
export interface EngineLimit {
  readonly name: string;
  /** What Prism does, for people. */
  readonly reason: string;
}

interface Tried {
  readonly operation: Operation;
  readonly request: CaseRequest;
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
          !parameter.accepts({}),
      ),
  },
];

/** The limits of the mock's engine, each proved by a test. */
export const engineLimits: readonly EngineLimit[] = limits;

/** The limit of the engine that a request runs into, if it does. */
export function limitOf(tried: Tried): EngineLimit | undefined {
  return limits.find(({ applies }) => applies(tried));
}

/** Whether each member of an object is a pair of the query of its own. */
function isSpread({ explode, in: place, mediaType, shape, style }: Parameter): boolean {
  return (
    place === "query" && shape === "object" && mediaType === undefined && (style === "deepObject" || explode)
  );
}

function isInQuery({ target }: CaseRequest, { name, schema, style }: Parameter): boolean {
  const names = queryNames(target);
  if (style === "deepObject") return names.some((key) => key.startsWith(`${name}[`));
  const properties = typeof schema === "object" ? schema["properties"] : undefined;
  return names.some((key) => typeof properties === "object" && properties !== null && key in properties);
}
