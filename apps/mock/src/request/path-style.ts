import type { Operation, Parameter } from "@workflow-api/contract";
import type { Problem } from "../problem.ts";

/** The parameter that is a whole segment of an operation's path, and no part of one. */
export function segmentParameter({ parameters, path }: Operation, index: number): Parameter | undefined {
  const [, name] = /^\{([^}]*)\}$/.exec(path.split("/")[index] ?? "") ?? [];
  return parameters.find((each) => each.in === "path" && each.name === name);
}

/**
 * What is wrong with segments whose style begins them with a mark (RFC 6570, 3.2.5 and 3.2.7): Prism 5.16 stumbles over
 * those without it, and does not say which they are.
 */
export function pathProblem(operation: Operation, path: string): Problem | undefined {
  const violations = path.split("/").flatMap((segment, index) => {
    const parameter = segmentParameter(operation, index);
    const mark = parameter && missingMark(parameter, segment);
    if (parameter === undefined || mark === undefined) return [];
    const message = `Request path parameter ${parameter.name} must begin with ${JSON.stringify(mark)}`;
    return [{ location: ["path", parameter.name], code: "style", message, received: segment }];
  });
  if (violations.length === 0) return undefined;
  const detail = `${violations.map(({ message }) => message).join("; ")}.`;
  return { status: 422, code: "path", title: "Invalid request", detail, violations };
}

function missingMark({ name, style, shape, explode }: Parameter, segment: string): string | undefined {
  if (style === "label") return segment.startsWith(".") ? undefined : ".";
  if (style !== "matrix") return undefined;
  if (shape === "object" && explode) return segment.startsWith(";") ? undefined : ";";
  const [before, ...pairs] = segment.split(";");
  const isNamed = (pair: string): boolean => decodeURIComponent(pair.split("=", 1)[0] ?? "") === name;
  return before === "" && pairs.length > 0 && pairs.every((pair) => isNamed(pair) && pair.includes("="))
    ? undefined
    : `;${name}=`;
}
