import {
  type Contract,
  isForm,
  isJson,
  type JsonValue,
  type MediaType,
  type Operation,
  type Response,
} from "@workflow-api/contract";
import { sampleOf } from "@workflow-api/contract/samples";
import type { AnswerCase } from "./answer-case.ts";
import { forms } from "./answers/forms.ts";
import { headersOf, otherTypes, withoutBody } from "./answers/heads.ts";
import { allowed, answer, type Place, refused } from "./answers/place.ts";
import { inRange, undocumented } from "./answers/statuses.ts";
import { texts } from "./answers/texts.ts";
import type { Answer } from "./case.ts";
import { createCounter } from "./counter.ts";
import { baseRequest, createDerivation, type Derivation, sendable } from "./derivation.ts";
import type { DeriveOptions } from "./derive-cases.ts";
import { invalidValues, validValues } from "./schema/values.ts";

/**
 * Derives answers from a contract: for each documented response the valid and invalid bodies that follow from its
 * schema keyword by keyword, missing and malformed headers, other media types, and statuses that are not documented.
 * @throws {JudgesDisagree}
 */
export function deriveAnswers(contract: Contract, options: DeriveOptions = {}): AnswerCase[] {
  const derivation = createDerivation(contract, options);
  return contract.operations.flatMap((operation) => answersOfOperation(derivation, operation));
}

function answersOfOperation(derivation: Derivation, operation: Operation): AnswerCase[] {
  const places = operation.responses.map((response) => placeOf(derivation, operation, response));
  return [...places.flatMap(answersOf), ...places.flatMap(undocumented)];
}

/** The answers with the statuses of one response: no two have the same title, which begins with operation and status. */
export function answersOfResponse(
  derivation: Derivation,
  operation: Operation,
  response: Response,
): AnswerCase[] {
  return answersOf(placeOf(derivation, operation, response));
}

function placeOf(derivation: Derivation, operation: Operation, response: Response): Place {
  const { answerWorld: world, contract } = derivation;
  const request = sendable(derivation, operation, baseRequest(derivation, operation));
  return { contract, world, operation, response, request, counted: createCounter() };
}

function answersOf(place: Place): AnswerCase[] {
  const { response, world } = place;
  const [first] = response.content;
  if (first === undefined || place.operation.method === "HEAD") return bodiless(place, first);
  const answers = response.content.flatMap((media) => {
    if (isForm(media.mediaType)) return forms(place, media);
    if (!isJson(media.mediaType)) return texts(place, media);
    const examples = media.shown.map(({ value }) => value);
    const base = examples.find((value) => media.accepts(value)) ?? sampleOf(world, [media]);
    return base === undefined
      ? []
      : [...bodies(place, media, base), ...jsonHeads(place, media, answer(place, media, base))];
  });
  // Those of a JSON body have been made with it.
  const good = answers.find(({ allowed: isRight }) => isRight)?.answer;
  const isHeaded = good === undefined || response.content.some(({ mediaType }) => isJson(mediaType));
  return isHeaded ? answers : [...answers, ...headersOf(place, good)];
}

/** Of a HEAD, which has the headers of a GET and no body, too. */
function bodiless(place: Place, media: MediaType | undefined): AnswerCase[] {
  const good = answer(place, media);
  return [allowed(place, "empty", place.response.pointer, good), ...headersOf(place, good)];
}

function bodies(place: Place, media: MediaType, base: JsonValue): AnswerCase[] {
  const { world } = place;
  const examples = media.shown
    .filter(({ value }) => media.accepts(value))
    .map(({ name, value, pointer }) =>
      allowed(place, `example ${name}`.trim(), pointer, answer(place, media, value)),
    );
  const valid = validValues(world, media, base).map(({ name, at, pointer, value }) =>
    allowed(place, `${at} ${name}`.trim(), pointer, answer(place, media, value)),
  );
  const invalid = invalidValues(world, media, base).map(({ keyword, at, pointer, value }) =>
    refused(place, `${at} against ${keyword}`.trim(), pointer, keyword, answer(place, media, value)),
  );
  return [...examples, ...valid, ...invalid];
}

function jsonHeads(place: Place, media: MediaType, good: Answer): AnswerCase[] {
  // A schema without a type has nothing against a body that is missing.
  const isMissed = !media.accepts(undefined);
  return [
    ...otherTypes(place, good),
    ...(isMissed ? [withoutBody(place, good), ...inRange(place, good)] : []),
    ...headersOf(place, good),
  ];
}
