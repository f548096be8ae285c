import type { Answer } from "@workflow-api/conformance";
import type { PrismOperation } from "../src/engine/prism.ts";
import { type ReadAnswer, takingRead } from "./read-answer.ts";

type PrismResponse = PrismOperation["responses"][number];

/**
 * An operation as Prism's proxy judges an answer rightly by it, where Prism 5.16 would not:
 * - it wants the body of a GET in the answer to a HEAD, which has none (RFC 9110, 9.3.2);
 * - of several media types that differ before a `+` it takes the first;
 * - it throws at a header that is a list or an object and did not come;
 * - it reads forms and texts in a way of its own, so it is given what they were read as.
 */
export function judgeableOperation(
  operation: PrismOperation,
  answer: Answer,
  read: ReadAnswer | undefined,
): PrismOperation {
  const responses = operation.responses.map((response) => {
    const headed = withHeaders(response, answer);
    return read === undefined ? withContents(headed, operation.method, answer) : takingRead(headed, read);
  });
  const isSame = responses.every((response, index) => response === operation.responses[index]);
  return isSame ? operation : { ...operation, responses: asNonEmpty(responses, operation.responses) };
}

function withContents(response: PrismResponse, method: string, { headers }: Answer): PrismResponse {
  const { contents = [] } = response;
  if (method.toLowerCase() === "head" && contents.length > 0) return { ...response, contents: [] };
  const came = headers["content-type"]?.toLowerCase();
  const index = contents.findIndex(({ mediaType }) => mediaType.toLowerCase() === came);
  const exact = contents[index];
  return index < 1 || exact === undefined
    ? response
    : { ...response, contents: [exact, ...contents.toSpliced(index, 1)] };
}

function withHeaders(response: PrismResponse, { headers: came }: Answer): PrismResponse {
  const { headers = [] } = response;
  const isUnreadable = (header: (typeof headers)[number]): boolean =>
    came[header.name.toLowerCase()] === undefined && !isPrimitive(header.schema?.type);
  if (!headers.some(isUnreadable)) return response;
  const readable = headers.map((header) =>
    isUnreadable(header) ? { ...header, schema: { type: "string" as const } } : header,
  );
  return { ...response, headers: readable };
}

function isPrimitive(type: unknown): boolean {
  return type !== "array" && type !== "object";
}

/** Prism's types know that an operation has a response. */
function asNonEmpty<T>(list: readonly T[], [first]: readonly [T, ...T[]] | readonly T[]): [T, ...T[]] {
  const [head = first, ...rest] = list;
  if (head === undefined) throw new Error("An operation without responses cannot be judged.");
  return [head, ...rest];
}
