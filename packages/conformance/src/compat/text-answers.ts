import { type Contract, isJson, type MediaType, type Operation, type Response } from "@workflow-api/contract";
import { uncheckedReason } from "../answer-body.ts";
import type { AnswerCase } from "../answer-case.ts";
import type { Answer, CaseRequest } from "../case.ts";
import { createCounter } from "../counter.ts";
import { baseRequest, createDerivation, type Derivation, sendable } from "../derivation.ts";
import { sampleAnswer } from "../sample-answer.ts";
import { sampleOf } from "../schema/sample.ts";
import { invalidValues, validValues } from "../schema/values.ts";
import { standInsOf } from "../stand-ins.ts";
import { bodyRefusal, writeBody } from "./body-text.ts";

/**
 * Answers that are forms or texts, valid and not, as their schemas have it. `deriveAnswers` holds only what every server
 * and judge reads alike: JSON, and texts that are called so.
 */
export function deriveTextAnswers(contract: Contract): AnswerCase[] {
  const derivation = createDerivation(contract, { credentials: standInsOf(contract) });
  return contract.operations
    .filter(({ method }) => method !== "HEAD")
    .flatMap((operation) =>
      operation.responses.flatMap((response) =>
        response.content
          .filter((media) => !isJson(media.mediaType))
          .flatMap((media) =>
            uncheckedReason(media) === undefined
              ? answersOf(derivation, operation, response, media)
              : [unread(derivation, operation, response, media)],
          ),
      ),
    );
}

/** What nothing reads shows at least that it is of its media type. */
function unread(
  derivation: Derivation,
  operation: Operation,
  response: Response,
  media: MediaType,
): AnswerCase {
  const { contract, world } = derivation;
  const sample = sampleAnswer({ ...world, sender: "server" }, response, media);
  const { pointer } = media;
  return {
    title: `${operation.operationId} ${response.status} answer as ${media.mediaType}`,
    operation,
    pointer,
    location: contract.locate(pointer),
    request: sendable(derivation, operation, baseRequest(derivation, operation)),
    answer: { ...sample, body: "text" },
    allowed: true,
    keyword: undefined,
    choices: undefined,
  };
}

function answersOf(
  derivation: Derivation,
  operation: Operation,
  response: Response,
  media: MediaType,
): AnswerCase[] {
  const { contract } = derivation;
  const world = { ...derivation.world, sender: "server" as const };
  const counted = createCounter();
  const request: CaseRequest = sendable(derivation, operation, baseRequest(derivation, operation));
  const [example] = media.shown;
  const base = example?.value ?? sampleOf(world, [media]);
  const valid = [
    { at: "", name: "itself", pointer: media.pointer, value: base ?? null },
    ...validValues(world, media, base),
  ];
  const invalid = invalidValues(world, media, base);
  return [
    ...valid.map(({ name, ...each }) => ({ ...each, name, keyword: undefined })),
    ...invalid.map((each) => ({ ...each, name: `against ${each.keyword}` })),
  ].flatMap(({ at, keyword, name, pointer, value }): AnswerCase[] => {
    const body = writeBody(media, value);
    const { contentType, text } = body;
    // What arrives as something else, as the number of a text does, shows nothing.
    if (text === "" || (bodyRefusal(media, body) === undefined) !== (keyword === undefined)) return [];
    const sample = sampleAnswer(world, response, media);
    const answer: Answer = {
      ...sample,
      headers: { ...sample.headers, "content-type": contentType },
      body: text,
    };
    return [
      {
        title: counted(
          `${operation.operationId} ${response.status} answer as ${media.mediaType} ${at} ${name}`,
        ),
        operation,
        pointer,
        location: contract.locate(pointer),
        request,
        answer,
        allowed: keyword === undefined,
        keyword,
        choices: undefined,
      },
    ];
  });
}
