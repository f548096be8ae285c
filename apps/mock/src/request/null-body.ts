import type { Operation, Violation } from "@workflow-api/contract";
import type { Problem } from "../problem.ts";
import { isSent } from "./form-shape.ts";
import type { ReadRequest } from "./read-request.ts";

/** What the contract says to a body that is the JSON `null`, which Prism 5.16 takes for none. `undefined`: it is not that. */
export function judgeNull(
  operation: Operation | undefined,
  { hasNull, headers }: ReadRequest,
): readonly Violation[] | undefined {
  if (!hasNull) return undefined;
  const media = operation?.requestBody?.content.find((each) => isSent(each, headers["content-type"]));
  return media?.validate(null);
}

/** What is wrong with a body that is the JSON `null`. */
export function nullProblem(operation: Operation, read: ReadRequest): Problem | undefined {
  const [first, ...others] = judgeNull(operation, read) ?? [];
  if (first === undefined) return undefined;
  const violations = [first, ...others].map(({ keyword, message }) => ({
    location: ["body"],
    code: keyword,
    message: `Request body ${message}`,
  }));
  return {
    status: 422,
    code: "null-body",
    title: "Invalid request",
    detail: `The body is the JSON null, and ${first.message}.`,
    violations,
  };
}
