import { type Operation, type Parameter, parseParameter } from "@workflow-api/contract";
import type { Problem } from "../problem.ts";
import type { ReadRequest } from "./read-request.ts";

/** The keywords that look at names: whatever the values stand for, they hold or not. */
const ofNames: ReadonlySet<string> = new Set([
  "additionalProperties",
  "maxProperties",
  "propertyNames",
  "unevaluatedProperties",
]);

/** What is wrong with the names of the members of objects in a query: Prism 5.16 sees those alone that are declared. */
export function membersProblem({ parameters }: Operation, { target }: ReadRequest): Problem | undefined {
  const query = target.text.split("?", 2)[1];
  const violations = parameters.filter(hasOwnMembers).flatMap((parameter) => {
    const parsed = parseParameter(parameter, query);
    if (parsed === undefined) return [];
    return parameter
      .validate(parsed)
      .filter(({ keyword }) => ofNames.has(keyword))
      .map(({ keyword, message }) => ({
        location: ["query", parameter.name],
        code: keyword,
        message: `Request query parameter ${parameter.name} ${message}`,
      }));
  });
  if (violations.length === 0) return undefined;
  const detail = `${violations.map(({ message }) => message).join("; ")}.`;
  return { status: 422, code: "members", title: "Invalid request", detail, violations };
}

/** An exploded object of the style form has no names of its own: any name of the query may be another parameter's. */
function hasOwnMembers({ in: place, shape, mediaType, style, explode }: Parameter): boolean {
  return (
    place === "query" && shape === "object" && mediaType === undefined && (style === "deepObject" || !explode)
  );
}
