import {
  findOperation,
  isJson,
  type Operation,
  type Parameter,
  parseParameter,
  parsePointer,
  type Violation,
} from "@workflow-api/contract";
import type { Problem } from "../problem.ts";
import type { ReadRequest } from "./read-request.ts";

/** What is wrong with the parameters that are described by `content` of JSON: Prism 5.16 does not look at them. */
export function contentProblem(operation: Operation, request: ReadRequest): Problem | undefined {
  const violations = operation.parameters.flatMap((parameter) => {
    const wrong = wrongWith(operation, parameter, request);
    if (wrong === undefined) return [];
    const message = `Request ${parameter.in} parameter ${parameter.name} ${wrong.message}`;
    return [
      { location: [parameter.in, parameter.name, ...parsePointer(wrong.pointer)], code: "content", message },
    ];
  });
  if (violations.length === 0) return undefined;
  return {
    status: 422,
    code: "parameter-content",
    title: "Invalid request",
    detail: `${violations.map(({ message }) => message).join("; ")}.`,
    violations,
  };
}

/** What is wrong with a parameter first, and where in its value (RFC 6901). */
function wrongWith(
  operation: Operation,
  parameter: Parameter,
  request: ReadRequest,
): Pick<Violation, "message" | "pointer"> | undefined {
  if (parameter.mediaType === undefined || !isJson(parameter.mediaType)) return undefined;
  const text = parseParameter(parameter, rawOf(operation, parameter, request));
  if (typeof text !== "string") return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { message: "must be JSON", pointer: "" };
  }
  return parameter.validate(value)[0];
}

/** What came for a parameter, as `parseParameter` takes it. */
function rawOf(
  operation: Operation,
  { in: place, name }: Parameter,
  { headers, method, target }: ReadRequest,
): string | undefined {
  switch (place) {
    case "query":
      return target.text.split("?", 2)[1];
    case "path":
      return findOperation({ operations: [operation] }, method, target.path)?.pathValues.get(name);
    case "cookie":
      return headers["cookie"];
    case "header":
      return headers[name.toLowerCase()];
  }
}
