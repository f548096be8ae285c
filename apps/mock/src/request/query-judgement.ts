import { type Operation, type Parameter, parseParameter, type Violation } from "@workflow-api/contract";
import type { Problem } from "../problem.ts";
import type { ReadRequest } from "./read-request.ts";
import { readings } from "./readings.ts";

/**
 * What is wrong with the parameters of a query that Prism 5.16 does not see: it knows the declared members of an object
 * alone, and turns text into numbers where it comes to their types, which may be after their bounds.
 */
export function queryProblem({ parameters }: Operation, { target }: ReadRequest): Problem | undefined {
  const query = target.text.split("?", 2)[1];
  const violations = parameters.filter(isJudged).flatMap((parameter) =>
    wrongWith(parameter, query).map(({ keyword, message }) => ({
      location: ["query", parameter.name],
      code: keyword,
      message: `Request query parameter ${parameter.name} ${message}`,
    })),
  );
  if (violations.length === 0) return undefined;
  const detail = `${violations.map(({ message }) => message).join("; ")}.`;
  return { status: 422, code: "query", title: "Invalid request", detail, violations };
}

/** An exploded object of the style form has no names of its own: any name of the query may be another parameter's. */
function isJudged({ in: place, shape, mediaType, style, explode }: Parameter): boolean {
  if (place !== "query" || mediaType !== undefined) return false;
  return shape !== "object" || style === "deepObject" || !explode;
}

/** The violations of whatever it can be read as that has the fewest. */
function wrongWith(parameter: Parameter, query: string | undefined): readonly Violation[] {
  const parsed = parseParameter(parameter, query);
  // Prism takes what need not be sent, and comes empty, for not sent.
  if (parsed === undefined || (!parameter.required && String(parsed) === "")) return [];
  const judged = readings(parsed).map((value) => parameter.validate(value));
  return judged.toSorted((one, other) => one.length - other.length)[0] ?? [];
}
