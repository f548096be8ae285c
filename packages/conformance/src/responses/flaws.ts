import {
  type HttpResponse,
  type MediaType,
  type Operation,
  readBody,
  type Violation,
} from "@workflow-api/contract";
import { mediaOf, responseFor } from "@workflow-api/contract/http";
import { isEqual, valueAt } from "@workflow-api/contract/json";

/** An example that the contract itself does not allow. */
export interface Flaw {
  /** What is wrong with it, in a sentence. */
  readonly message: string;
  /** The JSON Pointer of what is wrong in the document. */
  readonly pointer: string;
}

/** A violation by an example of the contract, as a flaw. */
export function flawOfExample(
  { operationId }: Operation,
  name: string,
  at: string,
  { message, part, pointer }: Violation,
): Flaw {
  const where = `${part} ${pointer}`.trim();
  const text = `The contract's example ${name} of ${operationId} is invalid: ${where} ${message}.`;
  return { message: text, pointer: at };
}

/** An example of a body, and a violation of its schema. */
interface InvalidExample {
  readonly example: MediaType["examples"][number];
  readonly violation: MediaType["examples"][number]["violations"][number];
}

/** The examples of a body that its schema refuses. */
function invalidExamples({ examples }: MediaType): readonly InvalidExample[] {
  return examples.flatMap((example) =>
    example.violations.map((violation) => ({ example, violation })),
  );
}

/** Whether the contract has an invalid example of what a response is. */
export function hasInvalidExample(operation: Operation, response: HttpResponse): boolean {
  const media = documentedMedia(operation, response);
  return media !== undefined && invalidExamples(media).length > 0;
}

function documentedMedia(
  operation: Operation,
  { headers, status }: HttpResponse,
): MediaType | undefined {
  return mediaOf(responseFor(operation, status)?.content ?? [], headers["content-type"]);
}

/**
 * The example of the contract whose violation a response repeats: the contract contradicts itself,
 * and the server is not to blame. `undefined`: there is none.
 */
export function repeatedFlaw(
  operation: Operation,
  response: HttpResponse,
  { keyword, missing, part, pointer }: Violation,
): Flaw | undefined {
  const media = documentedMedia(operation, response);
  if (part !== "body" || media === undefined) return undefined;
  const same = invalidExamples(media).filter(
    ({ violation }) =>
      violation.pointer === pointer &&
      violation.keyword === keyword &&
      violation.missing === missing,
  );
  const value = same.length === 0 ? undefined : valueAt(readBody(response).value, pointer);
  const repeated = same.find(
    ({ example }) => missing !== undefined || isEqual(valueAt(example.value, pointer), value),
  );
  if (repeated === undefined) return undefined;
  const { example, violation } = repeated;
  const at = `${example.pointer}/value${violation.pointer}`;
  return flawOfExample(operation, example.name, at, { ...violation, part: "response" });
}
