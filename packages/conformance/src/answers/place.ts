import {
  type Contract,
  type JsonValue,
  type MediaType,
  type Operation,
  type Response,
  valueAt,
} from "@workflow-api/contract";
import type { AnswerCase } from "../answer-case.ts";
import type { Answer, CaseRequest } from "../case.ts";
import { choicesOf } from "../named-choices.ts";
import { sampleAnswer } from "../sample-answer.ts";
import type { SchemaWorld } from "../schema/worlds.ts";

/** The response that answers are derived of, and what they are made with. */
export interface Place {
  readonly contract: Contract;
  readonly world: SchemaWorld;
  readonly operation: Operation;
  readonly response: Response;
  readonly request: CaseRequest;
  readonly counted: (name: string) => string;
}

/** The answer of the response, with a body if one is given. */
export function answer({ response, world }: Place, media?: MediaType, body?: JsonValue): Answer {
  return sampleAnswer(world, response, media, body);
}

/** The case of an answer that the contract allows. */
export function allowed(place: Place, name: string, pointer: string, given: Answer): AnswerCase {
  const kept = { answer: given, allowed: true, keyword: undefined, choices: undefined };
  return { ...titled(place, name, pointer), ...kept };
}

/** The case of an answer that the contract does not allow, for what it says by a keyword. */
export function refused(
  place: Place,
  name: string,
  pointer: string,
  keyword: string,
  given: Answer,
): AnswerCase {
  const choices = keyword === "enum" ? choicesOf(valueAt(place.contract.document, pointer)) : undefined;
  return { ...titled(place, name, pointer), answer: given, allowed: false, keyword, choices };
}

function titled(
  { contract, counted, operation, request, response }: Place,
  name: string,
  pointer: string,
): Pick<AnswerCase, "title" | "operation" | "request" | "pointer" | "location"> {
  const title = counted(`${operation.operationId} ${response.status} answer ${name}`);
  return { title, operation, request, pointer, location: contract.locate(pointer) };
}
