import { answerOf, isProblem, type Subject } from "./engine/answer-of.ts";
import { statusOperation } from "./engine/derived-operation.ts";
import type { Engine } from "./engine/engine.ts";
import type { Preferences, PrismOperation, PrismRequest, PrismResult } from "./engine/prism.ts";
import type { MockAnswer } from "./message.ts";
import { problemAnswer } from "./problem.ts";
import { preferenceProblem } from "./request/refusals.ts";

/**
 * The answer that a request prefers. Prism alone would look elsewhere if the status that is preferred has no such
 * example or media type: it is given that status and no other, and says what is missing.
 */
export async function preferredAnswer(
  engine: Engine,
  request: PrismRequest,
  routed: PrismOperation,
  preferences: Preferences,
  subject: Subject,
): Promise<MockAnswer> {
  const { code, ...others } = preferences;
  const only = code === undefined ? undefined : statusOperation(routed, code);
  const result = await (only === undefined
    ? answer(engine, request, routed, preferences)
    : answer(engine, request, only, others));
  if (result._tag === "Left" && !isProblem(result.left)) {
    return problemAnswer(preferenceProblem(404, result.left.message), subject.operation?.operationId);
  }
  return answerOf(result, subject);
}

/** Prism answers a HEAD without a look at the examples; whether there is the preferred one, a GET tells. */
async function answer(
  engine: Engine,
  request: PrismRequest,
  operation: PrismOperation,
  preferences: Preferences,
): Promise<PrismResult> {
  if (request.method === "head" && preferences.exampleKey !== undefined) {
    const asGet = { ...operation, method: "get", callbacks: [] };
    const probe = await engine.answer({ ...request, method: "get" }, asGet, preferences);
    if (probe._tag === "Left") return probe;
  }
  return engine.answer(request, operation, preferences);
}
