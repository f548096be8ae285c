import { isJson, type Operation, type Response } from "@workflow-api/contract";
import { uncheckedReason } from "../answer-body.ts";
import type { AnswerCase } from "../answer-case.ts";
import { baseRequest, type Derivation, sendable } from "../derivation.ts";
import { sampleAnswer } from "../sample-answer.ts";

/** What nothing reads shows at least that it is of its media type: an answer in each such media type. */
export function unreadAnswers(
  derivation: Derivation,
  operation: Operation,
  response: Response,
): AnswerCase[] {
  const { answerWorld: world, contract } = derivation;
  if (operation.method === "HEAD") return [];
  return response.content
    .filter((media) => !isJson(media.mediaType) && uncheckedReason(media) !== undefined)
    .map((media) => ({
      title: `${operation.operationId} ${response.status} answer as ${media.mediaType}`,
      operation,
      pointer: media.pointer,
      location: contract.locate(media.pointer),
      request: sendable(derivation, operation, baseRequest(derivation, operation)),
      answer: { ...sampleAnswer(world, response, media), body: "text" },
      allowed: true,
      keyword: undefined,
      choices: undefined,
    }));
}
