import type { Operation, Shape } from "@workflow-api/contract";
import { parsePointer } from "@workflow-api/contract/json";
import { bodyOf } from "./expected.ts";

/**
 * Whether the type of the data of an operation can follow its includes: they are those of one
 * optional array, and add something inside of plain objects.
 */
export function canBeNarrowed(operation: Operation): boolean {
  const { includes } = operation;
  const parameter = includes[0]?.parameter;
  const isSingle = includes.every((include) => include.parameter === parameter);
  const body = bodyOf(operation);
  if (!isSingle || !parameter?.isList || parameter.required || body === undefined) return false;
  return includes.every(({ adds }) => isInPlainObjects(body, parsePointer(adds)));
}

/** Whether each object on the path to a member has only declared members. */
function isInPlainObjects(shape: Shape, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return true;
  const isPlain = shape.types.join() === "object" && shape.unions.length === 0;
  // No member can be omitted from a type that allows any.
  const isClosed = shape.keywordValues("additionalProperties").every((each) => each === false);
  return isPlain && isClosed && isInPlainObjects(shape.property(name), rest);
}
