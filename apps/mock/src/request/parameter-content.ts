import {
  findOperation,
  isJson,
  type Operation,
  type Parameter,
  parseParameter,
} from "@workflow-api/contract";
import type { Problem } from "../problem.ts";
import type { ReadRequest } from "./read-request.ts";

/** What is wrong with the parameters that are described by `content` of JSON: Prism 5.16 does not look at them. */
export function contentProblem(operation: Operation, request: ReadRequest): Problem | undefined {
  const violations = operation.parameters.flatMap((parameter) => {
    const message = wrongWith(operation, parameter, request);
    return message === undefined
      ? []
      : [{ location: [parameter.in, parameter.name], code: "content", message }];
  });
  if (violations.length === 0) return undefined;
  return {
    status: 422,
    code: "parameter-content",
    title: "Invalid request",
    detail: violations.map(({ message }) => message).join(" "),
    violations,
  };
}

function wrongWith(operation: Operation, parameter: Parameter, request: ReadRequest): string | undefined {
  if (parameter.mediaType === undefined || !isJson(parameter.mediaType)) return undefined;
  const text = parseParameter(parameter, rawOf(operation, parameter, request));
  if (typeof text !== "string") return undefined;
  const what = `The ${parameter.in} parameter ${parameter.name}`;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return `${what} is not JSON.`;
  }
  const [violation] = parameter.validate(value);
  if (violation === undefined) return undefined;
  return `${what} is not valid: ${violation.pointer === "" ? "it" : violation.pointer} ${violation.message}.`;
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
