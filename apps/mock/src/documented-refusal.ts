import { answerOf, type Subject } from "./engine/answer-of.ts";
import type { Engine } from "./engine/engine.ts";
import type { PrismOperation, PrismRequest } from "./engine/prism.ts";
import type { MockAnswer } from "./message.ts";
import { type Problem, problemAnswer } from "./problem.ts";

/**
 * The answer to a request that breaks its contract in a way that Prism does not look at: the one that the contract
 * documents for such requests, as Prism looks it up for those that it finds itself, or else the problem.
 */
export async function documentedRefusal(
  engine: Engine,
  request: PrismRequest,
  routed: PrismOperation,
  problem: Problem,
  subject: Subject,
): Promise<MockAnswer> {
  const { violations } = problem;
  const own = problemAnswer(problem, subject.operation?.operationId);
  if (violations === undefined) return own;
  const result = await engine.refusal(request, preferring(routed, String(problem.status)), violations);
  return result._tag === "Right" ? answerOf(result, subject) : own;
}

/** Of the responses to invalid requests, Prism takes 422 before 400. */
function preferring(operation: PrismOperation, status: string): PrismOperation {
  const invalid = ["400", "422"].filter((code) => code !== status);
  const { responses } = operation;
  if (!responses.some(({ code }) => code === status)) return operation;
  return { ...operation, responses: responses.filter(({ code }) => !invalid.includes(code)) };
}
