import type { JsonValue, MediaType, Operation, Response } from "@workflow-api/contract";
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

/**
 * What the mock answers to a valid request of an operation that has no scenario: Prism takes the lowest 2xx, else
 * `default`, else the first response, of its representations the first that is accepted, and of that the first example;
 * without one the body is made up.
 *
 * @param accept The header of the request. `undefined`: anything is accepted.
 */
export function defaultAnswer(
  { responses }: Operation,
  accept: string | undefined,
): MockExpectation | undefined {
  const successes = responses.filter(({ status }) => /^2(\d\d|XX)$/.test(status));
  const [lowest] = successes.toSorted((one, other) => (one.status < other.status ? -1 : 1));
  const answering = lowest ?? responses.find(({ status }) => status === "default") ?? responses[0];
  if (answering === undefined) return undefined;
  const { content, status: key } = answering;
  const status = key === "default" ? 200 : Number(key.replaceAll(/x/gi, "0"));
  if (content.length === 0) return { status, body: undefined };
  const media = acceptedOf(content, accept);
  const [example] = media?.shown ?? [];
  return { status, body: example?.value };
}

/** Of several representations the one that is accepted first. A range of media types is not looked into. */
export function acceptedOf(content: readonly MediaType[], accept: string | undefined): MediaType | undefined {
  const accepted = accept?.split(",").map((type) => type.trim()) ?? content.map(({ mediaType }) => mediaType);
  return accepted.flatMap((type) => content.filter(({ mediaType }) => mediaType === type))[0];
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
  const media = content.find(({ shown }) => shown.length > 0);
  const [example] = media?.shown ?? [];
  return example?.value;
}
