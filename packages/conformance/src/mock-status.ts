import { isJson, type JsonValue, type Operation, type Response } from "@workflow-api/contract";
import type { MockExpectation } from "./case.ts";

/**
 * What the mock answers to a request that is refused. Prism takes the first of these statuses that the operation
 * documents (itself, as a range, then `default`) with its first example, and else answers with problem details.
 */
export function refusal(operation: Operation, ...codes: readonly [number, ...number[]]): MockExpectation {
  const [first] = codes;
  for (const code of codes) {
    const response = documented(operation, code);
    if (response !== undefined) return { status: code, body: firstExample(response) };
  }
  const otherwise = operation.responses.find(({ status }) => status === "default");
  return { status: first, body: otherwise === undefined ? undefined : firstExample(otherwise) };
}

/** The response that the operation documents for a status: the status itself, else its range. */
export function documented({ responses }: Operation, status: number): Response | undefined {
  const range = `${String(status).charAt(0)}XX`;
  return (
    responses.find((response) => response.status === String(status)) ??
    responses.find((response) => response.status.toUpperCase() === range)
  );
}

/** The response that a status is judged by: {@link documented}, else `default`. */
export function responseFor(operation: Operation, status: number): Response | undefined {
  return (
    documented(operation, status) ?? operation.responses.find((response) => response.status === "default")
  );
}

function firstExample({ content }: Response): JsonValue | undefined {
  const media = content.find(({ examples }) => examples.size > 0);
  const [example] = media?.examples.values() ?? [];
  return media !== undefined && isJson(media.mediaType) ? example?.value : undefined;
}
