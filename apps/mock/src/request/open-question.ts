import type { Contract, OpenQuestion, Operation, Shape } from "@workflow-api/contract";
import { isObject, isWithin, type JsonValue } from "@workflow-api/contract/json";
import type { Preference } from "../response/explanation.ts";

/** Fields that answer an open question otherwise than the contract assumes. */
export interface OtherFields {
  readonly question: OpenQuestion;
  readonly answer: "absent" | "null";
}

/** The other answers that the mock can give: fields alone. */
export function fieldAnswers({ otherwise }: OpenQuestion): OtherFields["answer"][] {
  return otherwise.filter((each) => each === "absent" || each === "null");
}

/**
 * The other answer that a preference asks for.
 *
 * @returns A string: why there is none.
 */
export function otherFields(
  { openQuestions }: Contract,
  { operationId }: Operation,
  { answer, question: id }: Preference,
): OtherFields | string {
  const known = openQuestions.filter(
    (each) => each.operations.includes(operationId) && fieldAnswers(each).length > 0,
  );
  const names = known.map((each) => each.id).join(", ") || "there is none";
  const question = known.find((each) => each.id === id);
  if (question === undefined)
    return `must name an open question about fields of ${operationId} (${names}), not ${id}`;
  const answers = fieldAnswers(question);
  const chosen = answer === undefined ? answers[0] : answers.find((each) => each === answer);
  return chosen === undefined
    ? `must give answer one of ${answers.join(", ")} for ${id}, not ${answer}`
    : { question, answer: chosen };
}

/**
 * A body in which the fields of a question are absent or null. Objects and lists stay, since they
 * hold other fields.
 */
export function withOtherFields(fields: OtherFields, shape: Shape, body: JsonValue): JsonValue {
  if (Array.isArray(body)) return body.map((item) => withOtherFields(fields, shape.items, item));
  if (!isObject(body)) return body;
  const members = Object.entries(body).flatMap(([name, value]) => {
    const field = shape.property(name);
    if (value === undefined) return [];
    const isLeaf = typeof value !== "object" || value === null;
    const isAsked =
      isLeaf && fields.question.places.some((place) => isWithin(field.pointer, place));
    if (!isAsked) return [[name, withOtherFields(fields, field, value)] as const];
    return fields.answer === "null" ? [[name, null] as const] : [];
  });
  return Object.fromEntries(members);
}
