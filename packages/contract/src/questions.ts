import { isWithin } from "./json.ts";
import type { OpenQuestion } from "./model.ts";

/** The open questions with a place at the JSON Pointer of a part of the contract, or above it. */
export function questionsAt(questions: readonly OpenQuestion[], pointer: string): OpenQuestion[] {
  return questions.filter(({ places }) => places.some((place) => isWithin(pointer, place)));
}
