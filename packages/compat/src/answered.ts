import type { Contract, OpenQuestion } from "@workflow-api/contract";
import { isWithin } from "@workflow-api/contract/json";
import type { Edit } from "./edits.ts";

/**
 * The edits, with the open question that each answers: one that the new contract no longer has, at
 * a place of it.
 */
export function withAnswers(
  edits: readonly Edit[],
  { openQuestions: before }: Contract,
  { openQuestions: after }: Contract,
): Edit[] {
  const closed = before.filter(({ id }) => !after.some((each) => each.id === id));
  return edits.map((edit) => {
    const answered = closed.find((question) => isAbout(question, edit.pointer));
    if (answered === undefined) return edit;
    return { ...edit, summary: `${edit.summary} It answers the open question ${answered.id}.` };
  });
}

function isAbout({ places }: OpenQuestion, pointer: string): boolean {
  // Which fields are required is said beside them.
  const fields = /\/required$/.test(pointer)
    ? pointer.replace(/required$/, "properties")
    : undefined;
  return places.some(
    (place) =>
      isWithin(pointer, place) ||
      (fields !== undefined && (isWithin(place, fields) || isWithin(fields, place))),
  );
}
