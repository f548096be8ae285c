import type { Operation, Violation } from "@workflow-api/contract";
import type { Problem } from "../problem.ts";
import { isSent } from "./form-shape.ts";
import type { ReadRequest } from "./read-request.ts";

/**
 * What the contract says to a body that Prism 5.16 takes for none: the JSON `null`, and where a body is required `0`, `false`
 * and `""` as well. `undefined`: it is none of these.
 */
export function judgeFalsy(
  operation: Operation | undefined,
  { body, hasNull, headers }: ReadRequest,
): readonly Violation[] | undefined {
  const isMissed = hasNull || (operation?.requestBody?.required === true && falsy.includes(body));
  if (!isMissed) return undefined;
  const media = operation?.requestBody?.content.find((each) => isSent(each, headers["content-type"]));
  return media?.validate(body);
}

const falsy: readonly unknown[] = [0, false, ""];

/** What is wrong with a body that Prism takes for none. */
export function falsyProblem(operation: Operation, read: ReadRequest): Problem | undefined {
  const [first, ...others] = judgeFalsy(operation, read) ?? [];
  if (first === undefined) return undefined;
  const violations = [first, ...others].map(({ keyword, message }) => ({
    location: ["body"],
    code: keyword,
    message: `Request body ${message}`,
  }));
  return {
    status: 422,
    code: "falsy-body",
    title: "Invalid request",
    detail: `The body is the JSON ${JSON.stringify(read.body)}, and ${first.message}.`,
    violations,
  };
}
