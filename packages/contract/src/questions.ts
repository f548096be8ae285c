import { isWithin } from "./json.ts";
import type { OpenQuestion } from "./model.ts";

/**
 * The open questions about a part of the contract: those with a place at its JSON Pointer or above
 * it, the nearest first.
 */
export function questionsAt(
  questions: readonly OpenQuestion[],
  pointer: string,
): readonly OpenQuestion[] {
  const nearest = ({ places }: OpenQuestion): number =>
    Math.max(...places.map((place) => (isWithin(pointer, place) ? place.length : -1)));
  return questions
    .filter((question) => nearest(question) >= 0)
    .toSorted((a, b) => nearest(b) - nearest(a));
}
