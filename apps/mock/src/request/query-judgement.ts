import {
  isNamed,
  type Operation,
  type Parameter,
  parseParameter,
  type Violation,
} from "@workflow-api/contract";
import type { Problem } from "../problem.ts";
import { encodedDelimiter, encodedValues, judgeDelimited } from "./encoded-delimiter.ts";
import type { ReadRequest } from "./read-request.ts";
import { readings } from "./readings.ts";

/**
 * What is wrong with the parameters of a query that Prism 5.16 does not see: it knows the declared members of an object
 * alone, some objects not at all, and turns text into numbers where it comes to their types, which may be after their bounds.
 */
export function queryProblem(
  { parameters }: Operation,
  { target }: ReadRequest,
  unread: ReadonlySet<Parameter>,
): Problem | undefined {
  const query = target.text.split("?", 2)[1];
  const asked = parameters.filter(({ in: place }) => place === "query");
  const violations = asked.flatMap((parameter) =>
    (unread.has(parameter)
      ? wrongWithUnread(parameter, query, asked)
      : isJudged(parameter)
        ? wrongWith(parameter, query)
        : []
    ).map(({ keyword, message }) => ({
      location: ["query", parameter.name],
      code: keyword,
      message: `Request query parameter ${parameter.name} ${message}`,
      ...(keyword === encodedDelimiter && { received: encodedValues(query, parameter.name).join("&") }),
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

/** The same of an object that Prism is not asked about, of which it cannot say either that it is missing. */
function wrongWithUnread(
  parameter: Parameter,
  query: string | undefined,
  asked: readonly Parameter[],
): readonly Violation[] {
  const isSpread = parameter.style === "form" && parameter.explode;
  const own = isSpread ? withoutOthers(parameter, query, asked) : query;
  return parameter.required && parseParameter(parameter, own) === undefined
    ? [{ keyword: "required", message: "must be sent", pointer: "" }]
    : wrongWith(parameter, own);
}

/** The pairs of a query that may be members of an exploded object: whatever has another meaning, or none, is left to that. */
function withoutOthers(parameter: Parameter, query = "", asked: readonly Parameter[] = []): string {
  const others = new Set(asked.filter((each) => each !== parameter).map(({ name }) => name));
  const isOwn = ([name, value]: readonly [string, string]): boolean =>
    !isNamed(others, name) &&
    !parameter.validate({ [name]: value }).some(({ keyword }) => refusesNames.has(keyword));
  return new URLSearchParams([...new URLSearchParams(query)].filter(isOwn)).toString();
}

const refusesNames: ReadonlySet<string> = new Set([
  "additionalProperties",
  "unevaluatedProperties",
  "propertyNames",
]);

/** The violations of whatever it can be read as that has the fewest. */
function wrongWith(parameter: Parameter, query: string | undefined): readonly Violation[] {
  return judgeDelimited(parameter, query, (parsed) => {
    // Prism takes what need not be sent, and comes empty, for not sent.
    if (!parameter.required && String(parsed) === "") return [];
    const judged = readings(parsed).map((value) => parameter.validate(value));
    return judged.toSorted((one, other) => one.length - other.length)[0] ?? [];
  });
}
