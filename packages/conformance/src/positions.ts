import type { Shape } from "@workflow-api/contract";
import { appendPointer, isObject, type JsonValue } from "@workflow-api/contract/json";

/** A value within another one, with its shape. */
export interface Position {
  /** Its JSON Pointer in the whole value. */
  readonly at: string;
  readonly value: JsonValue;
  readonly shape: Shape;
  /** The shape with the branches of `oneOf` and `anyOf` that the value matches. */
  readonly variant: Shape;
}

/**
 * The positions of a value that a shape describes, outermost first. Of a list, only the first item.
 */
export function positionsOf(shape: Shape, value: JsonValue, at = ""): Position[] {
  if (shape.locations.length === 0) return [];
  const all = shape.variants();
  const takes = (each: Shape): boolean => each.violations(value).length === 0;
  const variant = (all.length === 1 ? undefined : all.find(takes)) ?? all[0] ?? shape;
  return [
    { at, value, shape, variant },
    ...childrenOf(variant, value).flatMap(([name, inner, child]) =>
      positionsOf(inner, child, appendPointer(at, name)),
    ),
  ];
}

function childrenOf(
  shape: Shape,
  value: JsonValue,
): (readonly [name: string | number, inner: Shape, child: JsonValue])[] {
  if (Array.isArray(value)) return value.slice(0, 1).map((item) => [0, shape.items, item]);
  const members = isObject(value) ? Object.entries(value) : [];
  return members.map(([name, member = null]) => [name, shape.property(name), member]);
}
